//! When changes cannot make the goals reachable, without a search for each.
//!
//! Who holds more, and can go more ways, can do all that could be done before. So
//! whatever puts or moves a thing somewhere wins no more than another such thing at
//! the start would, and a reversed passage no more than one that is open in both
//! directions. Many changes have the same generous form, and if a level cannot be won
//! after those, it cannot be won after any of them.

use std::borrow::Cow;

use crate::canonical::{HornRules, Plan};

use crate::horn::closure::closure;
use crate::horn::from_map::room_by_room;
use crate::insight::change::Change;

/// The generous form of changes, in an order that does not depend on theirs.
pub fn generous(plan: &Plan, changes: &[Change]) -> Vec<Change> {
    let start = match plan {
        Plan::Map(map) => map.start,
        Plan::Rules(_) => 0,
    };
    let form = |change: &Change| match *change {
        Change::Duplicate { kind, .. } | Change::Add { kind, .. } | Change::Move { kind, .. } => {
            Change::Add { kind, room: start }
        }
        Change::Reverse { passage } => Change::OpenBack { passage },
        other => other,
    };
    let mut forms: Vec<Change> = changes.iter().map(form).collect();
    forms.sort_unstable();
    forms
}

/// The plan as rules; of a map they promise too much (see [`room_by_room`]).
pub fn as_rules(plan: &Plan) -> Cow<'_, HornRules> {
    match plan {
        Plan::Map(map) => Cow::Owned(room_by_room(map).rules),
        Plan::Rules(rules) => Cow::Borrowed(rules),
    }
}

/// Whether the goals are reachable as far as rules can tell. If not, they are not.
pub fn may_be_won(plan: &Plan) -> bool {
    closure(&as_rules(plan)).reaches_goal()
}
