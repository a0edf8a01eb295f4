//! The page: notes first, then people, then bots, then how it was computed.

use std::collections::BTreeMap;

use super::predicted::predicted;
use super::sets::{correlations, needed, round, sample_size};
use crate::play::{Measures, Play};
use crate::report::answers::Answers;
use crate::report::figures::{Figures, Group, figures};
use crate::report::share::{Sample, SampleSize};
use crate::report::words::{counted, escaped, percent};
use crate::report::{fit, ranks};

const STYLE: &str = include_str!("report.css");

/// Who is spoken of. Where there are bots, every table and figure says whose it is.
pub(super) enum Who {
    OnlyPeople,
    People,
    Bots,
}

impl Who {
    /// The beginning of a caption.
    pub fn begin(&self) -> String {
        match self {
            Who::OnlyPeople => "",
            Who::People => "People. ",
            Who::Bots => "Bots. ",
        }
        .to_owned()
    }
}

/// The report as one HTML file; its arguments are those of [`figures`].
pub fn html(
    title: &str,
    sample: &Sample,
    plays: &[Play],
    measures: &BTreeMap<String, Measures>,
    missing: &[String],
) -> String {
    let figures = figures(title, sample, plays, measures, missing);
    let title = escaped(&full_title(&figures));
    let mut body = format!("<h1>{title}</h1>\n{}", notes(&figures.notes));
    let who = match figures.bots {
        Some(_) => Who::People,
        None => Who::OnlyPeople,
    };
    let groups = [
        (who, &figures.people, false),
        (Who::Bots, &figures.bots, true),
    ];
    body += "<section>\n<h2>How many answers are needed</h2>\n";
    body += &needed(&figures.sample);
    for (who, group, _) in &groups {
        if let Some(group) = group {
            body += &sample_size(who, group, &figures.sample);
        }
    }
    body += "</section>\n";
    for (who, group, are_bots) in &groups {
        if let Some(group) = group {
            let answers = Answers::of(plays, *are_bots);
            body += &part(who, group, &figures.sample);
            body += &predicted(who, &group.predictors, &answers.plays, measures);
            body += "</section>\n";
        }
    }
    body += &how(&figures.sample);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n"
    )
}

fn full_title(figures: &Figures) -> String {
    let title = &figures.title;
    match (&figures.people, &figures.bots) {
        (None, Some(_)) => format!("{title} – played by bots, not by people"),
        (Some(_), Some(_)) => format!("{title} – people, and bots apart from them"),
        _ => title.clone(),
    }
}

fn notes(notes: &[String]) -> String {
    if notes.is_empty() {
        return "<p>Nothing is missing.</p>\n".to_owned();
    }
    let each = notes
        .iter()
        .map(|note| format!("<li>{}</li>\n", escaped(note)));
    let each: String = each.collect();
    format!("<div class=\"notes\"><h2>Read this first</h2>\n<ul>\n{each}</ul></div>\n")
}

/// The part of one kind of players, up to what predicts the stars.
fn part(who: &Who, group: &Group, size: &SampleSize) -> String {
    let (name, kind) = match who {
        Who::OnlyPeople => ("The answers", ""),
        Who::People => ("People", ""),
        Who::Bots => (
            "Bots",
            "<p class=\"who\">Players of the program, with noise. They try out the study and say nothing of people.</p>\n",
        ),
    };
    let mut html = format!(
        "<section>\n<h2>{name}: {}, {}</h2>\n{kind}",
        counted(group.participants, "participant", "participants"),
        counted(group.plays, "play", "plays")
    );
    for of in &group.rounds {
        html += &round(who, of, size);
    }
    html + &correlations(who, &group.correlations)
}

/// How it was computed.
fn how(size: &SampleSize) -> String {
    let points = [
        format!("Intervals of shares are Wilson’s, with a confidence of {}.", percent(Some(size.confidence))),
        "The sign test is exact and two-sided: how likely a fair coin is as far from one half. Its corrected p is \
         Holm’s, over all sign tests of this kind of players."
            .to_owned(),
        "Where the log of a play does not fit the rules, its stars and comparisons count, and nothing of its log does.".to_owned(),
        "Pearson’s correlation of two columns is over the plays that know both.".to_owned(),
        format!(
            "Rank correlations are Spearman’s; equal values share their mean rank. The 95 % intervals are \
             percentiles of {} samples of participants, drawn with all that they played, since answers of one \
             participant are alike. Fewer than {} participants have none.",
            ranks::N_RESAMPLES,
            ranks::FEWEST_PARTICIPANTS
        ),
        format!(
            "Their p is the share of {} shuffles of the stars in which stars and measure go together as closely, in \
             either direction. It treats plays as exchangeable, which holds where levels are handed out at random and a \
             measure does not change from round to round. Its corrected p is Holm’s, over all measures and both questions.",
            ranks::N_SHUFFLES
        ),
        format!(
            "The fit is a ridge regression over standardised measures: those known for at least nine of ten plays, in plays that \
             have them all. Participants are split into {} folds. Each fold is predicted by a fit to the others, with a penalty that \
             is chosen among the others. R² is 1 minus the squared errors over those of the mean of the others. The rank correlation \
             is that of the given stars and of how far the prediction is above that mean. The intervals draw participants, \
             with the predictions as they are. Fewer than {} participants have no fit.",
            fit::N_FOLDS,
            fit::FEWEST_PARTICIPANTS
        ),
        "All that is drawn by lot has fixed seeds: the same answers give the same report.".to_owned(),
    ];
    let points = points
        .iter()
        .map(|point| format!("<li>{}</li>\n", escaped(point)));
    let points: String = points.collect();
    format!("<section>\n<h2>How this was computed</h2>\n<ul>\n{points}</ul>\n</section>\n")
}
