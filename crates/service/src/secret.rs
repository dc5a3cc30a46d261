//! Names and tokens that nobody can guess.

use crate::error::{RequestError, Result};

/// Letters of a token: 130 bits.
pub(crate) const TOKEN: usize = 26;
/// Letters of a table's name: 60 bits, so that only those who were given it know it.
pub(crate) const NAME: usize = 12;

/// Secret bytes in letters that need no quoting anywhere.
pub(crate) fn secret(letters: usize) -> Result<String> {
    const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut bytes = vec![0; letters];
    getrandom::fill(&mut bytes).map_err(|error| {
        RequestError::internal(format!("the system gives no random bytes: {error}"))
    })?;
    Ok(bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_table::desk::same;

    #[test]
    fn secrets_are_long_and_never_the_same() {
        let (one, other) = (secret(TOKEN).unwrap(), secret(TOKEN).unwrap());
        assert_eq!(one.len(), TOKEN);
        assert_ne!(one, other);
        assert!(same(&one, &one) && !same(&one, &other) && !same(&one, &one[1..]));
    }
}
