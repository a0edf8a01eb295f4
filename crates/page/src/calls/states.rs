//! The state space of a small level as a graph to draw: states by their distance from the
//! start, the moves between them, where play is won, lost or safe, and the solution's way.

use playproof::{Answer, Property, counted, grouped};
use playproof_analysis::{Mapping, Move, Region, Replaying, Space};
use serde_json::{Value, json};

use super::verify::stop_word;
use crate::host::Host;
use crate::opened::Opened;
use crate::problem::Problem;
use crate::request::Request;

/// States that are laid out at most.
const MOST: u64 = 20_000;

/// For each of them so many are gone through, which tells more of what follows.
const SEEN: usize = 5;

/// States of a solution that are added beyond them.
const MOST_OF_WAY: usize = 5_000;

/// States that are gone through for a solution that leads beyond the graph.
const SEARCHED: u64 = 200_000;

/// The words for regions, in the order of their numbers.
const REGIONS: [(Region, &str); 5] = [
    (Region::Won, "won"),
    (Region::Lost, "lost"),
    (Region::Safe, "safe"),
    (Region::Open, "open"),
    (Region::Unknown, "unknown"),
];

/// The states of a level and the moves between them.
pub fn states(host: &Host, request: &Request) -> Result<Value, Problem> {
    let opened = Opened::new(host, request)?;
    let prepared = opened.prepared(host, request)?;
    let most = request.limits.states.unwrap_or(MOST).clamp(1, MOST) as usize;
    let mut limits = host.limits(request);
    // This search ends by itself; what remains is a limit on bytes and time.
    limits.max_states = None;
    let mut space = prepared.space(SEEN * most, &mut limits)?;
    let (n_seen, is_all_seen) = (space.nodes().len(), space.is_whole());
    let way = way(host, request, &prepared, &mut space)?;
    let laid = Laid::new(&space, most, way.as_deref());
    let regions = space.regions();
    let regions: Vec<Region> = laid.states.iter().map(|&n| regions[n as usize]).collect();
    let number = |region: Region| REGIONS.iter().position(|(known, _)| *known == region);
    let counts = REGIONS.iter().map(|(region, word)| {
        let count = regions.iter().filter(|other| *other == region).count();
        ((*word).to_owned(), count.into())
    });
    let nodes: Vec<_> = laid
        .states
        .iter()
        .map(|&n| &space.nodes()[n as usize])
        .collect();
    let unnamed = (0..nodes.len()).filter(|n| !nodes[*n].is_named);
    let is_whole = is_all_seen && laid.states.len() == space.nodes().len();
    Ok(json!({
        "n_states": laid.states.len(),
        "n_nearest": laid.n_nearest,
        "n_seen": n_seen,
        "is_whole": is_whole,
        "sentence": sentence(&laid, n_seen, is_all_seen),
        "stopped": space.stopped().map(stop_word),
        "actions": space.actions(),
        "regions": REGIONS.map(|(_, word)| word),
        "counts": counts.collect::<serde_json::Map<String, Value>>(),
        "nodes": {
            "depth": nodes.iter().map(|node| node.depth).collect::<Vec<_>>(),
            "region": regions.iter().map(|region| number(*region)).collect::<Vec<_>>(),
            "parent": laid.by.iter().map(|by| by.map(|by| by.from)).collect::<Vec<_>>(),
            "action": laid.by.iter().map(|by| by.map(|by| by.action)).collect::<Vec<_>>(),
        },
        "cut": laid.cut,
        "unnamed": unnamed.collect::<Vec<_>>(),
        "moves": {
            "from": laid.moves.iter().map(|m| m.from).collect::<Vec<_>>(),
            "to": laid.moves.iter().map(|m| m.to).collect::<Vec<_>>(),
            "action": laid.moves.iter().map(|m| m.action).collect::<Vec<_>>(),
        },
        "way": laid.way,
    }))
}

/// The part of a space that is laid out: the states nearest to the start, and those of a way.
/// Moves and ways are told by their numbers in it.
struct Laid {
    states: Vec<u32>,
    n_nearest: usize,
    moves: Vec<Move>,
    /// The move by which each state is reached within it.
    by: Vec<Option<Move>>,
    /// States with a move that leads out of it.
    cut: Vec<u32>,
    way: Option<Vec<u32>>,
}

