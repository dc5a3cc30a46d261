//! Who asks.

use std::cell::Cell;
use std::future::Future;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whoever is asked for something on account of: an address, or a connection of this machine itself.
///
/// People of one machine are told apart by their connections; people of one address on the internet are not, since anybody can open
/// many connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Who {
    address: IpAddr,
    connection: u64,
}

tokio::task_local! {
    static ASKING: Cell<Who>;
}

impl Who {
    /// The server itself.
    pub const SERVER: Self = Self { address: IpAddr::V4(Ipv4Addr::UNSPECIFIED), connection: 0 };

    /// Whoever has this address, over this connection.
    pub fn new(address: IpAddr, connection: u64) -> Self {
        let address = grouped(address);
        let connection = if address.is_loopback() { connection } else { 0 };
        Self { address, connection }
    }

    /// A connection of this machine.
    pub fn connection(number: u64) -> Self {
        Self::new(IpAddr::V4(Ipv4Addr::LOCALHOST), number)
    }

    /// Whether it is this machine itself.
    pub fn is_local(&self) -> bool {
        self.address.is_loopback() || self.address.is_unspecified()
    }

    /// The address.
    pub fn address(&self) -> IpAddr {
        self.address
    }

    /// On whose account the task at hand works.
    pub fn asks() -> Self {
        ASKING.try_with(Cell::get).unwrap_or(Self::SERVER)
    }

    /// Does something on account of this one.
    pub async fn scope<F: Future>(self, work: F) -> F::Output {
        ASKING.scope(Cell::new(self), work).await
    }
}

/// Whoever has an IPv6 address usually has 2^64 of them.
fn grouped(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) if !address.is_loopback() => {
            IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64))
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn who(address: &str, connection: u64) -> Who {
        Who::new(address.parse().unwrap(), connection)
    }

    #[test]
    fn clients_are_told_apart_as_far_as_they_can_be() {
        assert_eq!(who("198.51.100.7", 1), who("198.51.100.7", 2));
        assert_ne!(who("198.51.100.7", 1), who("198.51.100.8", 1));
        assert_ne!(who("127.0.0.1", 1), who("127.0.0.1", 2));
        assert_eq!(who("2001:db8::1", 1), who("2001:db8::ffff", 2), "one home");
        assert_ne!(who("2001:db8:0:1::1", 1), who("2001:db8:0:2::1", 1));
        assert_eq!(who("::ffff:198.51.100.7", 1), who("198.51.100.7", 1));
        assert!(who("::1", 1).is_local() && !who("198.51.100.7", 1).is_local());
    }

    #[tokio::test]
    async fn a_task_knows_on_whose_account_it_works() {
        let one = who("198.51.100.7", 1);
        assert_eq!(one.scope(async { Who::asks() }).await, one);
        assert_eq!(Who::asks(), Who::SERVER);
    }
}
