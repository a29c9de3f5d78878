//! The class of an IP address: on the public internet, or anything else.
//!
//! Knows the registries of special addresses. Doesn't know names, and opens nothing.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Public only if nothing speaks against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum IpClass {
    Public,
    /// In words that follow "the host is" or "the host leads to".
    OffLimits(&'static str),
}

pub(super) fn ip_class(address: IpAddr) -> IpClass {
    match address {
        IpAddr::V4(address) => class_of_v4(address),
        IpAddr::V6(address) => class_of_v6(address),
    }
}

/// A block of addresses: where it begins, how many leading bits its members share, and what it is.
type Block<Address> = (Address, u32, &'static str);

const PRIVATE: &str = "a private network";
const NOBODY: &str = "an address that belongs to nobody";
const EMBEDDED: &str = "an address with another one inside it";
const SAMPLE: &str = "an address for documentation";
const SPECIAL: &str = "an address with a purpose of its own";

/// Public addresses of version 4 lie between 1.0.0.0 and 223.255.255.255, outside of these.
const V4: [Block<Ipv4Addr>; 20] = [
    (Ipv4Addr::UNSPECIFIED, 8, "this machine"),
    (Ipv4Addr::new(10, 0, 0, 0), 8, PRIVATE),
    (Ipv4Addr::new(100, 64, 0, 0), 10, "the inside of a provider's network"),
    (Ipv4Addr::new(127, 0, 0, 0), 8, "this machine"),
    // No registry has it: within Azure, the host answers there.
    (Ipv4Addr::new(168, 63, 129, 16), 32, "the inside of a cloud"),
    (Ipv4Addr::new(169, 254, 0, 0), 16, "the network right here"),
    (Ipv4Addr::new(172, 16, 0, 0), 12, PRIVATE),
    (Ipv4Addr::new(192, 0, 0, 0), 24, SPECIAL),
    (Ipv4Addr::new(192, 0, 2, 0), 24, SAMPLE),
    (Ipv4Addr::new(192, 31, 196, 0), 24, SPECIAL),
    (Ipv4Addr::new(192, 52, 193, 0), 24, SPECIAL),
    (Ipv4Addr::new(192, 88, 99, 0), 24, "a relay to somewhere else"),
    (Ipv4Addr::new(192, 168, 0, 0), 16, PRIVATE),
    (Ipv4Addr::new(192, 175, 48, 0), 24, SPECIAL),
    (Ipv4Addr::new(198, 18, 0, 0), 15, "a network for measurements"),
    (Ipv4Addr::new(198, 51, 100, 0), 24, SAMPLE),
    (Ipv4Addr::new(203, 0, 113, 0), 24, SAMPLE),
    (Ipv4Addr::new(224, 0, 0, 0), 4, "a group of machines"),
    (Ipv4Addr::BROADCAST, 32, "every machine on the network"),
    (Ipv4Addr::new(240, 0, 0, 0), 4, NOBODY),
];

/// Public addresses of version 6 lie here, outside of [`V6_CARVED_OUT`].
const V6_PUBLIC: Block<Ipv6Addr> = (Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3, NOBODY);

const V6_CARVED_OUT: [Block<Ipv6Addr>; 7] = [
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 32, EMBEDDED),
    // Benchmarking, ORCHID and its like: none of them is where a site stands.
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23, SPECIAL),
    (Ipv6Addr::new(0x2001, 0x0db8, 0, 0, 0, 0, 0, 0), 32, SAMPLE),
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16, EMBEDDED),
    (Ipv6Addr::new(0x2620, 0x004f, 0x8000, 0, 0, 0, 0, 0), 48, SPECIAL),
    (Ipv6Addr::new(0x3ffe, 0, 0, 0, 0, 0, 0, 0), 16, NOBODY),
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20, SAMPLE),
];

