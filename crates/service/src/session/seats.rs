//! Who sits where, and with which token.

use crate::protocol::{Player, PlayerView};
use crate::trouble::{Result, Trouble};
use ludex_core::{AnyTable, Spec};

/// Somebody who plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Sitter {
    /// A person.
    Human,
    /// An agent.
    Agent(Spec),
}

/// A place at the table.
#[derive(Clone, Debug)]
pub(crate) struct Chair {
    pub(crate) sitter: Sitter,
    /// Whoever has it may play here, if a person is to play here.
    pub(crate) token: String,
}

impl Chair {
    pub(crate) fn is_human(&self) -> bool {
        self.sitter == Sitter::Human
    }
}

/// Seats as bits: those for which somebody has the token.
pub(crate) type Mask = u8;

/// Secret bytes in letters that need no quoting anywhere.
pub(crate) fn secret(letters: usize) -> Result<String> {
    const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut bytes = vec![0; letters];
    getrandom::fill(&mut bytes)
        .map_err(|error| Trouble::internal(format!("the system gives no random bytes: {error}")))?;
    Ok(bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect())
}

/// Letters of a token: 130 bits.
pub(crate) const TOKEN: usize = 26;

/// Compares without telling by the time it takes where the difference is.
pub(crate) fn same(one: &str, other: &str) -> bool {
    let pairs = one.bytes().zip(other.bytes());
    one.len() == other.len() && pairs.fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

/// Who sits at the table: what was asked for, then the usual.
///
/// The first seat that nobody was named for goes to a person, the others to the usual agent.
pub(crate) fn seat(table: &dyn AnyTable, wanted: &[Player]) -> Result<Vec<Chair>> {
    let info = table.info();
    if wanted.len() > info.seats {
        let (given, most) = (wanted.len(), info.seats);
        let say = format!("bad number of seats `{given}`; these rules have {most}");
        return Err(Trouble::bad(say));
    }
    let chair = |at: usize| {
        let sitter = match wanted.get(at) {
            Some(player) => sitter(table, player)?,
            None if at == 0 => Sitter::Human,
            None => Sitter::Agent(info.opponent.parse()?),
        };
        Ok(Chair { sitter, token: secret(TOKEN)? })
    };
    (0..info.seats).map(chair).collect()
}

/// Who is meant, if the game has such an agent.
pub(crate) fn sitter(table: &dyn AnyTable, player: &Player) -> Result<Sitter> {
    match player {
        Player::Human => Ok(Sitter::Human),
        Player::Agent { agent } => Ok(Sitter::Agent(agent_of(table, agent)?)),
    }
}

/// The agent of that specification, if the game has it.
pub(crate) fn agent_of(table: &dyn AnyTable, text: &str) -> Result<Spec> {
    let spec: Spec = text.parse()?;
    table.check_agent(&spec)?;
    Ok(spec)
}

/// The player as records write it.
pub(crate) fn name(sitter: &Sitter) -> String {
    match sitter {
        Sitter::Human => "human".into(),
        Sitter::Agent(spec) => spec.to_string(),
    }
}

/// The player that a record names.
pub(crate) fn player(name: &str) -> Player {
    match name {
        "human" => Player::Human,
        agent => Player::Agent { agent: agent.into() },
    }
}

/// The players for those who look; `here` has the seats whose person is connected.
pub(crate) fn view(chairs: &[Chair], here: Mask) -> Vec<PlayerView> {
    let view = |(at, chair): (usize, &Chair)| PlayerView {
        player: name(&chair.sitter),
        human: chair.is_human(),
        here: chair.is_human() && here & (1 << at) != 0,
    };
    chairs.iter().enumerate().map(view).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_long_and_never_the_same() {
        let (one, other) = (secret(TOKEN).unwrap(), secret(TOKEN).unwrap());
        assert_eq!(one.len(), TOKEN);
        assert_ne!(one, other);
        assert!(same(&one, &one) && !same(&one, &other) && !same(&one, &one[1..]));
    }
}
