//! Words in lines.

use textwrap::{Options, WordSplitter};

/// Breaks a text into lines of at most `width` characters, at spaces where there are any.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    // Ranges such as `columns 0-2` stay together.
    let options = Options::new(width.max(1)).word_splitter(WordSplitter::NoHyphenation);
    let lines = textwrap::wrap(&words, options);
    lines.into_iter().filter(|line| !line.is_empty()).map(Into::into).collect()
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
