//! A design of generated levels: what is asked for, and proposals of it.

use std::cmp::Reverse;

use playproof_game::{LevelDesign, NoProposal, Options, Proposer, Stage, Stream, Watch};
use playproof_model::Property;

use super::header;
use super::made::{Made, of_tree};
use super::options::{objective, range, size, tree};
use super::sweep::{
    Archive, Axis, Budget, Figure, SweepFound, WalkSettings, Walker, apart, canonical, diverse,
};
use super::tree::{self, Metric, Reduction, TreeRun, TreeSettings};

/// What levels are asked for.
#[derive(Clone, Debug)]
pub struct SokobanDesign {
    boxes: (u32, u32),
    walk: WalkSettings,
    tree: TreeSettings,
    method: Method,
    iterations: u64,
    apart: usize,
    is_diverse: bool,
    /// The options as they were given, for the journal.
    asked: Vec<(&'static str, Option<String>)>,
}

/// How levels are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Method {
    Sweep,
    Tree,
    Both,
}

/// Iterations of the tree search for each layout that a walk would try: about as long.
const ITERATIONS_A_LAYOUT: u64 = 100;

/// The boxes of levels at which a walk begins, if nothing else is asked for.
const FEW_BOXES: (u32, u32) = (3, 4);

/// How many layers of the tree its page shows, and how many children of a node.
const PAGE_LAYERS: usize = 4;
const PAGE_CHILDREN: usize = 3;

/// The best so far is looked for in so many parts of the work.
const PARTS: u64 = 20;

/// The archive's steps, and how wide they are in pushes and in insight.
const STEPS: usize = 24;
const PUSHES_A_STEP: f64 = 5.0;
const INSIGHT_A_STEP: f64 = 0.5;

