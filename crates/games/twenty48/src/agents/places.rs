//! Where cells lie, in words.

use std::collections::BTreeSet;

/// Cells in words, by rows or by columns, whichever are fewer: `1-4 of row 1, 1 of row 2`, counted from the upper left.
pub(super) fn by_lines(spots: &[[u16; 2]]) -> String {
    let lines = |axis: usize| spots.iter().map(|spot| spot[axis]).collect::<BTreeSet<u16>>();
    let (rows, columns) = (lines(1), lines(0));
    let (lines, axis, name) =
        if rows.len() <= columns.len() { (rows, 1, "row") } else { (columns, 0, "column") };
    let told = lines.iter().map(|&line| {
        let on_it = spots.iter().filter(|spot| spot[axis] == line);
        let places: BTreeSet<u16> = on_it.map(|spot| spot[1 - axis] + 1).collect();
        format!("{} of {name} {}", ranges(&places), line + 1)
    });
    told.collect::<Vec<_>>().join(", ")
}

/// Numbers with those that follow each other as ranges: `1-3+5`.
fn ranges(numbers: &BTreeSet<u16>) -> String {
    let mut runs: Vec<[u16; 2]> = Vec::new();
    for &number in numbers {
        match runs.last_mut() {
            Some([_, last]) if *last + 1 == number => *last = number,
            _ => runs.push([number; 2]),
        }
    }
    let told =
        runs.iter().map(
            |[first, last]| {
                if first == last { first.to_string() } else { format!("{first}-{last}") }
            },
        );
    told.collect::<Vec<_>>().join("+")
}

#[cfg(test)]
mod tests {
    use super::by_lines;

    #[test]
    fn places_are_told_by_rows_or_columns() {
        assert_eq!(by_lines(&[[0, 0], [1, 0], [2, 0], [3, 0], [0, 1]]), "1-4 of row 1, 1 of row 2");
        assert_eq!(by_lines(&[[3, 1], [3, 2], [3, 3], [2, 1]]), "2 of column 3, 2-4 of column 4");
        assert_eq!(by_lines(&[[0, 0], [1, 0], [3, 0]]), "1-2+4 of row 1");
    }
}
