//! Cheapest matchings of boxes with homes, and the prices that prove them.
//!
//! The Hungarian method. Prices `v` of homes and `u` of boxes satisfy
//! `u + v <= cost` for every pair, and add up to the cost of the matching. So
//! whatever box is where, `u` can be read off the prices of homes alone: that
//! makes a lower bound for all states of one matching.

/// No box goes to this home.
pub(crate) const NEVER: i64 = 1 << 20;

/// The cost of a cheapest matching of all rows with different columns, and
/// the prices of the columns, none above 0. Rows must not be more than
/// columns.
pub(crate) fn cheapest(cost: &[Vec<i64>]) -> (i64, Vec<i64>) {
    let n_rows = cost.len();
    let n_columns = cost.first().map_or(0, Vec::len);
    // Column 0 and row 0 stand for nothing, as is usual with this method.
    let mut row_price = vec![0i64; n_rows + 1];
    let mut price = vec![0i64; n_columns + 1];
    let mut row_of = vec![0usize; n_columns + 1];
    for row in 1..=n_rows {
        let mut slack = vec![i64::MAX; n_columns + 1];
        let mut came_from = vec![0usize; n_columns + 1];
        let mut used = vec![false; n_columns + 1];
        row_of[0] = row;
        let mut column = 0;
        while row_of[column] != 0 {
            used[column] = true;
            let here = row_of[column];
            let (mut least, mut nearest) = (i64::MAX, 0);
            for j in (1..=n_columns).filter(|&j| !used[j]) {
                let reduced = cost[here - 1][j - 1] - row_price[here] - price[j];
                if reduced < slack[j] {
                    slack[j] = reduced;
                    came_from[j] = column;
                }
                if slack[j] < least {
                    (least, nearest) = (slack[j], j);
                }
            }
            for j in 0..=n_columns {
                if used[j] {
                    row_price[row_of[j]] += least;
                    price[j] -= least;
                } else if slack[j] != i64::MAX {
                    slack[j] -= least;
                }
            }
            column = nearest;
        }
        while column != 0 {
            let before = came_from[column];
            row_of[column] = row_of[before];
            column = before;
        }
    }
    let total = (1..=n_columns).filter(|&j| row_of[j] != 0);
    let total = total.map(|j| cost[row_of[j] - 1][j - 1]).sum();
    (total, price.split_off(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cheapest of all ways to give every row a column of its own.
    fn by_trying(cost: &[Vec<i64>], taken: &mut Vec<usize>) -> i64 {
        let Some(row) = cost.get(taken.len()) else {
            return 0;
        };
        let mut best = i64::MAX;
        for (column, &price) in row.iter().enumerate() {
            if !taken.contains(&column) {
                taken.push(column);
                best = best.min(price + by_trying(cost, taken));
                taken.pop();
            }
        }
        best
    }

    #[test]
    fn prices_prove_the_cheapest_matching() {
        let mut seed = 1u64;
        let mut random = |n: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1);
            (seed >> 33) % n
        };
        for _ in 0..500 {
            let n_columns = 1 + random(5) as usize;
            let n_rows = 1 + random(n_columns as u64) as usize;
            let mut row = || (0..n_columns).map(|_| random(9) as i64).collect();
            let cost: Vec<Vec<i64>> = (0..n_rows).map(|_| row()).collect();
            let (total, prices) = cheapest(&cost);
            assert_eq!(total, by_trying(&cost, &mut Vec::new()));
            assert!(prices.iter().all(|&p| p <= 0));
            let of_row = |row: &Vec<i64>| {
                let reduced = row.iter().zip(&prices).map(|(c, p)| c - p);
                reduced.min().unwrap()
            };
            let proved: i64 = cost.iter().map(of_row).sum::<i64>() + prices.iter().sum::<i64>();
            assert_eq!(proved, total);
        }
    }
}
