//! A design of generated levels: what is asked for, and proposals of it.

use playproof_game::{LevelDesign, NoProposal, Options, Proposer, Stage, Stream, Watch};
use playproof_model::Property;

use super::header::{self, Header, PUSHES};
use super::options::{objective, range, size};
use super::sweep::{Archive, Axis, Budget, SweepFound, WalkSettings, Walker, apart, canonical};

/// What levels are asked for.
#[derive(Clone, Debug)]
pub struct SokobanDesign {
    boxes: (u32, u32),
    walk: WalkSettings,
    iterations: u64,
    apart: usize,
    is_diverse: bool,
    /// The options as they were given, for the journal.
    asked: Vec<(&'static str, Option<String>)>,
}

/// The best so far is looked for in so many parts of the work.
const PARTS: u64 = 20;

/// An archive is of about so many walks.
const WALKS: u64 = 40;

/// The archive's steps: in pushes, and in insight.
const PUSHES_A_STEP: f64 = 5.0;
const INSIGHT_A_STEP: f64 = 0.5;

impl SokobanDesign {
    /// The design that options ask for, or why there is none.
    pub fn new(options: &Options) -> Result<SokobanDesign, String> {
        let text = |name: &str| options.get(name).unwrap_or_default();
        let (size, boxes) = (size(text("size"))?, range(text("boxes"))?);
        let objective = objective(text("objective"))?;
        let apart = options.parsed("apart").unwrap_or(0);
        let walk = WalkSettings {
            band: options.get("pushes").map(range).transpose()?,
            apart,
            ..WalkSettings::new(size, boxes.0 as usize, objective)
        };
        for n in [boxes.0, boxes.1] {
            let settings = WalkSettings {
                boxes: n as usize,
                ..walk.clone()
            };
            settings.check().map_err(|error| error.to_string())?;
        }
        let names = [
            "size",
            "boxes",
            "objective",
            "pushes",
            "iterations",
            "apart",
        ];
        let given = |&name: &&'static str| (name, options.get(name).map(str::to_owned));
        let mut asked: Vec<_> = names.iter().map(given).collect();
        let is_diverse = options.is_on("diverse");
        asked.push(("diverse", is_diverse.then(|| "yes".to_owned())));
        Ok(SokobanDesign {
            boxes,
            walk,
            iterations: options.parsed("iterations").unwrap_or(5000),
            apart,
            is_diverse,
            asked,
        })
    }

    /// The settings of a proposal: of several numbers of boxes each in turn.
    fn settings(&self, number: u64) -> WalkSettings {
        let n_choices = u64::from(self.boxes.1 - self.boxes.0) + 1;
        WalkSettings {
            boxes: (u64::from(self.boxes.0) + number % n_choices) as usize,
            ..self.walk.clone()
        }
    }

    /// The best level of a walk.
    fn best(&self, seed: u64, number: u64, watch: &dyn Watch) -> Result<SweepFound, NoProposal> {
        let mut walker = walker(self.settings(number), seed, number)?;
        let is_over = || watch.is_over() || watch.is_enough();
        let mut best: Option<SweepFound> = None;
        // With seconds for a level, they alone count.
        let mut layouts = 0;
        let part = (self.iterations / PARTS).max(1);
        while !is_over() && (layouts < self.iterations || watch.takes_its_time()) {
            layouts += part;
            let budget = Budget {
                layouts,
                is_over: &is_over,
            };
            let found = walker.best(budget);
            let score = |found: &Option<SweepFound>| found.as_ref().map(|found| found.score);
            if score(&found) > score(&best) {
                best = found;
            }
            if let Some(best) = &best {
                watch.look(&|| (summary(best), best.rows.clone()));
            }
        }
        if watch.is_over() {
            return Err(NoProposal::TimeIsOver);
        }
        best.ok_or_else(|| NoProposal::None("no level was found that fits".to_owned()))
    }

