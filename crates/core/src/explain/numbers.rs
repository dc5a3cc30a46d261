//! Numbers as people write them.

/// A number as people write it: no more digits than it deserves.
///
/// ```
/// use ludex_core::explain::number;
/// assert_eq!(number(3.0), "3");
/// assert_eq!(number(-0.12345), "-0.123");
/// assert_eq!(number(12430.4), "12,430");
/// assert_eq!(number(-999.99), "-1,000");
/// ```
pub fn number(value: f64) -> String {
    let digits = match value.abs() {
        // What one digit behind the point would round to 1000 is written like it.
        v if v >= 999.95 => return thousands(value),
        v if v >= 100.0 => 1,
        v if v >= 1.0 => 2,
        _ => 3,
    };
    let text = format!("{value:.digits$}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" || text.is_empty() { "0".into() } else { text.into() }
}

/// A written power of two with its article: none of them begins with eleven or eighteen.
///
/// ```
/// use ludex_core::explain::with_article;
/// assert_eq!(with_article("4"), "a 4");
/// assert_eq!(with_article("8192"), "an 8192");
/// ```
pub fn with_article(power_of_two: &str) -> String {
    format!("{} {power_of_two}", if power_of_two.starts_with('8') { "an" } else { "a" })
}

/// The columns of a board that something covers, in words; the first column is 0.
///
/// ```
/// use ludex_core::explain::columns;
/// assert_eq!(columns(4, 1), "column 4");
/// assert_eq!(columns(3, 3), "columns 3-5");
/// ```
pub fn columns(first: usize, width: usize) -> String {
    match width {
        1 => format!("column {first}"),
        _ => format!("columns {first}-{}", first + width - 1),
    }
}

/// Two numbers with as many digits as it takes to tell them apart.
pub(super) fn apart(a: f64, b: f64) -> (String, String) {
    let (first, second) = (number(a), number(b));
    if first != second {
        return (first, second);
    }
    let differ = |digits: &usize| format!("{a:.digits$}") != format!("{b:.digits$}");
    match (3..12).find(differ) {
        Some(digits) => (format!("{a:.digits$}"), format!("{b:.digits$}")),
        None => (first, second),
    }
}

fn thousands(value: f64) -> String {
    let digits = format!("{:.0}", value.abs());
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(c);
    }
    if value < 0.0 { format!("-{out}") } else { out }
}

pub(super) fn signed(value: f64) -> String {
    if value > 0.0 { format!("+{}", number(value)) } else { number(value) }
}

/// The same text with a capital letter first.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// A count in words, as far as people write it so.
///
/// ```
/// use ludex_core::explain::count;
/// assert_eq!([0, 2, 12].map(count), ["no", "two", "12"]);
/// ```
pub fn count(n: usize) -> String {
    const WORDS: [&str; 10] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    WORDS.get(n).map_or_else(|| n.to_string(), ToString::to_string)
}

pub(super) fn ordinal(n: usize) -> String {
    const WORDS: [&str; 6] = ["", "first", "second", "third", "fourth", "fifth"];
    if let Some(word) = WORDS.get(n) {
        return (*word).to_owned();
    }
    let ending = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{n}{ending}")
}

/// The short form of a term's meaning, fit for a sentence: what stands before the colon.
///
/// ```
/// use ludex_core::explain::brief;
/// assert_eq!(brief("holes: empty cells with a full cell somewhere above"), "holes");
/// assert_eq!(brief("the result"), "the result");
/// ```
pub fn brief(meaning: &str) -> &str {
    meaning.split_once(": ").map_or(meaning, |(name, _)| name)
}
