//! Words in lines.

/// Breaks a text into lines of at most `width` characters, at spaces where there are any.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let fits = line.chars().count() + 1 + word.chars().count() <= width;
        if !line.is_empty() && !fits {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        for c in word.chars() {
            if line.chars().count() == width {
                lines.push(std::mem::take(&mut line));
            }
            line.push(c);
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::wrap;

    #[test]
    fn lines_break_at_spaces() {
        assert_eq!(wrap("the centre wins by force", 10), ["the centre", "wins by", "force"]);
    }

    #[test]
    fn long_words_break_where_they_must() {
        assert_eq!(wrap("ab cdefghij", 4), ["ab", "cdef", "ghij"]);
        assert_eq!(wrap("abc", 0), ["a", "b", "c"]);
        assert!(wrap("  ", 5).is_empty());
    }
}