    /// The best levels by pushes and insight, of as many walks as there is work for.
    fn archive(&self, seed: u64, watch: &dyn Watch) -> Result<Archive<SweepFound>, NoProposal> {
        let axis = |name: &str, step, n_steps| Axis {
            name: name.to_owned(),
            least: 0.0,
            step,
            n_steps,
        };
        let mut archive = Archive::new(
            axis("pushes", PUSHES_A_STEP, 24),
            axis("insight", INSIGHT_A_STEP, 24),
        );
        let n_choices = u64::from(self.boxes.1 - self.boxes.0) + 1;
        let is_over = || watch.is_over() || watch.is_enough();
        for number in 0..n_choices {
            // Many short walks instead of few long ones.
            let mut settings = self.settings(number);
            settings.pace.patience = (self.iterations / WALKS).max(1);
            let mut walker = walker(settings, seed, number)?;
            let budget = Budget {
                layouts: self.iterations / n_choices,
                is_over: &is_over,
            };
            while let Some(found) = walker.next(budget) {
                let figures = [f64::from(found.pushes), found.insight.unwrap_or(0.0)];
                watch.look(&|| (summary(&found), found.rows.clone()));
                archive.offer(figures, found.score, found);
            }
        }
        match watch.is_over() {
            true => Err(NoProposal::TimeIsOver),
            false => Ok(archive),
        }
    }
}

/// Walks with a number of their own for each seed and proposal.
fn walker(settings: WalkSettings, seed: u64, number: u64) -> Result<Walker, NoProposal> {
    let own = Stream::new(seed, number).word();
    let walker = Walker::new(settings, own, &[]);
    walker.map_err(|error| NoProposal::None(error.to_string()))
}

fn summary(found: &SweepFound) -> String {
    let SweepFound { pushes, moves, .. } = found;
    format!("best {pushes} pushes, {moves} moves")
}

fn header(found: &SweepFound) -> Header {
    let keys = found.key_moves_by_third.map(|n| n.to_string());
    let mut lines = vec![
        (PUSHES, found.pushes.to_string()),
        ("Moves", found.moves.to_string()),
        ("Box-changes", found.box_changes.to_string()),
    ];
    if let Some(insight) = found.insight {
        lines.push(("Insight", format!("{insight:.2}")));
    }
    lines.push(("Key-moves-by-third", keys.join(" ")));
    Header {
        lines,
        lurd: found.lurd.clone(),
    }
}

impl LevelDesign for SokobanDesign {
    fn proposer(&self) -> Box<dyn Proposer> {
        Box::new(SokobanProposer {
            design: self.clone(),
            archive: None,
        })
    }

    fn settings(&self) -> Vec<(&'static str, Option<String>)> {
        self.asked.clone()
    }

    fn claims(&self, text: &str) -> Vec<Property> {
        header::claims(text)
    }

    fn header(&self, text: &str) -> (Vec<(String, String)>, Option<String>) {
        header::read(text)
    }

    fn is_near(&self, text: &str, other: &str) -> bool {
        let (one, other) = (header::rows(text), header::rows(other));
        canonical(&one) == canonical(&other) || apart(&one, &other) < self.apart
    }

    fn is_anytime(&self) -> bool {
        true
    }

    fn extension(&self) -> &'static str {
        "xsb"
    }

    fn stages(&self, seed: u64, _number: u64) -> Option<Vec<Stage>> {
        let archive = self
            .is_diverse
            .then(|| self.archive(seed, &|| false))?
            .ok()?;
        let n = archive.n_filled();
        Some(vec![Stage {
            caption: format!("the archive of seed {seed}: {n} levels by pushes and insight"),
            rows: archive.drawn(),
        }])
    }
}

struct SokobanProposer {
    design: SokobanDesign,
    /// The levels of an archive, once it was made for this seed.
    archive: Option<(u64, Vec<SweepFound>)>,
}

impl SokobanProposer {
    /// The level of an archive with this number.
    fn elite(
        &mut self,
        seed: u64,
        number: u64,
        watch: &dyn Watch,
    ) -> Result<SweepFound, NoProposal> {
        if self.archive.as_ref().is_none_or(|(of, _)| *of != seed) {
            let archive = self.design.archive(seed, watch)?;
            let levels = archive.elites().map(|(_, elite)| elite.level.clone());
            self.archive = Some((seed, levels.collect()));
        }
        let levels = self.archive.as_ref().map_or(&[][..], |(_, levels)| levels);
        let level = levels.get(number as usize).cloned();
        let n = levels.len();
        level.ok_or_else(|| NoProposal::None(format!("the archive has no more than {n} levels")))
    }
}

impl Proposer for SokobanProposer {
    fn propose(
        &mut self,
        seed: u64,
        number: u64,
        title: &str,
        watch: &dyn Watch,
    ) -> Result<String, NoProposal> {
        let found = match self.design.is_diverse {
            true => self.elite(seed, number, watch)?,
            false => self.design.best(seed, number, watch)?,
        };
        Ok(header(&found).above(title, &found.rows))
    }
}
