//! The kinds of worlds.

/// What a world is about. It decides who uses which tabs, what they do, and which faults occur.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scenario {
    /// Ada alone, in several browsers and tabs.
    OneUser,
    /// Ada, Ben and a third user, who share boards.
    SharedBoards,
    /// The leading tab of a browser is often frozen, from seconds to minutes.
    FrozenLeaders,
    /// The tabs of a browser run different releases of the app.
    VersionSkew,
    /// Preferences are changed in several tabs and browsers.
    Preferences,
    /// Thousands of changes are made offline, and are then sent in batches.
    LargeOutboxes,
    /// Requests are sent slowly, byte by byte, and their responses are often lost.
    SlowUplinks,
    /// Ada moves cards and lists between her boards.
    Moves,
    /// Ada, Ben and a third user move cards and lists between boards that they share.
    SharedMoves,
}

impl Scenario {
    /// Returns the possible worlds: the number of tabs of each browser.
    pub(super) fn shapes(self) -> &'static [&'static [usize]] {
        match self {
            Self::OneUser => &[&[1, 1], &[2], &[1, 2], &[3], &[1, 1, 1], &[2, 2, 1]],
            Self::Moves => &[&[1, 1], &[2], &[1, 2], &[1, 1, 1]],
            Self::SharedBoards | Self::SharedMoves => {
                &[&[1, 1], &[2, 1], &[1, 1, 1], &[1, 2], &[2, 1, 1], &[1, 1, 1, 1]]
            }
            Self::FrozenLeaders => &[&[2], &[3], &[2, 1], &[2, 2]],
            Self::VersionSkew => &[&[2], &[3], &[2, 1]],
            Self::Preferences => &[&[1, 1], &[2], &[2, 1], &[1, 1, 1]],
            Self::LargeOutboxes => &[&[1], &[2], &[1, 1]],
            Self::SlowUplinks => &[&[1], &[2], &[1, 1]],
        }
    }

    /// Returns whether several users share boards.
    pub(super) fn has_members(self) -> bool {
        matches!(self, Self::SharedBoards | Self::SharedMoves)
    }

    /// Returns how long users are active, in milliseconds of simulated time.
    pub(super) fn active_ms(self) -> i64 {
        match self {
            Self::FrozenLeaders | Self::VersionSkew => 100_000,
            Self::SlowUplinks => 80_000,
            _ => 40_000,
        }
    }

    /// Returns how long the reliable network has to deliver everything afterwards, in milliseconds: more than the longest
    /// backoff, and longer if a frozen leader has to be replaced or every byte takes its time.
    pub(super) fn quiescence_ms(self) -> i64 {
        match self {
            Self::SlowUplinks | Self::LargeOutboxes => 600_000,
            _ => 180_000,
        }
    }

    /// Returns how long it takes on the reliable network until a page has a response, in milliseconds.
    pub(super) fn response_ms(self) -> i64 {
        match self {
            Self::SlowUplinks => 15_000,
            _ => 2_000,
        }
    }

    /// Returns the longest time between two actions of a user in one tab, in milliseconds.
    pub(super) fn longest_pause_ms(self) -> i64 {
        match self {
            Self::FrozenLeaders | Self::VersionSkew => 4_000,
            _ => 1_500,
        }
    }
}
