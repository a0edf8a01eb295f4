//! What a game can say of its levels by commands of its own.

use playproof::{Drawing, Drawn, Options};
use playproof_report::picture::{board_svg, graph_svg};
use serde_json::{Value, json};

use crate::host::Host;
use crate::opened::Opened;
use crate::options;
use crate::problem::Problem;
use crate::request::Request;

/// Runs a game's command on a level. Its options and those of levels stand side by side.
pub fn command(host: &Host, request: &Request) -> Result<Value, Problem> {
    let name = request.needed(&request.command, "command")?;
    let level = Request {
        options: Default::default(),
        text: request.text.clone(),
        file: request.file.clone(),
        rows: request.rows.clone(),
        game: request.game.clone(),
        level: request.level,
        ..Request::default()
    };
    let opened = Opened::new(host, &level)?;
    let game = match crate::opened::game_of(request) {
        Some(game) => host.playproof.game(game)?,
        None => host.playproof.recognise(&opened.level)?,
    };
    let mut commands = game.commands().iter();
    let Some(command) = commands.find(|command| command.help().name == name) else {
        let names = game.commands().iter().map(|command| command.help().name);
        let names: Vec<&str> = names.collect();
        let message = format!("{} has no command `{name}`", game.name());
        return Err(Problem::new(message).help(format!("there is {}", names.join(", "))));
    };
    let known = command.help().options;
    let given = options::read(known, &request.options, Options::defaults(known))?;
    let told = command.run(&opened.level, &given, &mut || host.goes_on())?;
    let json: Vec<Value> = told
        .json
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    Ok(json!({
        "text": told.text,
        "json": json,
        "warnings": told.warnings,
        "is_violated": told.is_violated,
        "drawings": told.drawings.iter().map(drawing).collect::<Vec<_>>(),
    }))
}

fn drawing(drawing: &Drawing) -> Value {
    let svg = match &drawing.drawn {
        Ok(Drawn::Board(board)) => Ok(board_svg(board)),
        Ok(Drawn::Graph(graph)) => Ok(graph_svg(
            &graph.chart,
            &graph.title,
            &graph.saying,
            &graph.description,
        )),
        Err(why) => Err(why),
    };
    json!({
        "name": drawing.name,
        "svg": svg.as_ref().ok(),
        "why": svg.as_ref().err(),
    })
}
