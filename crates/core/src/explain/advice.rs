//! Sentences of an agent turned into advice for a person.

/// What an agent says of itself, said to the person in whose place it thinks: "I" becomes "you", and "you", the opponent
/// that it speaks to, "your opponent".
///
/// ```
/// use ludex_core::explain::advise;
/// let said = "I play a3. It stops the row you were about to complete. Your best answer is b2, then I play c1.";
/// let told = "Play a3. It stops the row your opponent was about to complete. \
///     Your opponent's best answer is b2, then you play c1.";
/// assert_eq!(advise(said), told);
/// ```
pub fn advise(words: &str) -> String {
    let sentences: Vec<String> = words.split_inclusive(". ").map(sentence).collect();
    sentences.concat()
}

/// One sentence. "I play X." at its beginning becomes an order; elsewhere words change one by one.
fn sentence(text: &str) -> String {
    for verb in ["play", "go", "put", "hold"] {
        if let Some(rest) = text.strip_prefix(&format!("I {verb} ")) {
            let order = format!("{}{} ", verb[..1].to_uppercase(), &verb[1..]);
            return order + &words(rest);
        }
    }
    let turned = words(text);
    let mut letters = turned.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => turned,
    }
}

/// Word by word, verbs of the opponent with the ending they need.
fn words(text: &str) -> String {
    let mut told: Vec<String> = Vec::new();
    let mut opponent_acts = false;
    for word in text.split(' ') {
        let (core, tail) =
            word.split_at(word.trim_end_matches(|c: char| !c.is_alphanumeric()).len());
        let new = match core {
            "you" | "You" => "your opponent",
            "your" | "Your" | "yours" => "your opponent's",
            "I" | "me" => "you",
            "my" => "your",
            "My" => "Your",
            "myself" => "yourself",
            "were" if opponent_acts => "was",
            "are" if opponent_acts => "is",
            "have" if opponent_acts => "has",
            "earn" | "clear" | "answer" | "play" if opponent_acts => {
                opponent_acts = false;
                told.push(format!("{core}s{tail}"));
                continue;
            }
            "am" => "are",
            same => same,
        };
        opponent_acts = matches!(core, "you" | "You");
        told.push(format!("{new}{tail}"));
    }
    told.join(" ")
}

#[cfg(test)]
mod tests {
    use super::advise;

    #[test]
    fn the_person_is_you_and_the_other_the_opponent() {
        for (said, told) in [
            ("I go right.", "Go right."),
            ("There you answer b2.", "There your opponent answers b2."),
            ("Next I would play T on columns 3-5.", "Next you would play T on columns 3-5."),
            ("My budget ended.", "Your budget ended."),
            (
                "that way closes the way back to my tail.",
                "That way closes the way back to your tail.",
            ),
        ] {
            assert_eq!(advise(said), told);
        }
    }
}
