//! A crowd of simulated players, each on a thread of its own.

use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

use playproof::Playproof;
use serde_json::{Value, json};

use super::client::{Answer, Client};
use super::mind::{Impression, Mind};

/// How long a player waits for a server that is away, from the last answer on.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long between two attempts.
const PAUSE: Duration = Duration::from_millis(50);

/// Events of one request: the page sends them every few moves.
const EVENTS: usize = 20;

/// Players who play a study.
#[derive(Clone, Debug)]
pub struct Crowd {
    /// Where the study is served.
    pub address: SocketAddr,
    /// What they join with.
    pub code: String,
    /// How many there are.
    pub n_players: u32,
    /// Decides about everything they do.
    pub seed: u64,
    /// How often one of them leaves when a level comes.
    pub leaving: f64,
}

/// What became of a player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Their token.
    pub token: String,
    /// The answers that the server said it stored, as they were sent.
    pub answers: Vec<Value>,
    /// The step at which they ended: `done`, `full`, or another one if they left.
    pub step: String,
    /// Why they ended early, if something went wrong.
    pub trouble: Option<String>,
}

/// Lets a crowd play, and says what became of each.
pub fn simulate(crowd: &Crowd) -> Vec<Outcome> {
    thread::scope(|scope| {
        let players = (0..crowd.n_players).map(|number| {
            scope.spawn(move || {
                let seed = crowd
                    .seed
                    .wrapping_mul(1_000_003)
                    .wrapping_add(u64::from(number));
                let mut player = Player {
                    client: Client::new(crowd.address),
                    mind: Mind::new(seed),
                    playproof: Playproof::default(),
                    outcome: Outcome::default(),
                    impressions: Vec::new(),
                };
                player.outcome.trouble = player.take_part(crowd).err();
                player.outcome
            })
        });
        let players: Vec<_> = players.collect();
        let outcomes = players.into_iter().map(|player| {
            player.join().unwrap_or_else(|_| Outcome {
                trouble: Some("this player failed".to_owned()),
                ..Outcome::default()
            })
        });
        outcomes.collect()
    })
}

struct Player {
    client: Client,
    mind: Mind,
    playproof: Playproof,
    outcome: Outcome,
    /// How the levels of this round were.
    impressions: Vec<[f64; 2]>,
}

impl Player {
    fn take_part(&mut self, crowd: &Crowd) -> Result<(), String> {
        let joined = self.post("join", &json!({ "code": crowd.code }))?;
        let token = joined["token"].as_str().ok_or("there is no token")?;
        self.outcome.token = token.to_owned();
        self.client.carry(token.to_owned());
        let mut step = self.now()?;
        loop {
            let name = step["step"].as_str().ok_or("there is no step")?;
            self.outcome.step = name.to_owned();
            step = match name {
                "consent" => self.post("consent", &json!({ "agreed": true }))?,
                "tutorial" => self.post("tutorial", &json!({ "n": step["n"] }))?,
                "play" if self.mind.happens(crowd.leaving) => return Ok(()),
                "play" => self.play(&step)?,
                "questions" => self.answer(&step)?,
                _ => return Ok(()),
            };
        }
    }

    fn play(&mut self, step: &Value) -> Result<Value, String> {
        let text = step["level"]["text"].as_str().ok_or("there is no level")?;
        let Impression {
            mut events,
            mut stopped,
            interesting,
            difficult,
        } = self.mind.play(text, &self.playproof)?;
        let (round, position) = (&step["round"], &step["position"]);
        if position == 1 {
            self.impressions.clear();
        }
        self.impressions.push([interesting, difficult]);
        let mut n_sent = 0;
        let stored = step["seq"].as_u64().unwrap_or(0);
        if stored > 0 {
            // This player was here before, and starts the level over.
            let since = step["played"]["t"].as_u64().unwrap_or(0);
            let reset = crate::step::Event {
                t: 0,
                e: crate::step::Deed::Reset,
            };
            events.insert(0, reset);
            events.iter_mut().for_each(|event| event.t += since);
            stopped += since;
        }
        while n_sent < events.len() {
            let some = &events[n_sent..events.len().min(n_sent + EVENTS)];
            let from = stored + n_sent as u64;
            let body = json!({ "round": round, "position": position, "from": from,
                "events": some });
            let told = self.post("events", &body)?;
            let seq = told["seq"].as_u64().ok_or("there is no number of events")?;
            n_sent = usize::try_from(seq - stored).unwrap_or(0);
        }
        let body = json!({ "round": round, "position": position, "t": stopped });
        self.post("continue", &body)
    }

    fn answer(&mut self, step: &Value) -> Result<Value, String> {
        self.impressions.resize(2, [3.0, 3.0]);
        let [one, two] = [self.impressions[0], self.impressions[1]];
        let more = |mind: &mut Mind, of: usize| match one[of] + 0.7 * mind.noise() > two[of] {
            true => 1,
            false => 2,
        };
        let more_interesting = more(&mut self.mind, 0);
        let more_difficult = more(&mut self.mind, 1);
        let mut stars = |level: [f64; 2]| {
            let [interesting, difficult] = level.map(|worth| self.mind.stars(worth));
            json!({ "interesting": interesting, "difficult": difficult })
        };
        let body = json!({
            "round": step["round"],
            "more_interesting": more_interesting,
            "more_difficult": more_difficult,
            "stars": [stars(one), stars(two)],
        });
        let then = self.post("answers", &body)?;
        self.outcome.answers.push(body);
        Ok(then)
    }

    fn now(&mut self) -> Result<Value, String> {
        self.ask("GET", "now", None)
    }

    fn post(&mut self, what: &str, body: &Value) -> Result<Value, String> {
        self.ask("POST", what, Some(body))
    }

    /// Asks until there is an answer: whoever is not answered asks the same again.
    fn ask(&mut self, method: &str, what: &str, body: Option<&Value>) -> Result<Value, String> {
        let path = format!("/study/api/{what}");
        let since = Instant::now();
        loop {
            let why = match self.client.ask(method, &path, body) {
                Some(Answer { status: 200, body }) => return Ok(body),
                Some(Answer { status, body }) => {
                    let why = body["error"]["message"].as_str().unwrap_or("no reason");
                    let why = format!("{what}: {status}: {why}");
                    if status != 429 && status < 500 {
                        return Err(why);
                    }
                    why
                }
                None => format!("{what}: the server does not answer"),
            };
            if since.elapsed() > PATIENCE {
                return Err(why);
            }
            thread::sleep(PAUSE);
        }
    }
}
