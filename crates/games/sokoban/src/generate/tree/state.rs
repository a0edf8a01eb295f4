//! A level under construction.

use super::bits::Bits;

/// How far a level has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// It is open where the player starts.
    Start,
    /// The first alteration is a cut-out.
    CutOut,
    /// Obstacles are deleted and boxes placed.
    Building,
    /// The player moves.
    Playing,
    /// The level is finished.
    Over,
}

/// The most boxes that may be pushed in one level. There may be more boxes, and a level
/// of 128 cells could use more; a push of one box too many is not found.
pub const MOST_PUSHED: usize = 32;

/// A box that was pushed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Track {
    /// Its cell when the board was frozen.
    pub origin: u8,
    /// Its cell now.
    pub now: u8,
    /// Two corners of the rectangle around all cells that it was in.
    pub least: (u8, u8),
    /// The other corner.
    pub most: (u8, u8),
}

/// The whole of it.
#[derive(Clone, Debug)]
pub struct State<B> {
    /// Cells that are no obstacles: the cut-out.
    pub floor: B,
    /// Of these, where boxes are now.
    pub boxes: B,
    /// Where the player has been.
    pub used: B,
    /// Where the player may not go before the next push, with the flood-fill option.
    pub shut: B,
    /// Where the player is.
    pub player: u8,
    /// Where the player started.
    pub start: u8,
    /// The depth in the plain tree, in which the root is 1; a cut-out counts for four.
    pub layer: u16,
    /// How far it has come.
    pub phase: Phase,
    n_tracks: u8,
    tracks: [Track; MOST_PUSHED],
}

impl<B: Bits> State<B> {
    /// Nothing but obstacles and the player.
    pub fn new(player: u8, phase: Phase) -> Self {
        let floor = match phase {
            Phase::Start => B::NONE,
            _ => B::of(player),
        };
        State {
            floor,
            boxes: B::NONE,
            used: floor,
            shut: B::NONE,
            player,
            start: player,
            layer: 1,
            phase,
            n_tracks: 0,
            tracks: [Track::default(); MOST_PUSHED],
        }
    }

    /// The boxes that were pushed.
    #[inline]
    pub fn tracks(&self) -> &[Track] {
        &self.tracks[..usize::from(self.n_tracks)]
    }

    pub(super) fn tracks_mut(&mut self) -> &mut [Track] {
        &mut self.tracks[..usize::from(self.n_tracks)]
    }

    /// Floor without a box.
    #[inline]
    pub fn empty(&self) -> B {
        self.floor & !self.boxes
    }

    /// Boxes that may be pushed.
    #[inline]
    pub fn pushable(&self) -> B {
        if usize::from(self.n_tracks) < MOST_PUSHED {
            return self.boxes;
        }
        let tracks = self.tracks().iter();
        tracks.fold(B::NONE, |set, track| set | B::of(track.now))
    }

    /// A box goes from one cell to the next one.
    #[inline]
    pub fn push(&mut self, from: u8, to: u8, places: [(u8, u8); 2]) {
        self.boxes = self.boxes & !B::of(from) | B::of(to);
        let n = usize::from(self.n_tracks);
        let known = self.tracks[..n].iter().position(|track| track.now == from);
        let at = known.unwrap_or(n);
        if known.is_none() {
            self.n_tracks += 1;
            self.tracks[n] = Track {
                origin: from,
                now: from,
                least: places[0],
                most: places[0],
            };
        }
        let track = &mut self.tracks[at];
        let (x, y) = places[1];
        track.now = to;
        track.least = (track.least.0.min(x), track.least.1.min(y));
        track.most = (track.most.0.max(x), track.most.1.max(y));
    }
}
