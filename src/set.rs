//! Sets of a few kinds of things, each kind a bit of a word.

/// A set of things that have numbers from 0 to 31: its name, theirs, the bit of a thing, and the thing of a number.
macro_rules! set_of {
    ($(#[$about:meta])* $set:ident: $item:ident, $bit:expr, $numbered:expr) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
        pub struct $set(pub u32);

        impl $set {
            /// The empty set.
            pub const NONE: $set = $set(0);

            /// This one alone; one that has no bit is in no set.
            pub fn only(item: $item) -> $set {
                $set($bit(item))
            }

            /// True where the set holds this one.
            pub fn contains(self, item: $item) -> bool {
                self.0 & $set::only(item).0 != 0
            }

            /// The set with one more.
            #[must_use]
            pub fn with(self, item: $item) -> $set {
                self.union($set::only(item))
            }

            /// This set and the other.
            #[must_use]
            pub fn union(self, other: $set) -> $set {
                $set(self.0 | other.0)
            }

            /// The set without the others.
            #[must_use]
            pub fn without(self, others: $set) -> $set {
                $set(self.0 & !others.0)
            }

            /// True where nothing is in the set.
            pub fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// True where one alone is in the set.
            pub fn is_single(self) -> bool {
                self.0.is_power_of_two()
            }

            /// How many are in the set.
            pub fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// The members of the set, in the order of their numbers.
            pub fn iter(self) -> impl Iterator<Item = $item> + Clone {
                std::iter::successors(Some(self.0), |rest| Some(rest & rest.wrapping_sub(1)))
                    .take_while(|&rest| rest != 0)
                    .map(|rest| $numbered(rest.trailing_zeros()))
            }
        }

        impl FromIterator<$item> for $set {
            fn from_iter<I: IntoIterator<Item = $item>>(items: I) -> $set {
                items.into_iter().fold($set::NONE, $set::with)
            }
        }
    };
}

pub(crate) use set_of;
