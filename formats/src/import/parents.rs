//! Parents of tasks, of which a card has only one level.

/// Returns the topmost ancestor of each record, which is the record itself if it has no parent. A cycle is cut at one of its
/// records.
pub(super) fn topmost(parents: &[Option<usize>]) -> Vec<usize> {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        Unknown,
        OnPath,
        Known(usize),
    }
    let mut states = vec![State::Unknown; parents.len()];
    let mut path = vec![];
    for start in 0..parents.len() {
        let mut current = start;
        let top = loop {
            match states.get(current) {
                Some(State::Known(top)) => break *top,
                Some(State::Unknown) => {}
                // The record is on the path already, or there is no such record.
                _ => break current,
            }
            states[current] = State::OnPath;
            path.push(current);
            match parents[current].filter(|parent| *parent < parents.len()) {
                Some(parent) => current = parent,
                None => break current,
            }
        };
        for record in path.drain(..) {
            states[record] = State::Known(top);
        }
    }
    let known = |(index, state)| if let State::Known(top) = state { top } else { index };
    states.into_iter().enumerate().map(known).collect()
}

#[cfg(test)]
mod tests {
    use super::topmost;

    #[test]
    fn records_belong_to_their_topmost_ancestor() {
        assert_eq!(topmost(&[None, Some(0), Some(1), None, Some(9)]), [0, 0, 0, 3, 4]);
        assert_eq!(topmost(&[Some(2), Some(0), Some(1), Some(1), Some(4)]), [0, 0, 0, 0, 4]);
        let deep: Vec<_> = (1..=100_000).map(Some).collect();
        assert!(topmost(&deep).iter().all(|top| *top == 99_999));
    }
}
