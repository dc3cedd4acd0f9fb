//! What a sample says about the whole: 95 % confidence intervals. All counts stay whole numbers until
//! here, so that nothing depends on the order in which hands are answered.

use serde::Serialize;

/// The 97.5 % point of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// From and up to.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Interval(pub f64, pub f64);

/// Wilson's score interval of a share: E. B. Wilson, "Probable inference, the law of succession, and
/// statistical inference", Journal of the American Statistical Association 22 (1927), 209–212, without
/// continuity correction: method 3 of R. G. Newcombe, "Two-sided confidence intervals for the single
/// proportion", Statistics in Medicine 17 (1998), 857–872. `None` of no hands.
pub fn wilson(yes: u64, all: u64) -> Option<Interval> {
    if all == 0 {
        return None;
    }
    let (n, p) = (all as f64, yes as f64 / all as f64);
    let middle = p + Z * Z / (2.0 * n);
    let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    let whole = 1.0 + Z * Z / n;
    // At the ends the limits are exact, whatever the rounding.
    let low = if yes == 0 { 0.0 } else { (middle - half) / whole };
    let high = if yes == all { 1.0 } else { (middle + half) / whole };
    Some(Interval(low, high))
}

/// The same hands under two rule sets, by what each says.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Paired {
    pub both: u64,
    pub first_alone: u64,
    pub second_alone: u64,
    pub neither: u64,
}

impl Paired {
    /// One more hand.
    pub fn count(&mut self, first: bool, second: bool) {
        let of = match (first, second) {
            (true, true) => &mut self.both,
            (true, false) => &mut self.first_alone,
            (false, true) => &mut self.second_alone,
            (false, false) => &mut self.neither,
        };
        *of += 1;
    }

    fn all(&self) -> u64 {
        self.both + self.first_alone + self.second_alone + self.neither
    }

    /// The second share less the first one, with its interval: the hands are the same, so the shares
    /// are not independent. R. G. Newcombe, "Improved confidence intervals for the difference between
    /// binomial proportions based on paired data", Statistics in Medicine 17 (1998), 2635–2650, method
    /// 10: score intervals squared and added, with the correlation of the two. It holds where the normal
    /// interval beside McNemar's test has no width, as when hardly a hand differs.
    pub fn difference(&self) -> Option<(f64, Interval)> {
        let all = self.all();
        let (first, second) = (self.both + self.first_alone, self.both + self.second_alone);
        let Interval(low_1, high_1) = wilson(first, all)?;
        let Interval(low_2, high_2) = wilson(second, all)?;
        let n = all as f64;
        let (p_1, p_2) = (first as f64 / n, second as f64 / n);
        // The difference is told from the same counts on both sides: 0 is 0.
        let difference = (self.second_alone as f64 - self.first_alone as f64) / n;
        let away = |one: f64, other: f64| {
            let squared = one * one - 2.0 * self.correlation() * one * other + other * other;
            squared.max(0.0).sqrt()
        };
        let low = difference - away(p_2 - low_2, high_1 - p_1);
        let high = difference + away(high_2 - p_2, p_1 - low_1);
        Some((difference, Interval(low.max(-1.0), high.min(1.0))))
    }

    /// The coefficient φ of the four counts, corrected for continuity where it is positive.
    fn correlation(&self) -> f64 {
        let [both, first, second, neither] =
            [self.both, self.first_alone, self.second_alone, self.neither]
                .map(|count| count as f64);
        let n = both + first + second + neither;
        let margins = [both + first, second + neither, both + second, first + neither];
        let root: f64 = margins.iter().map(|margin| margin.sqrt()).product();
        if root == 0.0 {
            return 0.0;
        }
        let excess = both * neither - first * second;
        let excess = if excess > 0.0 { (excess - n / 2.0).max(0.0) } else { excess };
        excess / root
    }
}

/// Whole numbers of which the mean is wanted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sums {
    count: u64,
    sum: u64,
    squares: u64,
}

/// A mean; its interval where two numbers at least say how far they scatter.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Mean {
    pub mean: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<Interval>,
}

impl Sums {
    /// One more number.
    pub fn add(&mut self, number: u64) {
        self.count += 1;
        self.sum += number;
        self.squares += number * number;
    }

    /// The mean with Student's interval.
    pub fn mean(&self) -> Option<Mean> {
        if self.count == 0 {
            return None;
        }
        let n = self.count as f64;
        let mean = self.sum as f64 / n;
        let interval = (self.count > 1).then(|| {
            // Whole numbers: nothing is lost where the numbers are large and alike.
            let scatter = u128::from(self.count) * u128::from(self.squares)
                - u128::from(self.sum) * u128::from(self.sum);
            let variance = scatter as f64 / (n * (n - 1.0));
            let half = student(self.count - 1) * (variance / n).sqrt();
            Interval(mean - half, mean + half)
        });
        Some(Mean { mean, interval })
    }
}

/// The 97.5 % points of Student's distribution for few degrees of freedom, from one on, as the tables
/// have them.
const STUDENT: [f64; 9] = [12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622];

