//! Levels that are the same up to turning and mirroring, or nearly so.

/// One form for all levels that are the same up to the eight symmetries and up
/// to a walk of the player before the first push.
pub fn canonical(rows: &[String]) -> Vec<String> {
    let mut images = images(&squared(rows));
    for image in &mut images {
        settle_player(image);
    }
    let least = images.into_iter().min_by(|a, b| {
        let shape = |image: &Picture| (image.len(), image.first().map_or(0, Vec::len));
        shape(a).cmp(&shape(b)).then_with(|| a.cmp(b))
    });
    let least = least.unwrap_or_default();
    least.iter().map(|row| row.iter().collect()).collect()
}

/// In how many cells two levels differ, in the most alike of the eight
/// positions. Levels of different shapes differ in all cells of the larger.
pub fn apart(one: &[String], other: &[String]) -> usize {
    let one = squared(one);
    let size = |picture: &Picture| picture.iter().map(Vec::len).sum::<usize>();
    let other = squared(other);
    let all = size(&one).max(size(&other));
    let fitting = images(&other).into_iter().filter(|image| {
        image.len() == one.len() && image.first().map(Vec::len) == one.first().map(Vec::len)
    });
    let differing = fitting.map(|image| {
        let pairs = one.iter().flatten().zip(image.iter().flatten());
        pairs.filter(|(a, b)| a != b).count()
    });
    differing.min().unwrap_or(all)
}

type Picture = Vec<Vec<char>>;

/// All rows equally long; what is missing is wall.
fn squared(rows: &[String]) -> Picture {
    let width = rows
        .iter()
        .map(|row| row.chars().count())
        .max()
        .unwrap_or(0);
    let row = |row: &String| {
        let letters = row.chars().map(|letter| match letter {
            '-' | '_' => ' ',
            letter => letter,
        });
        let letters = letters.chain(std::iter::repeat('#'));
        letters.take(width).collect()
    };
    rows.iter().map(row).collect()
}

/// A picture in its eight positions.
fn images(picture: &Picture) -> Vec<Picture> {
    let mut images = Vec::with_capacity(8);
    let mut image = picture.clone();
    for _ in 0..4 {
        let mirrored = image.iter().map(|row| row.iter().rev().copied().collect());
        images.push(mirrored.collect());
        let turned = turned(&image);
        images.push(std::mem::replace(&mut image, turned));
    }
    images
}

fn turned(picture: &Picture) -> Picture {
    let width = picture.first().map_or(0, Vec::len);
    let column = |x: usize| picture.iter().rev().map(|row| row[x]).collect();
    (0..width).map(column).collect()
}

/// Puts the player onto the first cell that it can walk to.
fn settle_player(picture: &mut Picture) {
    let find = |picture: &Picture| {
        let rows = picture.iter().enumerate();
        let mut places = rows.flat_map(|(y, row)| (0..row.len()).map(move |x| (x, y)));
        places.find(|&(x, y)| "@+".contains(picture[y][x]))
    };
    let Some((x, y)) = find(picture) else { return };
    picture[y][x] = if picture[y][x] == '+' { '.' } else { ' ' };
    let mut seen = vec![(x, y)];
    let mut at = 0;
    while at < seen.len() {
        let (x, y) = seen[at];
        at += 1;
        let around = [
            (x.wrapping_sub(1), y),
            (x + 1, y),
            (x, y.wrapping_sub(1)),
            (x, y + 1),
        ];
        for (x, y) in around {
            let letter = picture.get(y).and_then(|row| row.get(x));
            if letter.is_some_and(|letter| " .".contains(*letter)) && !seen.contains(&(x, y)) {
                seen.push((x, y));
            }
        }
    }
    let first = seen.iter().min_by_key(|(x, y)| (*y, *x));
    let (x, y) = *first.expect("the player's own cell");
    picture[y][x] = if picture[y][x] == '.' { '+' } else { '@' };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(drawing: &[&str]) -> Vec<String> {
        drawing.iter().map(|row| (*row).to_owned()).collect()
    }

    #[test]
    fn turned_and_mirrored_levels_have_one_form() {
        let level = rows(&["######", "#@ $.#", "# #  #", "######"]);
        let form = canonical(&level);
        for image in images(&squared(&level)) {
            let image: Vec<String> = image.iter().map(|row| row.iter().collect()).collect();
            assert_eq!(canonical(&image), form);
            assert_eq!(apart(&level, &image), 0);
        }
        let walked = rows(&["######", "#  $.#", "#@#  #", "######"]);
        assert_eq!(canonical(&walked), form);
        let other = rows(&["######", "#@ $ #", "# # .#", "######"]);
        assert_ne!(canonical(&other), form);
        assert_eq!(apart(&level, &other), 2);
    }

    #[test]
    fn levels_of_other_shapes_are_far_apart() {
        let small = rows(&["#####", "#@$.#", "#####"]);
        let large = rows(&["######", "#@ $.#", "######"]);
        assert_eq!(apart(&small, &large), 18);
    }
}
