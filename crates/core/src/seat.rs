//! Seats: places at the table, in turn order.

use std::fmt;

/// The most seats that any game has.
pub const MAX_SEATS: usize = 4;

/// A place at the table. Code counts seats from 0 ([`Seat::index`]), and people count them from 1
/// ([`Seat::number`], [`Display`](fmt::Display)).
///
/// ```
/// use ludoteca_core::Seat;
/// assert_eq!(Seat::FIRST.to_string(), "1");
/// assert_eq!(Seat::new(2).after(3), Seat::FIRST);
/// ```
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug)]
pub struct Seat(u8);

impl Seat {
    /// The seat that begins, unless it cannot move.
    pub const FIRST: Seat = Seat(0);
    /// The seat after [`FIRST`](Seat::FIRST), at every table.
    pub const SECOND: Seat = Seat(1);

    /// The seat with this index, from 0.
    ///
    /// # Panics
    /// Where no game has such a seat.
    #[inline]
    pub const fn new(index: usize) -> Seat {
        assert!(index < MAX_SEATS, "a table has at most four seats");
        Seat(index as u8)
    }

    /// The seat's index from 0, for lists with one entry for each seat.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat's number as people count, from 1.
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }

    /// The seat that sits next in turn order at a table of `seats`.
    #[inline]
    pub const fn after(self, seats: usize) -> Seat {
        let next = self.0 + 1;
        if next as usize >= seats { Seat(0) } else { Seat(next) }
    }

    /// The other seat at a table of two.
    #[inline]
    pub const fn other(self) -> Seat {
        Seat(self.0 ^ 1)
    }

    /// Swaps two values from the order of the seats to this seat's value first, or back again. It
    /// uses no run-time index, so that the values can stay in registers.
    #[inline(always)]
    pub fn first_of_two<T>(self, [first, second]: [T; 2]) -> [T; 2] {
        if self == Seat::FIRST { [first, second] } else { [second, first] }
    }

    /// All seats of a table, in turn order.
    pub fn all(seats: usize) -> impl Iterator<Item = Seat> {
        (0..seats).map(Seat::new)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}