impl SokobanDesign {
    /// The design that options ask for, or why there is none.
    pub fn new(options: &Options) -> Result<SokobanDesign, String> {
        let text = |name: &str| options.get(name).unwrap_or_default();
        let size = size(text("size"))?;
        let given = options.get("boxes").map(range).transpose()?;
        let boxes = given.unwrap_or((4, 4));
        let method = match text("method") {
            "tree" => Method::Tree,
            "both" => Method::Both,
            _ => Method::Sweep,
        };
        let mut tree = tree(text("improve"), size)?;
        // A walk that follows cannot sweep many boxes.
        let limits = given.or((method == Method::Both).then_some(FEW_BOXES));
        if let (Some(reduction), Some((min_boxes, max_boxes))) = (&mut tree.reduction, limits) {
            *reduction = Reduction {
                min_boxes,
                max_boxes,
                ..*reduction
            };
        }
        if text("metric") == "geometric" {
            tree.metric = Metric::GeometricMean;
        }
        if method != Method::Sweep {
            tree.check().map_err(|error| error.to_string())?;
        }
        let objective = objective(text("objective"))?;
        let apart = options.parsed("apart").unwrap_or(0);
        let n_cells = (size.0 + 2) * (size.1 + 2);
        if apart > n_cells {
            return Err(format!(
                "no two levels of {n_cells} cells differ in {apart}"
            ));
        }
        let walk = WalkSettings {
            band: options.get("pushes").map(range).transpose()?,
            apart,
            ..WalkSettings::new(size, boxes.0 as usize, objective)
        };
        for n in [boxes.0, boxes.1]
            .into_iter()
            .filter(|_| method != Method::Tree)
        {
            let settings = WalkSettings {
                boxes: n as usize,
                ..walk.clone()
            };
            settings.check().map_err(|error| error.to_string())?;
        }
        let names = [
            "size",
            "method",
            "improve",
            "metric",
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
            tree,
            method,
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

    /// The best level of a walk, from a given level or from anywhere.
    fn best(
        &self,
        seed: u64,
        number: u64,
        start: Option<Vec<String>>,
        watch: &dyn Watch,
    ) -> Result<SweepFound, NoProposal> {
        let mut settings = self.settings(number);
        let starts: Vec<Vec<String>> = start.into_iter().collect();
        if let Some(rows) = starts.first() {
            let letters = rows.iter().flat_map(|row| row.chars());
            settings.boxes = letters.filter(|c| "$*".contains(*c)).count();
        }
        let mut walker = walker(settings, seed, number, &starts)?;
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

    /// The best level of a tree search.
    fn by_tree(
        &self,
        seed: u64,
        number: u64,
        watch: &dyn Watch,
    ) -> Result<tree::TreeFound, NoProposal> {
        let none = |error: tree::TreeError| NoProposal::None(error.to_string());
        let mut run = self.tree_run(seed, number).map_err(none)?;
        let part = (self.iterations / PARTS).max(1) * ITERATIONS_A_LAYOUT;
        // Where a walk follows, the rest of the time is for that.
        let takes_all = self.method == Method::Tree && watch.takes_its_time();
        let mut parts = 0;
        while (parts < PARTS || takes_all) && !watch.is_over() && !watch.is_enough() {
            parts += 1;
            run.run(&mut tree::Budget {
                n_iterations: part,
                is_over: &mut || watch.is_over() || watch.is_enough(),
                seconds: &mut || 0.0,
            });
            if let Some(best) = run.found() {
                watch.look(&|| (format!("best score {:.3}", best.score), best.rows.clone()));
            }
        }
        match (watch.is_over(), run.found()) {
            (true, _) => Err(NoProposal::TimeIsOver),
            (false, Some(found)) => Ok(found),
            (false, None) => Err(none(tree::TreeError::NothingFound(
                run.stats().n_iterations,
            ))),
        }
    }

    fn tree_run(&self, seed: u64, number: u64) -> Result<TreeRun, tree::TreeError> {
        TreeRun::new(&self.tree, Stream::new(seed, number).word())
    }

    /// The best levels by pushes and insight.
    fn archive(&self, seed: u64, watch: &dyn Watch) -> Result<Archive<SweepFound>, NoProposal> {
        let axis = |name: &str, step| Axis {
            name: name.to_owned(),
            least: 0.0,
            step,
            n_steps: STEPS,
        };
        let axes = [
            axis("pushes", PUSHES_A_STEP),
            axis("insight", INSIGHT_A_STEP),
        ];
        let is_over = || watch.is_over() || watch.is_enough();
        let budget = Budget {
            layouts: match watch.takes_its_time() {
                true => u64::MAX,
                false => self.iterations,
            },
            is_over: &is_over,
        };
        let figures = [Figure::Pushes, Figure::Insight];
        let archive = diverse(&self.settings(0), seed, figures, axes, budget);
        match watch.is_over() {
            true => Err(NoProposal::TimeIsOver),
            false => archive.map_err(|error| NoProposal::None(error.to_string())),
        }
    }
}

/// Walks with a number of their own for each seed and proposal.
fn walker(
    settings: WalkSettings,
    seed: u64,
    number: u64,
    starts: &[Vec<String>],
) -> Result<Walker, NoProposal> {
    let own = Stream::new(seed, number).word();
    let walker = Walker::new(settings, own, starts);
    walker.map_err(|error| NoProposal::None(error.to_string()))
}

fn summary(found: &SweepFound) -> String {
    let SweepFound { pushes, moves, .. } = found;
    format!("best {pushes} pushes, {moves} moves")
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

    fn is_made_at_once(&self) -> bool {
        self.is_diverse
    }

    fn extension(&self) -> &'static str {
        "xsb"
    }

    fn search_page(&self, seed: u64, number: u64) -> Option<String> {
        let mut run =
            (self.method != Method::Sweep).then(|| self.tree_run(seed, number).ok())??;
        let n_iterations = self.iterations * ITERATIONS_A_LAYOUT;
        run.run(&mut tree::Budget {
            n_iterations,
            is_over: &mut || false,
            seconds: &mut || 0.0,
        });
        Some(run.page(PAGE_LAYERS, PAGE_CHILDREN))
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

const UNMEASURED: &str = "too many states to know the fewest pushes";

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
            let mut levels: Vec<_> = archive.elites().collect();
            // Those with most insight first, of each amount those with most pushes.
            levels.sort_by_key(|([pushes, insight], _)| (Reverse(*insight), Reverse(*pushes)));
            let levels = levels.into_iter().map(|(_, elite)| elite.level.clone());
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
        if self.design.is_diverse {
            let made = Made::from(self.elite(seed, number, watch)?);
            return Ok(made.header.above(title, &made.rows));
        }
        let design = &self.design;
        let made: Made = match design.method {
            Method::Sweep => design.best(seed, number, None, watch)?.into(),
            Method::Tree => {
                let found = design.by_tree(seed, number, watch)?;
                let made = of_tree(&found);
                let made = made.ok_or_else(|| NoProposal::None(UNMEASURED.to_owned()))?;
                let band = design.walk.band.unwrap_or((0, u32::MAX));
                if !(band.0..=band.1).contains(&made.pushes) {
                    let why = "the fewest pushes are out of the range that is wanted";
                    return Err(NoProposal::None(why.to_owned()));
                }
                made
            }
            Method::Both => {
                let start = design.by_tree(seed, number, watch)?.rows;
                design.best(seed, number, Some(start), watch)?.into()
            }
        };
        Ok(made.header.above(title, &made.rows))
    }
}
