//! How many connections there may be at once.

use crate::limits;
use crate::proxies::Proxies;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most connections at once. Each takes some 10 KiB when it is idle.
const MOST: usize = 10_000;

/// The most of one address. Several people may share one, each with a browser that opens six.
pub(super) const MOST_OF_ONE_ADDRESS: usize = 200;

/// The places for connections. Clones share them.
#[derive(Clone)]
pub(super) struct Places {
    /// `None`: an address has no limit of its own.
    of_one_address: Option<usize>,
    /// They have no limit of their own, since they stand for many.
    proxies: Proxies,
    taken: Arc<Mutex<Taken>>,
}

#[derive(Default)]
struct Taken {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

impl Places {
    pub(super) fn new(has_limits: bool, proxies: Proxies) -> Self {
        Self { of_one_address: has_limits.then_some(MOST_OF_ONE_ADDRESS), proxies, taken: Arc::default() }
    }

    /// A place for a connection from an address, where there is one.
    pub(super) fn take(&self, peer: IpAddr) -> Option<Place> {
        let address = limits::network(peer);
        let mut taken = lock(&self.taken);
        if taken.all >= MOST {
            return None;
        }
        let of_address = taken.by_address.entry(address).or_default();
        if self.of_one_address.is_some_and(|most| *of_address >= most) && !self.proxies.trusts(peer.to_canonical()) {
            return None;
        }
        *of_address += 1;
        taken.all += 1;
        Some(Place { taken: self.taken.clone(), address })
    }
}

/// A place, until it is dropped.
pub(super) struct Place {
    taken: Arc<Mutex<Taken>>,
    address: IpAddr,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = lock(&self.taken);
        taken.all -= 1;
        if let Some(of_address) = taken.by_address.get_mut(&self.address) {
            *of_address -= 1;
            if *of_address == 0 {
                taken.by_address.remove(&self.address);
            }
        }
    }
}

fn lock(taken: &Mutex<Taken>) -> MutexGuard<'_, Taken> {
    taken.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(number: u32) -> IpAddr {
        std::net::Ipv4Addr::from_bits(number).into()
    }

    #[test]
    fn one_address_cannot_take_the_places_of_others() {
        let places = Places::new(true, Proxies::default());
        let mut taken: Vec<Place> = (0..MOST_OF_ONE_ADDRESS).map(|_| places.take(address(1)).unwrap()).collect();
        assert!(places.take(address(1)).is_none() && places.take(address(2)).is_some());
        taken.pop();
        assert!(places.take(address(1)).is_some());
        drop(taken);
        assert!(lock(&places.taken).by_address.is_empty());
    }

    #[test]
    fn a_proxy_stands_for_many() {
        let places = Places::new(true, Proxies::new(&["0.0.0.1/32".parse().unwrap()]));
        let taken: Vec<_> = (0..=MOST_OF_ONE_ADDRESS).map(|_| places.take(address(1))).collect();
        assert!(taken.iter().all(Option::is_some));
    }

    #[test]
    fn there_are_so_many_places_and_no_more() {
        for has_limits in [true, false] {
            let places = Places::new(has_limits, Proxies::default());
            let peer = |number| if has_limits { address(number % 1_000) } else { address(1) };
            let mut taken: Vec<Place> = (0..MOST as u32).map(|number| places.take(peer(number)).unwrap()).collect();
            assert!(places.take(address(5_000)).is_none());
            taken.pop();
            assert!(places.take(address(5_000)).is_some());
        }
    }
}
