//! Seeded random numbers. The same seed gives the same numbers on every machine, since no function of the system's
//! mathematical library is used.

/// A generator of random numbers: xoshiro256++ by Blackman and Vigna (<https://prng.di.unimi.it/>).
#[derive(Clone, Debug)]
pub struct Random {
    state: [u64; 4],
}

impl Random {
    /// Makes a generator. Its state is filled by SplitMix64, as the authors recommend.
    pub fn new(seed: u64) -> Self {
        let mut next = seed;
        let state = std::array::from_fn(|_| {
            next = next.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut mixed = next;
            mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            mixed ^ (mixed >> 31)
        });
        Self { state }
    }

    fn next(&mut self) -> u64 {
        let [a, b, c, d] = self.state;
        let result = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
        let (c, d) = (c ^ a, d ^ b);
        self.state = [a ^ d, b ^ c, c ^ (b << 17), d.rotate_left(45)];
        // In the original, `b` and `a` are combined with the new `c` and `d`, as here.
        result
    }

    /// Returns a number from 0 up to, but not including, 1.
    pub fn uniform(&mut self) -> f64 {
        // The upper 53 bits, which a double holds exactly.
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Returns a number below `limit`, which must not be 0.
    pub fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.next()) * limit as u128) >> 64) as usize
    }

    /// Returns an exponentially distributed number with the mean 1, by von Neumann's method of comparisons ("Various
    /// techniques used in connection with random digits", 1951): no logarithm is needed.
    pub fn exponential(&mut self) -> f64 {
        let mut whole = 0.0;
        loop {
            let first = self.uniform();
            let (mut last, mut runs) = (first, 1_u32);
            loop {
                let next = self.uniform();
                if next >= last {
                    break;
                }
                last = next;
                runs += 1;
            }
            if runs % 2 == 1 {
                return whole + first;
            }
            whole += 1.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_reference_implementation() {
        // The first numbers of xoshiro256++ with the state 1, 2, 3, 4, as the crate rand_xoshiro tests it.
        let mut random = Random { state: [1, 2, 3, 4] };
        let expected =
            [41_943_041, 58_720_359, 3_588_806_011_781_223, 3_591_011_842_654_386, 9_228_616_714_210_784_205];
        assert_eq!(std::array::from_fn(|_| random.next()), expected);
    }

    #[test]
    fn exponential_numbers_have_the_mean_and_the_variance_1() {
        let mut random = Random::new(1);
        let numbers: Vec<f64> = (0..400_000).map(|_| random.exponential()).collect();
        let count = numbers.len() as f64;
        let mean = numbers.iter().sum::<f64>() / count;
        let variance = numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / count;
        assert!((mean - 1.0).abs() < 0.01 && (variance - 1.0).abs() < 0.02, "{mean} {variance}");
        let above_two = numbers.iter().filter(|number| **number > 2.0).count() as f64 / count;
        assert!((above_two - 0.135_335).abs() < 0.002, "{above_two}");
    }

    #[test]
    fn numbers_below_a_limit_are_even() {
        let (mut random, mut counts) = (Random::new(2), [0; 7]);
        (0..70_000).for_each(|_| counts[random.below(7)] += 1);
        assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
    }
}
