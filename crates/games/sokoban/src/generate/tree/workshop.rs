//! What can be done to a level under construction, and what is done: the construction
//! that the tree search goes through.

use playproof_treesearch::{Construction, Random};

use super::alteration::{Alteration, Change};
use super::bits::Bits;
use super::cutouts::{N_CUT_OUTS, cut_outs};
use super::field::{Field, opposite};
use super::finished::Finished;
use super::metrics::{self, Figures, GREATEST};
use super::order;
use super::settings::TreeSettings;
use super::state::{Phase, State};
use super::symmetry::Symmetries;

/// Where levels are built.
pub struct Workshop<B> {
    /// What is built how.
    pub settings: TreeSettings,
    /// The board that is searched on.
    pub field: Field<B>,
    /// Its symmetries.
    pub symmetries: Symmetries,
    /// The pentominoes around each cell of the player; none if they are not used.
    cut_outs: Vec<[B; N_CUT_OUTS]>,
    n_tiles: f32,
}

/// What can be done to a state, in the order in which children are expanded.
struct Offers<B> {
    starts: B,
    cut_outs: u16,
    deletes: B,
    places: B,
    freeze: bool,
    /// A bit for each direction.
    moves: u8,
    /// Boxes to be pushed, by direction.
    pushes: [B; 4],
    evaluate: bool,
}

impl<B: Bits> Offers<B> {
    #[inline]
    fn none() -> Self {
        Offers {
            starts: B::NONE,
            cut_outs: 0,
            deletes: B::NONE,
            places: B::NONE,
            freeze: false,
            moves: 0,
            pushes: [B::NONE; 4],
            evaluate: false,
        }
    }

    #[inline]
    fn count(&self) -> u32 {
        let pushes: u32 = self.pushes.iter().map(|set| set.count()).sum();
        self.starts.count()
            + self.cut_outs.count_ones()
            + self.deletes.count()
            + self.places.count()
            + u32::from(self.freeze)
            + self.moves.count_ones()
            + pushes
            + u32::from(self.evaluate)
    }

    /// One of them by its place in the order.
    #[inline]
    fn nth(&self, n: u32) -> Change {
        let mut n = n;
        let mut is_within = |count: u32| {
            let is_within = n < count;
            if !is_within {
                n -= count;
            }
            is_within.then_some(n)
        };
        if let Some(n) = is_within(self.deletes.count()) {
            return Change::Delete(self.deletes.nth(n));
        }
        if let Some(n) = is_within(self.places.count()) {
            return Change::Place(self.places.nth(n));
        }
        if is_within(u32::from(self.freeze)).is_some() {
            return Change::Freeze;
        }
        if let Some(n) = is_within(self.moves.count_ones()) {
            return Change::Move(u64::from(self.moves).nth(n));
        }
        for (direction, pushes) in (0..).zip(self.pushes) {
            if let Some(n) = is_within(pushes.count()) {
                return Change::Push(pushes.nth(n), direction);
            }
        }
        if let Some(n) = is_within(self.cut_outs.count_ones()) {
            return Change::CutOut(u64::from(self.cut_outs).nth(n));
        }
        if let Some(n) = is_within(self.starts.count()) {
            return Change::Start(self.starts.nth(n));
        }
        Change::Evaluate
    }
}

impl<B: Bits> Workshop<B> {
    /// For settings that were checked, and a board that fits into `B`.
    pub fn new(settings: TreeSettings) -> Self {
        let (width, height) = settings.searched_size();
        let field = Field::<B>::new(width as u8, height as u8);
        let shapes = |cell| cut_outs(&field, cell, settings.width, settings.height);
        let cut_outs = match settings.cut_outs {
            true => field.all.cells().map(shapes).collect(),
            false => Vec::new(),
        };
        Workshop {
            symmetries: Symmetries::new(&field),
            n_tiles: f32::from(settings.width) * f32::from(settings.height),
            cut_outs,
            field,
            settings,
        }
    }

    /// What the last alteration makes of a state.
    #[inline]
    pub fn finished(&self, state: &State<B>) -> Finished<B> {
        Finished::new(state)
    }

    /// The corners of a finished level, within its ring of walls.
    pub fn corners(&self, level: &Finished<B>) -> ((u8, u8), (u8, u8)) {
        match self.settings.flexible {
            true => self.field.corners(level.floor),
            false => ((0, 0), (self.field.width - 1, self.field.height - 1)),
        }
    }