/// Only to say it better: whatever is outside of [`V6_PUBLIC`] is refused, listed or not.
const V6_ELSEWHERE: [Block<Ipv6Addr>; 10] = [
    (Ipv6Addr::UNSPECIFIED, 127, "this machine"),
    (Ipv6Addr::UNSPECIFIED, 64, EMBEDDED),
    (Ipv6Addr::new(0x0064, 0xff9b, 0, 0, 0, 0, 0, 0), 96, EMBEDDED),
    (Ipv6Addr::new(0x0064, 0xff9b, 1, 0, 0, 0, 0, 0), 48, EMBEDDED),
    (Ipv6Addr::new(0x0100, 0, 0, 0, 0, 0, 0, 0), 64, "an address that swallows everything"),
    (Ipv6Addr::new(0x5f00, 0, 0, 0, 0, 0, 0, 0), 16, SPECIAL),
    (Ipv6Addr::new(0xfc00, 0, 0, 0, 0, 0, 0, 0), 7, PRIVATE),
    (Ipv6Addr::new(0xfe80, 0, 0, 0, 0, 0, 0, 0), 10, "the network right here"),
    (Ipv6Addr::new(0xfec0, 0, 0, 0, 0, 0, 0, 0), 10, PRIVATE),
    (Ipv6Addr::new(0xff00, 0, 0, 0, 0, 0, 0, 0), 8, "a group of machines"),
];

fn class_of_v4(address: Ipv4Addr) -> IpClass {
    let within = |block: &&Block<Ipv4Addr>| shares(address.to_bits(), block.0.to_bits(), 32 - block.1);
    V4.iter().find(within).map_or(IpClass::Public, |block| IpClass::OffLimits(block.2))
}

fn class_of_v6(address: Ipv6Addr) -> IpClass {
    let within = |block: &Block<Ipv6Addr>| shares(address.to_bits(), block.0.to_bits(), 128 - block.1);
    let listed = |blocks: &[Block<Ipv6Addr>]| blocks.iter().find(|block| within(block)).map(|block| block.2);
    if !within(&V6_PUBLIC) {
        return IpClass::OffLimits(listed(&V6_ELSEWHERE).unwrap_or(V6_PUBLIC.2));
    }
    if let Some(words) = listed(&V6_CARVED_OUT) {
        return IpClass::OffLimits(words);
    }
    if is_isatap(address) { IpClass::OffLimits(EMBEDDED) } else { IpClass::Public }
}

/// Any network may hold such addresses: a router there turns the last half into version 4, and goes on to that.
fn is_isatap(address: Ipv6Addr) -> bool {
    let [_, _, _, _, owner, mark, _, _] = address.segments();
    // The two bits that may differ say "universal" and "group".
    owner & !0x0300 == 0 && mark == 0x5efe
}

