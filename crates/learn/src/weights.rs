//! The numbers that are learned.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// A number that threads read and write without waiting for each other.
///
/// Two threads that write at the same moment lose one of the two changes. Learning does not mind: the changes are small, many
/// and noisy anyway.
struct Shared(AtomicU32);

impl Shared {
    fn new(value: f32) -> Self {
        Self(AtomicU32::new(value.to_bits()))
    }

    #[inline]
    fn get(&self) -> f32 {
        f32::from_bits(self.0.load(Relaxed))
    }

    #[inline]
    fn set(&self, value: f32) {
        self.0.store(value.to_bits(), Relaxed);
    }
}

/// Weights with what temporal coherence knows about each of them.
///
/// Coherence compares the sum of a weight's errors with the sum of their sizes. Errors that keep pointing one way let it
/// change fast, errors that cancel each other slow it down.
pub struct Weights {
    values: Vec<Shared>,
    /// Sum of errors and sum of their sizes, side by side because they are used together; none without coherence.
    errors: Vec<[Shared; 2]>,
}

impl Weights {
    /// `count` weights that all start with the same value.
    pub fn new(count: usize, first: f32, coherent: bool) -> Self {
        let pair = || [Shared::new(0.0), Shared::new(0.0)];
        let pairs = if coherent { count } else { 0 };
        Self {
            values: (0..count).map(|_| Shared::new(first)).collect(),
            errors: (0..pairs).map(|_| pair()).collect(),
        }
    }

    /// Number of weights.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Whether temporal coherence is kept.
    pub fn is_coherent(&self) -> bool {
        !self.errors.is_empty()
    }

    /// One weight.
    pub fn get(&self, index: usize) -> f32 {
        self.values[index].get()
    }

    /// The sum of some weights.
    #[inline]
    pub fn sum(&self, indices: &[u32]) -> f32 {
        // Four sums at once: a single one would wait for each addition before the next.
        let mut sums = [0.0; 4];
        let mut fours = indices.chunks_exact(4);
        for four in &mut fours {
            for (sum, &index) in sums.iter_mut().zip(four) {
                *sum += self.values[index as usize].get();
            }
        }
        let rest: f32 = fours.remainder().iter().map(|&i| self.values[i as usize].get()).sum();
        (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest
    }

    /// Shares `error` out among some weights, `rate` times; returns their sum then.
    #[inline]
    pub fn correct(&self, indices: &[u32], error: f32, rate: f32) -> f32 {
        let share = rate * error / indices.len() as f32;
        let mut sum = 0.0;
        for &index in indices {
            let pace = self.pace(index as usize, error);
            let weight = &self.values[index as usize];
            let value = weight.get() + share * pace;
            weight.set(value);
            sum += value;
        }
        sum
    }

    /// How much of its share a weight takes, 0 to 1; notes the error.
    #[inline]
    fn pace(&self, index: usize, error: f32) -> f32 {
        let Some([sum, size]) = self.errors.get(index) else { return 1.0 };
        let (old_sum, old_size) = (sum.get(), size.get());
        sum.set(old_sum + error);
        size.set(old_size + error.abs());
        if old_size == 0.0 { 1.0 } else { old_sum.abs() / old_size }
    }

    /// Gives the first of `parts` equal parts to all others. What is known about its pace counts for little there: whatever is
    /// different in a part of its own would else be learned only when as many errors speak for it as came before.
    pub fn copy_first_part(&self, parts: usize) {
        /// So much of what is known about paces counts.
        const COUNTS: f32 = 0.01;
        let part = self.len() / parts.max(1);
        for index in part..part * parts {
            self.values[index].set(self.values[index % part].get());
            if self.is_coherent() {
                let [sum, size] = &self.errors[index % part];
                self.errors[index][0].set(COUNTS * sum.get());
                self.errors[index][1].set(COUNTS * size.get());
            }
        }
    }

    /// All numbers in order: the values, then the pairs of coherence.
    pub fn numbers(&self) -> impl Iterator<Item = f32> {
        let pairs = self.errors.iter().flatten();
        self.values.iter().chain(pairs).map(Shared::get)
    }

    /// How many numbers [`Weights::numbers`] gives.
    pub fn count_numbers(&self) -> usize {
        self.values.len() + 2 * self.errors.len()
    }

    /// Sets all numbers in the order of [`Weights::numbers`].
    pub fn set_numbers(&self, numbers: impl IntoIterator<Item = f32>) {
        let pairs = self.errors.iter().flatten();
        for (slot, number) in self.values.iter().chain(pairs).zip(numbers) {
            slot.set(number);
        }
    }

    /// The values alone.
    pub fn values(&self) -> impl Iterator<Item = f32> {
        self.values.iter().map(Shared::get)
    }
}