    /// The parts of a level's score.
    #[inline]
    pub fn figures(&self, state: &State<B>) -> Figures {
        let level = self.finished(state);
        let tiles = match self.settings.flexible {
            true => {
                let (least, most) = self.corners(&level);
                self.field.rectangle(least, most)
            }
            false => self.field.all,
        };
        metrics::figures(&self.field, tiles, self.n_tiles, &level, state.tracks())
    }

    /// A level's score from 0 to 2.
    #[inline]
    pub fn worth(&self, state: &State<B>) -> f32 {
        if !self.finished(state).is_level() {
            return 0.0;
        }
        let figures = self.figures(state);
        self.settings.metric.score(&figures, self.n_tiles)
    }

    #[inline]
    fn offers(&self, state: &State<B>) -> Offers<B> {
        let mut offers = Offers::none();
        match state.phase {
            Phase::Building => self.building(state, &mut offers),
            Phase::Playing => {
                self.playing(state, &mut offers);
                // Without a push that could be made the branch ends here.
                offers.evaluate = !self.settings.push
                    || offers.moves != 0
                    || offers.pushes.iter().any(|set| set.any());
            }
            Phase::Over => {}
            Phase::Start => offers.starts = self.field.all,
            Phase::CutOut => {
                let shapes = &self.cut_outs[usize::from(state.player)];
                let fitting = (0..N_CUT_OUTS).filter(|&i| shapes[i].any());
                offers.cut_outs = fitting.fold(0, |set, i| set | 1 << i);
            }
        }
        offers
    }

    #[inline]
    fn building(&self, state: &State<B>, offers: &mut Offers<B>) {
        let settings = &self.settings;
        let empty = state.empty();
        offers.deletes = self.field.neighbours(empty) & self.field.all & !state.floor;
        if settings.mirror {
            offers.deletes &= self.symmetries.one_side(&self.field, state.floor);
        }
        if settings.flexible {
            offers.deletes &= self.within_size(state.floor);
        }
        if settings.ordered && state.layer < order::LAST_LAYER {
            offers.deletes = self.in_order(state, offers.deletes);
        }
        offers.places = empty & !B::of(state.player);
        let mut may_freeze = true;
        if let Some(reduction) = settings.reduction {
            let n_boxes = state.boxes.count();
            if n_boxes >= reduction.max_boxes {
                offers.places = B::NONE;
            }
            may_freeze = state.layer + 1 >= reduction.freeze_from && n_boxes >= reduction.min_boxes
                || !(offers.deletes | offers.places).any();
        }
        if !settings.no_freeze {
            offers.freeze = may_freeze;
        } else if may_freeze {
            self.playing(state, offers);
        }
    }

    /// The cells that a shape may grow to without becoming larger than a flexible board.
    fn within_size(&self, shape: B) -> B {
        let ((x0, y0), (x1, y1)) = self.field.corners(shape);
        let (width, height) = (self.settings.width, self.settings.height);
        let least = (
            (x1 + 1).saturating_sub(width),
            (y1 + 1).saturating_sub(height),
        );
        let most = (x0 + width - 1, y0 + height - 1);
        let edge = (self.field.width - 1, self.field.height - 1);
        let most = (most.0.min(edge.0), most.1.min(edge.1));
        self.field.rectangle(least, most)
    }

    /// Those of some obstacles whose deletion gives the least of all images.
    fn in_order(&self, state: &State<B>, deletes: B) -> B {
        let layer = state.layer + 1;
        let is_least = |cell: &u8| order::is_least(&self.field, state.floor, *cell, layer);
        let cells = deletes.cells().filter(is_least);
        cells.fold(B::NONE, |set, cell| set | B::of(cell))
    }

    #[inline]
    fn playing(&self, state: &State<B>, offers: &mut Offers<B>) {
        let (field, empty) = (&self.field, state.empty());
        let (pushable, player) = (state.pushable(), B::of(state.player));
        if !self.settings.push {
            let walkable = empty & !state.shut;
            for direction in 0..4 {
                let next = field.shift(player, direction);
                let beyond = field.shift(next & pushable, direction);
                if ((next & walkable) | (beyond & empty)).any() {
                    offers.moves |= 1 << direction;
                }
            }
            return;
        }
        let n_steps = self.settings.restricted.map_or(128, u32::from);
        let reach = field.reach(player, empty, n_steps);
        for direction in 0..4 {
            let beside = field.shift(reach, direction) & pushable;
            let free = field.shift(empty, opposite(direction));
            offers.pushes[usize::from(direction)] = beside & free;
            let is_step = self.settings.restricted.is_some()
                && (field.shift(player, direction) & empty).any();
            offers.moves |= u8::from(is_step) << direction;
        }
    }