/// Whether both agree in all but the last `free` bits.
fn shares<Bits: Into<u128>>(one: Bits, other: Bits, free: u32) -> bool {
    let differing: u128 = one.into() ^ other.into();
    differing.checked_shr(free).unwrap_or(0) == 0
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Every way in which an address of version 4 is written into one of version 6.
    fn embedded(inner: Ipv4Addr, network: u64) -> Vec<Ipv6Addr> {
        let [a, b, c, d] = inner.octets();
        let [high, low] = [u16::from_be_bytes([a, b]), u16::from_be_bytes([c, d])];
        let public = 0x2000_0000_0000_0000 | (network >> 3);
        let isatap = |owner: u128| {
            let last_half = (owner << 48) | (0x5efe << 32) | u128::from(inner.to_bits());
            Ipv6Addr::from_bits((u128::from(public) << 64) | last_half)
        };
        vec![
            inner.to_ipv6_mapped(),
            inner.to_ipv6_compatible(),
            Ipv6Addr::new(0, 0, 0, 0, 0xffff, 0, high, low),
            Ipv6Addr::new(0x64, 0xff9b, 0, 0, 0, 0, high, low),
            Ipv6Addr::new(0x64, 0xff9b, 1, 0, 0, 0, high, low),
            Ipv6Addr::new(0x64, 0xff9b, 1, high, low >> 8, low << 8, 0, 0),
            Ipv6Addr::new(0x2002, high, low, 0, 0, 0, 0, 1),
            Ipv6Addr::new(0x2001, 0, high, low, 0, 0, 0, 0),
            Ipv6Addr::new(0x2001, 0, 0x4136, 0xe378, 0x8000, 0x63bf, !high, !low),
            Ipv6Addr::new(0xfe80, 0, 0, 0, 0, 0x5efe, high, low),
            isatap(0x0000),
            isatap(0x0100),
            isatap(0x0200),
            isatap(0x0300),
        ]
    }

    fn of_a_refused_block() -> impl Strategy<Value = Ipv4Addr> {
        (prop::sample::select(V4.to_vec()), any::<u32>()).prop_map(|((start, bits, _), random)| {
            let free = u32::MAX.checked_shr(bits).unwrap_or(0);
            Ipv4Addr::from_bits(start.to_bits() | (random & free))
        })
    }

    proptest! {
        #[test]
        fn a_refused_address_stays_refused_however_it_is_embedded(
            inner in of_a_refused_block(),
            network in any::<u64>(),
        ) {
            prop_assert_ne!(ip_class(inner.into()), IpClass::Public);
            for outer in embedded(inner, network) {
                prop_assert_ne!(ip_class(outer.into()), IpClass::Public, "{} in {}", inner, outer);
            }
        }

        #[test]
        fn no_address_of_version_4_is_reached_through_version_6(inner in any::<u32>(), network in any::<u64>()) {
            for outer in embedded(Ipv4Addr::from_bits(inner), network) {
                prop_assert_ne!(ip_class(outer.into()), IpClass::Public, "{}", outer);
            }
        }

        #[test]
        fn nothing_outside_of_the_public_eighth_is_public(bits in any::<u128>()) {
            let address = Ipv6Addr::from_bits(bits);
            if address.segments()[0] >> 13 != 1 {
                prop_assert_ne!(ip_class(address.into()), IpClass::Public, "{}", address);
            }
        }

        #[test]
        fn whatever_the_standard_library_calls_special_is_off_limits(bits in any::<u32>()) {
            let it = Ipv4Addr::from_bits(bits);
            let special = it.is_private() || it.is_loopback() || it.is_link_local() || it.is_multicast()
                || it.is_broadcast() || it.is_documentation() || it.is_unspecified();
            prop_assert!(!special || ip_class(it.into()) != IpClass::Public, "{}", it);
        }
    }

    #[test]
    fn a_block_is_refused_from_its_first_to_its_last_address_and_no_further() {
        let bounds = [
            ("0.255.255.255", "1.0.0.0"),
            ("10.255.255.255", "11.0.0.0"),
            ("10.0.0.0", "9.255.255.255"),
            ("100.64.0.0", "100.63.255.255"),
            ("100.127.255.255", "100.128.0.0"),
            ("127.0.0.0", "126.255.255.255"),
            ("127.255.255.255", "128.0.0.0"),
            ("168.63.129.16", "168.63.129.17"),
            ("169.254.0.0", "169.253.255.255"),
            ("169.254.255.255", "169.255.0.0"),
            ("172.16.0.0", "172.15.255.255"),
            ("172.31.255.255", "172.32.0.0"),
            ("192.0.0.255", "192.0.1.0"),
            ("192.0.2.0", "192.0.1.255"),
            ("192.168.0.0", "192.167.255.255"),
            ("192.168.255.255", "192.169.0.0"),
            ("198.18.0.0", "198.17.255.255"),
            ("198.19.255.255", "198.20.0.0"),
            ("203.0.113.255", "203.0.114.0"),
            ("224.0.0.0", "223.255.255.255"),
            ("1fff:ffff::", "2000::1"),
            ("4000::", "3fff:ffff::1"),
            ("2001:1ff:ffff::", "2001:200::1"),
            ("2001:db8::", "2001:db7:ffff::1"),
            ("2001:db8:ffff::", "2001:db9::1"),
            ("2002:ffff::", "2003::1"),
            ("3fff:fff:ffff::", "3fff:1000::1"),
        ];
        for (inside, outside) in bounds {
            assert_ne!(ip_class(inside.parse().unwrap()), IpClass::Public, "{inside}");
            assert_eq!(ip_class(outside.parse().unwrap()), IpClass::Public, "{outside}");
        }
    }
}
