//! Who is nearer to the goal of a race: what its result hangs on where the two do
//! not get in each other's way.

use std::collections::{HashMap, VecDeque};

/// How many moves nearer to the goal the avatar is than the opponent, each
/// walking as if the other were not there; none if one cannot get there.
pub fn margin(text: &str) -> Option<i64> {
    let rows: Vec<&[u8]> = text.lines().map(str::as_bytes).collect();
    let find = |letter: u8| {
        let column = |row: &&[u8]| row.iter().position(|&l| l == letter);
        let places = rows.iter().enumerate();
        let mut places = places.filter_map(|(y, row)| Some((column(row)?, y)));
        places.next()
    };
    let goal = find(b'G')?;
    let mut distances = HashMap::from([(goal, 0)]);
    let mut open = VecDeque::from([goal]);
    while let Some((x, y)) = open.pop_front() {
        let distance = distances[&(x, y)] + 1;
        // The ring of walls keeps neighbours inside.
        for (x, y) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] {
            if rows[y][x] != b'1' && !distances.contains_key(&(x, y)) {
                distances.insert((x, y), distance);
                open.push_back((x, y));
            }
        }
    }
    let [avatar, opponent] = [find(b'A')?, find(b'E')?].map(|place| distances.get(&place));
    Some(opponent? - avatar?)
}

#[cfg(test)]
mod tests {
    use super::margin;

    #[test]
    fn who_is_nearer_to_the_goal() {
        assert_eq!(margin("1111111\n1A0G0E1\n1111111\n"), Some(0));
        assert_eq!(margin("1111111\n1AG00E1\n1111111\n"), Some(2));
        assert_eq!(margin("111111\n1A1GE1\n100001\n111111\n"), Some(-3));
        assert_eq!(margin("111111\n1A1GE1\n111111\n"), None);
    }
}
