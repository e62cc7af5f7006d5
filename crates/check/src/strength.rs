//! Which of two players is stronger, and how sure that is.

/// The games of two players, as the first of them counts them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games won.
    pub won: usize,
    /// Games drawn.
    pub drawn: usize,
    /// Games lost.
    pub lost: usize,
}

/// So many standard deviations hold 95 of 100 games' results.
const SURE: f64 = 1.96;

impl Tally {
    /// All games.
    pub fn games(self) -> usize {
        self.won + self.drawn + self.lost
    }

    /// The share of the points, from 0 to 1.
    pub fn share(self) -> f64 {
        (self.won as f64 + self.drawn as f64 / 2.0) / self.games().max(1) as f64
    }

    /// The share that these games allow with a probability of 95 %, after Wilson: it holds for few games, and where one won all.
    pub fn allowed(self) -> [f64; 2] {
        let (games, share) = (self.games().max(1) as f64, self.share());
        let shrunk = 1.0 + SURE * SURE / games;
        let middle = (share + SURE * SURE / (2.0 * games)) / shrunk;
        let half = SURE / shrunk
            * (share * (1.0 - share) / games + SURE * SURE / (4.0 * games * games)).sqrt();
        [(middle - half).max(0.0), (middle + half).min(1.0)]
    }

    /// The difference in Elo that this share stands for, and the one of the ends of its interval. Infinite where one won all.
    pub fn elo(self) -> (f64, [f64; 2]) {
        (elo(self.share()), self.allowed().map(elo))
    }

    /// The likelihood that the first is the stronger one, from 0 to 1, by the games that one of them won.
    pub fn superiority(self) -> f64 {
        let decided = (self.won + self.lost) as f64;
        if decided == 0.0 {
            return 0.5;
        }
        let apart = (self.won as f64 - self.lost as f64) / decided.sqrt();
        0.5 * (1.0 + libm::erf(apart / std::f64::consts::SQRT_2))
    }

    /// True where the interval of 95 % leaves out that both are equal.
    pub fn is_told(self) -> bool {
        let [low, high] = self.allowed();
        self.games() > 0 && (low > 0.5 || high < 0.5)
    }

    /// True where both have the same share, as far as these games show.
    pub fn is_level(self) -> bool {
        !self.is_told() && (self.share() - 0.5).abs() < 0.005
    }
}

fn elo(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}
