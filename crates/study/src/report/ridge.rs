//! A linear fit that is held back (ridge regression), so that it stands more measures than
//! the answers could otherwise tell apart.

/// Plays by rows: what is known of each, and the stars it got.
pub(super) struct Table {
    pub rows: Vec<Vec<f64>>,
    pub stars: Vec<f64>,
}

/// What predicts the stars of a play.
pub(super) struct Ridge {
    means: Vec<f64>,
    deviations: Vec<f64>,
    weights: Vec<f64>,
    mean_stars: f64,
}

impl Ridge {
    /// The fit to the plays with the given numbers, at least one. Columns are standardised
    /// over these plays; a column that is constant in them has no say.
    pub fn new(table: &Table, plays: &[usize], penalty: f64) -> Ridge {
        let n = plays.len() as f64;
        let n_columns = table.rows[plays[0]].len();
        let mean = |column: usize| plays.iter().map(|i| table.rows[*i][column]).sum::<f64>() / n;
        let means: Vec<f64> = (0..n_columns).map(mean).collect();
        let deviation = |column: usize| {
            let first = table.rows[plays[0]][column];
            if plays.iter().all(|i| table.rows[*i][column] == first) {
                return f64::INFINITY;
            }
            let off = |i: &usize| (table.rows[*i][column] - means[column]).powi(2);
            let deviation = (plays.iter().map(off).sum::<f64>() / n).sqrt();
            // Differences too small to be squared are none.
            match deviation > 0.0 {
                true => deviation,
                false => f64::INFINITY,
            }
        };
        let deviations: Vec<f64> = (0..n_columns).map(deviation).collect();
        let mean_stars = plays.iter().map(|i| table.stars[*i]).sum::<f64>() / n;

        let mut products = vec![vec![0.0; n_columns]; n_columns];
        let mut target = vec![0.0; n_columns];
        for i in plays {
            let row = standard(&table.rows[*i], &means, &deviations);
            for a in 0..n_columns {
                target[a] += row[a] * (table.stars[*i] - mean_stars);
                for b in 0..=a {
                    products[a][b] += row[a] * row[b];
                }
            }
        }
        for (a, row) in products.iter_mut().enumerate() {
            row[a] += penalty;
        }
        Ridge {
            weights: solved(products, target),
            means,
            deviations,
            mean_stars,
        }
    }

    /// The stars of a play, as far as its measures tell.
    pub fn predict(&self, row: &[f64]) -> f64 {
        let row = standard(row, &self.means, &self.deviations);
        let terms = row.iter().zip(&self.weights).map(|(x, weight)| x * weight);
        self.mean_stars + terms.sum::<f64>()
    }

    /// The mean of the stars that the fit has seen.
    pub fn mean_stars(&self) -> f64 {
        self.mean_stars
    }
}

fn standard(row: &[f64], means: &[f64], deviations: &[f64]) -> Vec<f64> {
    let columns = row.iter().zip(means).zip(deviations);
    columns.map(|((x, mean), d)| (x - mean) / d).collect()
}

/// The x with A x = b, by Cholesky's factors. Of A, which is symmetric and positive
/// definite, only what lies on and below the diagonal is read.
fn solved(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Vec<f64> {
    let n = b.len();
    for i in 0..n {
        for j in 0..=i {
            let known: f64 = (0..j).map(|k| a[i][k] * a[j][k]).sum();
            a[i][j] = match i == j {
                true => (a[i][i] - known).max(f64::MIN_POSITIVE).sqrt(),
                false => (a[i][j] - known) / a[j][j],
            };
        }
    }
    for i in 0..n {
        let known: f64 = (0..i).map(|k| a[i][k] * b[k]).sum();
        b[i] = (b[i] - known) / a[i][i];
    }
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|k| a[k][i] * b[k]).sum();
        b[i] = (b[i] - known) / a[i][i];
    }
    b
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_by_hand() {
        // 4x + 2y = 10 and 2x + 3y = 11: x = 1, y = 3.
        let x = solved(vec![vec![4.0, 0.0], vec![2.0, 3.0]], vec![10.0, 11.0]);
        assert!(
            (x[0] - 1.0).abs() < 1e-12 && (x[1] - 3.0).abs() < 1e-12,
            "{x:?}"
        );
    }

    #[test]
    fn a_penalty_holds_the_fit_back() {
        let table = Table {
            rows: [1.0, 2.0, 3.0].map(|x| vec![x, 7.0]).to_vec(),
            stars: vec![1.0, 2.0, 3.0],
        };
        let free = Ridge::new(&table, &[0, 1, 2], 0.0).predict(&[3.0, 8.0]);
        assert!((free - 3.0).abs() < 1e-9, "{free}");
        // Standardised, the sum of squares is 3: a penalty of 3 halves the slope.
        let held = Ridge::new(&table, &[0, 1, 2], 3.0);
        assert!((held.predict(&[3.0, 8.0]) - 2.5).abs() < 1e-9);
        assert!((held.mean_stars() - 2.0).abs() < 1e-12);
    }
}
