//! The bell curve.

/// The probability that a standard normal number lies below `z`.
///
/// ```
/// use ludex_arena::normal_below;
/// assert!((normal_below(1.959_963_985) - 0.975).abs() < 1e-9);
/// assert_eq!(normal_below(0.0), 0.5);
/// ```
pub fn normal_below(z: f64) -> f64 {
    if z.abs() > 9.0 {
        return if z > 0.0 { 1.0 } else { 0.0 };
    }
    // The series of the integral from 0 to z: density times z + z³/3 + z⁵/15 + ...
    let (mut sum, mut term, mut odd) = (z, z, 1.0);
    while term.abs() > 1e-17 * sum.abs() {
        odd += 2.0;
        term *= z * z / odd;
        sum += term;
    }
    let density = (-z * z / 2.0).exp() / std::f64::consts::TAU.sqrt();
    (0.5 + density * sum).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of printed tables.
    #[test]
    fn it_is_the_curve_of_the_tables() {
        let table = [(1.0, 0.841_344_746), (2.0, 0.977_249_868), (3.0, 0.998_650_102)];
        for (z, below) in table {
            assert!((normal_below(z) - below).abs() < 1e-9, "{z}");
            assert!((normal_below(-z) - (1.0 - below)).abs() < 1e-9, "-{z}");
        }
        assert!((normal_below(6.0) - (1.0 - 9.865_876e-10)).abs() < 1e-14);
        assert_eq!((normal_below(40.0), normal_below(-40.0)), (1.0, 0.0));
    }
}
