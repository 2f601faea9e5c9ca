//! The little linear algebra that fitting needs: symmetric, positive definite matrices.

/// The triangle L of a matrix A = L Lᵀ (Cholesky).
pub struct Cholesky(Vec<Vec<f64>>);

impl Cholesky {
    /// Decomposes a symmetric, positive definite matrix. Only its lower half is read.
    pub fn of(matrix: &[Vec<f64>]) -> Cholesky {
        let mut rows: Vec<Vec<f64>> = Vec::with_capacity(matrix.len());
        for (n, given) in matrix.iter().enumerate() {
            let mut row = Vec::with_capacity(n + 1);
            for m in 0..n {
                row.push((given[m] - dot(&row, &rows[m][..m])) / rows[m][m]);
            }
            row.push((given[n] - dot(&row, &row)).sqrt());
            rows.push(row);
        }
        Cholesky(rows)
    }

    /// The x with A x = b.
    pub fn solve(&self, b: &[f64]) -> Vec<f64> {
        let mut x: Vec<f64> = Vec::with_capacity(b.len());
        for (row, b) in self.0.iter().zip(b) {
            x.push((b - dot(&row[..x.len()], &x)) / row[x.len()]);
        }
        for n in (0..x.len()).rev() {
            x[n] /= self.0[n][n];
            for m in 0..n {
                x[m] -= self.0[n][m] * x[n];
            }
        }
        x
    }

    /// A⁻¹.
    pub fn inverse(&self) -> Vec<Vec<f64>> {
        let size = self.0.len();
        let unit =
            |at: usize| (0..size).map(|n| if n == at { 1.0 } else { 0.0 }).collect::<Vec<f64>>();
        (0..size).map(|at| self.solve(&unit(at))).collect()
    }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inverse_undoes_the_matrix() {
        let matrix = vec![vec![4.0, 2.0, 0.5], vec![2.0, 3.0, -1.0], vec![0.5, -1.0, 2.0]];
        for (at, column) in Cholesky::of(&matrix).inverse().iter().enumerate() {
            for (n, row) in matrix.iter().enumerate() {
                let expected = if n == at { 1.0 } else { 0.0 };
                assert!((dot(row, column) - expected).abs() < 1e-12);
            }
        }
    }
}
