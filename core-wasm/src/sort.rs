//! Sorting with a small code size. The standard library's sort is compiled for each element type, at 20 to 40 KB each
//! in the browser's module. Here it is compiled once, for indices; the items are then permuted.

use std::cmp::Ordering;

/// Sorts with a comparison function. The sort is stable.
pub(crate) fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let mut order = order(items.len(), &|one, other| compare(&items[one], &items[other]));
    for index in 0..order.len() {
        // An item at an earlier index has been swapped away already: follow the swaps to where it is now.
        let mut from = order[index];
        while from < index {
            from = order[from];
        }
        order[index] = from;
        items.swap(index, from);
    }
}

/// Sorts by a key. The sort is stable.
pub(crate) fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |one, other| key(one).cmp(&key(other)));
}

/// Returns the indices of the items in sorted order.
fn order(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|one, other| compare(*one, *other));
    order
}

#[cfg(test)]
mod tests {
    use super::{sort_by, sort_by_key};
    use proptest::prelude::{any, proptest};
    use proptest::{collection::vec, prop_assert_eq};

    proptest! {
        #[test]
        fn p5_items_are_sorted_as_the_standard_library_sorts_them(numbers in vec(any::<u8>(), 0..200)) {
            let mut ours: Vec<(u8, usize)> = numbers.into_iter().zip(0..).collect();
            let mut theirs = ours.clone();
            theirs.sort_by_key(|(number, _)| *number);
            sort_by_key(&mut ours, |(number, _)| *number);
            prop_assert_eq!(&ours, &theirs);
            theirs.sort_by(|one, other| other.cmp(one));
            sort_by(&mut ours, |one, other| other.cmp(one));
            prop_assert_eq!(ours, theirs);
        }
    }
}
