//! The part about measures: which of them predict the stars.

use std::collections::BTreeMap;

use super::charts::{correlations, scatter};
use super::document::Who;
use super::sets::{asked, figure, interval};
use super::table::{Cell, table};
use crate::play::{Measures, Play};
use crate::report::answers::Question;
use crate::report::fit::Fit;
use crate::report::predictors::{MeasureFigures, Predicted, Predictors, is_usable};
use crate::report::words::{chance, counted, escaped, number, percent, range};

/// Measures of which there is a scatter, beside *insight*.
const N_SCATTERS: usize = 3;

/// What predicts the stars.
pub(super) fn predicted(
    who: &Who,
    predictors: &Predictors,
    plays: &[&Play],
    measures: &BTreeMap<String, Measures>,
) -> String {
    let mut html = "<h3>Which measures predict the stars</h3>\n".to_owned();
    if predictors.plays == 0 {
        return html + "<p>No level that was played has measures.</p>\n";
    }
    let over = counted(predictors.plays, "play", "plays");
    html += &format!(
        "<p>What <code>playproof analyze</code> measures of a level, against the stars that players gave it, over {over}. \
         A rank correlation asks only whether more of one comes with more of the other; it does not show a cause. \
         It includes what differs between sets and rounds. <em>Within sets</em> plays are ranked only among those of the \
         same set and round.</p>\n"
    );
    if !predictors.constant.is_empty() {
        let names = escaped(&predictors.constant.join(", "));
        html += &format!("<p>The same in all these levels, and so of no use here: {names}.</p>\n");
    }
    for question in &predictors.questions {
        html += &of_question(who, question, plays, measures);
    }
    html
}

fn of_question(
    who: &Who,
    predicted: &Predicted,
    plays: &[&Play],
    measures: &BTreeMap<String, Measures>,
) -> String {
    let asked = asked(predicted.question);
    let mut html = format!("<h4>Stars for {asked}</h4>\n");
    html += &format!("<p>{}</p>\n", escaped(&summary(predicted, asked)));
    html += &format!("<p>{}</p>\n", escaped(&fit_in_words(predicted, asked)));
    if predicted.measures.is_empty() {
        return html;
    }
    let caption = format!(
        "{}Rank correlation of measures and stars for {asked}",
        who.begin()
    );
    html += &figure(&caption, &correlations(&caption, &predicted.measures));
    let rows = predicted.measures.iter().map(|of| {
        let class = if of.is_clear() { "clear" } else { "" };
        let cells = vec![
            Cell::number(&of.plays.to_string()),
            Cell::of(class, &number(of.rho, 2)),
            Cell::number(&range(of.low, of.high, 2)),
            Cell::number(&number(of.within, 2)),
            Cell::number(&range(of.within_low, of.within_high, 2)),
            Cell::number(&chance(of.p)),
            Cell::of(class, &chance(of.p_holm)),
        ];
        (of.measure.clone(), cells)
    });
    let rows: Vec<_> = rows.collect();
    let heads = [
        "measure",
        "plays",
        "rank correlation",
        "95 % interval",
        "within sets",
        "95 % interval",
        "p",
        "p, corrected",
    ];
    html += &table("", &caption, &heads, &rows);
    html += "<div class=\"row\">\n";
    for (i, of) in predicted.measures.iter().enumerate() {
        if i < N_SCATTERS || of.measure == "insight" {
            let points = points(predicted.question, &of.measure, plays, measures);
            let caption = format!("{}{} and stars for {asked}", who.begin(), of.measure);
            html += &figure(&caption, &scatter(&of.measure, asked, &points));
        }
    }
    html + "</div>\n"
}

fn points(
    question: Question,
    measure: &str,
    plays: &[&Play],
    measures: &BTreeMap<String, Measures>,
) -> Vec<(f64, u8)> {
    let value = |play: &Play| measures.get(&play.level)?.get(measure).copied();
    let points = plays
        .iter()
        .filter_map(|play| Some((value(play)?, question.stars(play))));
    points.filter(|(value, _)| is_usable(*value)).collect()
}

/// Which measures go with the stars, and whether *insight* does.
fn summary(predicted: &Predicted, asked: &str) -> String {
    let named = |of: &MeasureFigures| format!("{} ({})", of.measure, number(of.rho, 2));
    let clear = predicted
        .measures
        .iter()
        .filter(|of| of.is_clear())
        .map(named);
    let clear: Vec<String> = clear.collect();
    let n_measures = counted(predicted.measures.len(), "measure", "measures");
    let mut said = match clear.is_empty() {
        true => format!(
            "None of {n_measures} goes with the stars for {asked} more closely than chance does among so many."
        ),
        false => format!(
            "Of {n_measures}, {} with the stars for {asked} more closely than chance does among so many: {}.",
            counted(clear.len(), "goes", "go"),
            clear.join(", ")
        ),
    };
    match predicted.measures.iter().find(|of| of.measure == "insight") {
        Some(of) => {
            said += &format!(
                " Insight: {}, {}, p {} after correction.",
                number(of.rho, 2),
                interval(of.low, of.high),
                chance(of.p_holm)
            );
        }
        None => said += " Insight is not among them.",
    }
    said
}

/// Whether all measures together predict stars that the fit has not seen.
fn fit_in_words(predicted: &Predicted, asked: &str) -> String {
    let fit = match (&predicted.fit, &predicted.no_fit) {
        (Some(fit), _) => fit,
        (None, why) => {
            let why = why.as_deref().unwrap_or("it was not asked for");
            return format!("No fit of all measures together: {why}.");
        }
    };
    let Some(r2) = fit.r2 else {
        return format!("No fit of all measures together: all stars for {asked} are the same.");
    };
    let n_measures = counted(fit.measures.len(), "measure", "measures");
    let quality = format!(
        "out-of-sample R² {}, {}; rank correlation with the stars {}, {}",
        number(Some(r2), 2),
        interval(fit.r2_low, fit.r2_high),
        number(fit.rho, 2),
        interval(fit.rho_low, fit.rho_high)
    );
    let of_plays = format!(
        "A fit of {n_measures} to {}",
        counted(fit.plays, "play", "plays")
    );
    match verdict(fit, r2) {
        Verdict::Nothing => format!(
            "{of_plays} predicts nothing of participants it has not seen: guessing the mean is as good or better ({quality})."
        ),
        Verdict::Unclear => format!(
            "{of_plays} may predict something or nothing of participants it has not seen: the interval holds 0 ({quality})."
        ),
        Verdict::Something => format!(
            "{of_plays} explains {} of how the stars vary of participants it has not seen ({quality}).",
            percent(Some(r2))
        ),
    }
}

enum Verdict {
    Nothing,
    Unclear,
    Something,
}

fn verdict(fit: &Fit, r2: f64) -> Verdict {
    match fit.r2_low {
        _ if r2 <= 0.0 => Verdict::Nothing,
        Some(low) if low > 0.0 => Verdict::Something,
        _ => Verdict::Unclear,
    }
}