    /// The steps of a walk to where a box is pushed from.
    pub fn walk(&self, state: &State<B>, cell: u8, direction: u8) -> super::field::Way {
        let stand = self.field.step(cell, opposite(direction));
        let empty = state.empty();
        self.field.way(state.player, stand, state.used, empty)
    }

    /// The player goes one step, with what is in the way.
    #[inline]
    fn step(&self, state: &mut State<B>, direction: u8) {
        let field = &self.field;
        let next = field.step(state.player, direction);
        if state.boxes.has(next) {
            let beyond = field.step(next, direction);
            state.push(next, beyond, [field.place(next), field.place(beyond)]);
            state.shut = B::NONE;
        } else if self.settings.flood {
            let left = B::of(state.player);
            state.shut |= (left | field.neighbours(left)) & !B::of(next);
        }
        state.player = next;
        state.used |= B::of(next);
    }

    fn push(&self, state: &mut State<B>, cell: u8, direction: u8) {
        let stand = self.field.step(cell, opposite(direction));
        let player = B::of(state.player);
        let known = state.used & state.empty();
        if !self.field.reach(player, known, 128).has(stand) {
            let way = self.walk(state, cell, direction);
            for &direction in way.directions() {
                state.player = self.field.step(state.player, direction);
                state.used |= B::of(state.player);
            }
        }
        state.player = stand;
        self.step(state, direction);
    }
}

impl<B: Bits> Construction for Workshop<B> {
    type State = State<B>;
    type Alteration = Alteration;

    fn root(&self) -> State<B> {
        State::new(
            self.field.centre(),
            match self.settings.free_start {
                true => Phase::Start,
                false => self.after_start(),
            },
        )
    }

    fn find(&self, state: &State<B>, alternatives: &mut Vec<Alteration>) {
        let offers = self.offers(state);
        alternatives.extend((0..offers.count()).map(|n| Alteration::from(offers.nth(n))));
    }

    #[inline]
    fn apply(&self, state: &mut State<B>, alteration: Alteration) {
        state.layer += 1;
        match alteration.change() {
            Change::Delete(cell) => state.floor |= B::of(cell),
            Change::Place(cell) => state.boxes |= B::of(cell),
            Change::Freeze => state.phase = Phase::Playing,
            Change::Move(direction) => {
                state.phase = Phase::Playing;
                self.step(state, direction);
            }
            Change::Push(cell, direction) => {
                state.phase = Phase::Playing;
                self.push(state, cell, direction);
            }
            Change::Evaluate => state.phase = Phase::Over,
            Change::CutOut(number) => {
                let shapes = &self.cut_outs[usize::from(state.player)];
                state.floor |= shapes[usize::from(number)];
                // Four obstacles were deleted.
                state.layer += 3;
                state.phase = Phase::Building;
            }
            Change::Start(cell) => {
                *state = State::new(cell, self.after_start());
            }
        }
    }

    #[inline]
    fn score(&self, leaf: &State<B>) -> f32 {
        self.worth(leaf) / GREATEST
    }

    #[inline]
    fn count(&self, state: &State<B>, _: &mut Vec<Alteration>) -> usize {
        self.offers(state).count() as usize
    }

    #[inline]
    fn nth(&self, state: &State<B>, n: usize, _: &mut Vec<Alteration>) -> Alteration {
        self.offers(state).nth(n as u32).into()
    }

    #[inline]
    fn draw(
        &self,
        state: &State<B>,
        random: &mut Random,
        _: &mut Vec<Alteration>,
    ) -> Option<Alteration> {
        let offers = self.offers(state);
        let n = offers.count();
        (n > 0).then(|| offers.nth(random.below(n)).into())
    }

    fn identity(&self, state: &State<B>) -> Option<u128> {
        Some(self.symmetries.identity(state))
    }

    fn symmetry(&self, state: &State<B>) -> u8 {
        // Lexicographic order makes differences between mirror images.
        match self.settings.ordered {
            true => 0,
            false => self.symmetries.least(state),
        }
    }

    fn turn(&self, state: &mut State<B>, symmetry: u8) {
        self.symmetries.turn(&self.field, state, symmetry);
    }
}

impl<B: Bits> Workshop<B> {
    fn after_start(&self) -> Phase {
        match self.settings.cut_outs {
            true => Phase::CutOut,
            false => Phase::Building,
        }
    }
}
