//! Proposes ice: rocks and snow are strewn over a board inside a ring of rocks, then
//! avatar and exit are put on ice, all at random.

use playproof_game::{
    GameOption, LevelDesign, LevelGenerator, NoProposal, OptionKind, Options, Proposer, Stream,
    Watch,
};

/// The generator of ice.
pub(crate) struct StrewnRocks;

const OPTIONS: &[GameOption] = &[
    GameOption::new(
        "columns",
        "N",
        "Columns inside the ring of rocks.",
        Some("10"),
        OptionKind::Number(2, 200),
    ),
    GameOption::new(
        "rows",
        "N",
        "Rows inside the ring of rocks.",
        Some("10"),
        OptionKind::Number(2, 200),
    ),
    GameOption::new(
        "rocks",
        "PERCENT",
        "How much of the board is rock.",
        Some("15"),
        OptionKind::Number(0, 90),
    ),
    GameOption::new(
        "snow",
        "PERCENT",
        "How much of the board is snow.",
        Some("0"),
        OptionKind::Number(0, 90),
    ),
];

impl LevelGenerator for StrewnRocks {
    fn heading(&self) -> Option<&'static str> {
        Some("Ice")
    }

    fn options(&self) -> &'static [GameOption] {
        OPTIONS
    }

    fn examples(&self) -> &'static [&'static str] {
        &["ice --columns 12 --rows 8 --maximize shortest --of 500 --out slides"]
    }

    fn figures(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("shortest", "Slides."),
            ("stops", "Places to stop."),
            ("difficulty", "Moves and wrong turns together."),
        ]
    }

    fn keeps_tiles(&self) -> bool {
        true
    }

    fn design(&self, options: &Options) -> Result<Box<dyn LevelDesign>, String> {
        let number = |name: &str| options.parsed::<usize>(name).expect("it has a default");
        let strewn = Strewn {
            columns: number("columns"),
            rows: number("rows"),
            rocks: number("rocks"),
            snow: number("snow"),
        };
        // The avatar and an exit need a place each.
        match strewn.n(strewn.rocks) + strewn.n(strewn.snow) + 2 > strewn.columns * strewn.rows {
            true => Err("rocks and snow leave no room for the avatar and the exit".to_owned()),
            false => Ok(Box::new(strewn)),
        }
    }
}

/// How much of what is strewn.
#[derive(Clone, Copy)]
struct Strewn {
    columns: usize,
    rows: usize,
    rocks: usize,
    snow: usize,
}

impl Strewn {
    /// So many percent of the board, as a number of places.
    fn n(&self, percent: usize) -> usize {
        self.columns * self.rows * percent / 100
    }
}

impl LevelDesign for Strewn {
    fn proposer(&self) -> Box<dyn Proposer> {
        Box::new(*self)
    }

    fn settings(&self) -> Vec<(&'static str, Option<String>)> {
        let all = [
            ("columns", self.columns),
            ("rows", self.rows),
            ("rocks", self.rocks),
            ("snow", self.snow),
        ];
        all.map(|(name, n)| (name, Some(n.to_string()))).to_vec()
    }
}

impl Proposer for Strewn {
    fn propose(
        &mut self,
        seed: u64,
        number: u64,
        title: &str,
        _watch: &dyn Watch,
    ) -> Result<String, NoProposal> {
        let mut stream = Stream::new(seed, number);
        let n = self.columns * self.rows;
        let mut letters = vec!['~'; n];
        // The first places of a random order get what there is.
        let mut order: Vec<usize> = (0..n).collect();
        let strewn = [
            ('#', self.n(self.rocks)),
            (':', self.n(self.snow)),
            ('A', 1),
            ('G', 1),
        ];
        let strewn = strewn
            .into_iter()
            .flat_map(|(letter, n)| std::iter::repeat_n(letter, n));
        for (i, letter) in strewn.enumerate() {
            let j = i + stream.below(n - i);
            order.swap(i, j);
            letters[order[i]] = letter;
        }
        let edge = "#".repeat(self.columns + 2);
        let rows = letters
            .chunks(self.columns)
            .map(|row| row.iter().collect::<String>());
        let rows: Vec<String> = rows.map(|row| format!("#{row}#\n")).collect();
        Ok(format!("; {title}\n{edge}\n{}{edge}\n", rows.concat()))
    }
}