/// The 97.5 % point of Student's distribution; beyond the table by the expansion 26.7.5 of Abramowitz
/// and Stegun, "Handbook of Mathematical Functions" (1964), right to four digits there.
fn student(freedom: u64) -> f64 {
    let place = usize::try_from(freedom.saturating_sub(1)).unwrap_or(usize::MAX);
    match STUDENT.get(place) {
        Some(point) => *point,
        None => {
            let v = freedom as f64;
            let square = Z * Z;
            let terms = [
                (square + 1.0) / 4.0,
                ((5.0 * square + 16.0) * square + 3.0) / 96.0,
                (((3.0 * square + 19.0) * square + 17.0) * square - 15.0) / 384.0,
                ((((79.0 * square + 776.0) * square + 1482.0) * square - 1920.0) * square - 945.0)
                    / 92_160.0,
            ];
            let sum = terms.iter().rev().fold(0.0, |sum, term| (sum + term) / v);
            Z * (1.0 + sum)
        }
    }
}

/// A share in hundredths, to about three digits.
pub fn percent(share: f64) -> String {
    let hundredths = share * 100.0;
    let digits = match hundredths.abs() {
        0.0 => 0,
        size if size >= 99.95 => 0,
        size if size >= 10.0 => 1,
        size if size >= 0.1 => 2,
        size if size >= 0.01 => 3,
        size if size >= 0.001 => 4,
        _ => 6,
    };
    format!("{hundredths:.digits$}").replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, published: f64, digits: i32) {
        let unit = 10f64.powi(-digits);
        assert!((found - published).abs() <= 0.51 * unit, "{found} is not {published}");
    }

    #[test]
    fn wilsons_intervals_are_the_published_ones() {
        // The table of Newcombe's paper on one proportion, method 3, and two from textbooks.
        for (yes, all, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
            (0, 10, 0.0, 0.2775),
            (5, 10, 0.2366, 0.7634),
        ] {
            let Interval(found_low, found_high) = wilson(yes, all).unwrap();
            near(found_low, low, 4);
            near(found_high, high, 4);
            let Interval(other_low, other_high) = wilson(all - yes, all).unwrap();
            near(other_low, 1.0 - found_high, 9);
            near(other_high, 1.0 - found_low, 9);
        }
        assert_eq!(wilson(0, 0), None);
    }

    #[test]
    fn paired_differences_are_the_published_ones() {
        // Newcombe's example; airway hyper-responsiveness before and after a transplantation, as in
        // Fagerland, Lydersen and Laake, Statistics in Medicine 33 (2014), 2850–2875.
        let newcombe = Paired { both: 36, first_alone: 2, second_alone: 12, neither: 0 };
        let (difference, Interval(low, high)) = newcombe.difference().unwrap();
        near(difference, 0.2, 4);
        near(low, 0.0569, 4);
        near(high, 0.3404, 4);
        let airways = Paired { both: 1, first_alone: 7, second_alone: 1, neither: 12 };
        let (difference, Interval(low, high)) = airways.difference().unwrap();
        near(difference, -6.0 / 21.0, 9);
        near(low, -0.507, 3);
        near(high, -0.026, 3);
    }

    #[test]
    fn paired_differences_change_their_sign_with_the_order() {
        for counts in [[3, 9, 4, 80], [0, 0, 0, 50], [50, 0, 0, 0], [0, 5, 5, 0], [0, 0, 7, 0]] {
            let [both, first_alone, second_alone, neither] = counts;
            let one = Paired { both, first_alone, second_alone, neither };
            let other = Paired { first_alone: second_alone, second_alone: first_alone, ..one };
            let (difference, Interval(low, high)) = one.difference().unwrap();
            let (turned, Interval(turned_low, turned_high)) = other.difference().unwrap();
            near(turned, -difference, 9);
            near(turned_low, -high, 9);
            near(turned_high, -low, 9);
            assert!(low <= difference && difference <= high && low < high);
        }
        assert_eq!(Paired::default().difference(), None);
    }

    #[test]
    fn students_points_are_those_of_the_tables() {
        for (freedom, point) in [
            (1, 12.706),
            (9, 2.262),
            (10, 2.228),
            (11, 2.201),
            (15, 2.131),
            (30, 2.042),
            (60, 2.000),
            (120, 1.980),
            (1_000_000, 1.960),
        ] {
            near(student(freedom), point, 3);
        }
        // Neither the table nor the passage from it to the expansion makes a step upwards.
        assert!((1..200).all(|freedom| student(freedom) > student(freedom + 1)));
    }

    #[test]
    fn means_are_those_of_a_computation_by_hand() {
        // 2, 4, 4, 6: mean 4, variance 8/3, half width 3.182 × √(8/3 ÷ 4).
        let mut sums = Sums::default();
        assert_eq!(sums.mean(), None);
        sums.add(2);
        assert_eq!(sums.mean(), Some(Mean { mean: 2.0, interval: None }));
        [4, 4, 6].into_iter().for_each(|number| sums.add(number));
        let Mean { mean, interval: Some(Interval(low, high)) } = sums.mean().unwrap() else {
            panic!("four numbers have an interval")
        };
        near(mean, 4.0, 9);
        near(low, 4.0 - 3.182 * 0.8165, 2);
        near(high, 4.0 + 3.182 * 0.8165, 2);
    }
}