impl Laid {
    fn new(space: &Space, most: usize, way: Option<&[u32]>) -> Laid {
        let n_nearest = space.nodes().len().min(most);
        let mut states: Vec<u32> = (0..n_nearest as u32).collect();
        let mut numbers: Vec<Option<u32>> = vec![None; space.nodes().len()];
        for &state in &states {
            numbers[state as usize] = Some(state);
        }
        for &state in way.unwrap_or_default() {
            if numbers[state as usize].is_none() {
                numbers[state as usize] = Some(states.len() as u32);
                states.push(state);
            }
        }
        let renamed = |m: &Move| {
            let (from, to) = (numbers[m.from as usize], numbers[m.to as usize]);
            Some(Move {
                from: from?,
                to: to?,
                action: m.action,
            })
        };
        let moves: Vec<Move> = space.moves().iter().filter_map(renamed).collect();
        let mut is_cut: Vec<bool> = states
            .iter()
            .map(|&n| space.nodes()[n as usize].is_cut)
            .collect();
        for m in space.moves() {
            if let (Some(from), None) = (numbers[m.from as usize], numbers[m.to as usize]) {
                is_cut[from as usize] = true;
            }
        }
        let found = states.iter().map(|&n| space.nodes()[n as usize].by);
        let mut by: Vec<Option<Move>> = found.map(|by| by.as_ref().and_then(renamed)).collect();
        let way: Option<Vec<u32>> =
            way.map(|way| way.iter().filter_map(|n| numbers[*n as usize]).collect());
        // A state of the way may have been found by a state that is not laid out.
        for pair in way.as_deref().unwrap_or_default().windows(2) {
            let (from, to) = (pair[0], pair[1]);
            if to as usize >= n_nearest {
                by[to as usize] = moves.iter().find(|m| (m.from, m.to) == (from, to)).copied();
            }
        }
        let cut = (0..states.len() as u32).filter(|n| is_cut[*n as usize]);
        Laid {
            cut: cut.collect(),
            states,
            n_nearest,
            moves,
            by,
            way,
        }
    }
}

fn sentence(laid: &Laid, n_seen: usize, is_all_seen: bool) -> String {
    let nearest = grouped(laid.n_nearest as u64);
    let seen = grouped(n_seen as u64);
    let of = match (is_all_seen, n_seen > laid.n_nearest) {
        (true, false) if n_seen == 1 => return "The only state".to_owned(),
        (true, false) => return format!("All {nearest} states"),
        (true, true) => format!("{seen} states"),
        (false, true) => format!("more than {seen} states"),
        (false, false) => "more states".to_owned(),
    };
    let beyond = match laid.states.len() - laid.n_nearest {
        0 => String::new(),
        n => format!(", and {} more on the solution's way", grouped(n as u64)),
    };
    format!("{nearest} of {of}, nearest to the start{beyond}")
}

/// The states on the way of the request's moves, or of a solution: the nearest that is in
/// the graph, or what an engine finds.
fn way(
    host: &Host,
    request: &Request,
    prepared: &playproof::Prepared,
    space: &mut Space,
) -> Result<Option<Vec<u32>>, Problem> {
    if let Some(moves) = &request.moves {
        let run = match prepared.follow(moves)? {
            Ok(run) => run,
            Err(impossible) => {
                let told = counted(impossible.number as u64 - 1, "move");
                let message = format!("after {told}, {}: {}", impossible.action, impossible.why);
                return Err(Problem::new(message));
            }
        };
        return Ok(match run.states.len() <= MOST_OF_WAY {
            true => Some(space.add_run(prepared, &run)?),
            false => None,
        });
    }
    if let Some(way) = space.way_to_win() {
        return Ok(Some(way));
    }
    if space.is_whole() || space.stopped().is_some() {
        return Ok(None);
    }
    let usual = Request::default();
    let mut limits = host.limits(&usual);
    limits.max_states = limits.max_states.map(|most| most.min(SEARCHED));
    let found = prepared.verify_by_portfolio(&Property::Solvable, &mut limits)?;
    let found = found.certificate;
    let found = found.filter(|certificate| certificate.answer == Answer::Holds);
    let run = found.and_then(|certificate| prepared.run_of(&certificate));
    match run.filter(|run| run.states.len() <= MOST_OF_WAY) {
        Some(run) => Ok(Some(space.add_run(prepared, &run)?)),
        None => Ok(None),
    }
}
