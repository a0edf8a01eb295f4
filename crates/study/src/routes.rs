//! What the participants' page can ask: everything below `/study/api`, for whoever has a
//! token of the study, and nothing else.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::{any, get, post};
use playproof_studio::calls::{Answer, Refusal, answer, blocking, read, refused, token};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::fault::Fault;
use crate::pace::Pace;
use crate::step::{Answers, Event, Stars, Step};
use crate::store::{EventsAt, Refused, Store};

/// The path below which participants ask.
pub const BELOW: &str = "/study/api";

/// Bytes of a participant's request.
const MAX_BODY: usize = 64 << 10;

/// A study that is served.
pub struct Study {
    store: Mutex<Store>,
    pace: Mutex<Pace>,
    /// What people join with.
    pub code: String,
    /// What simulated players join with, which marks them as such.
    pub bots_code: String,
}

impl Study {
    /// Serves what is stored here.
    pub fn new(mut store: Store) -> Result<Study, Fault> {
        Ok(Study {
            code: store.code("code")?,
            bots_code: store.code("bots")?,
            pace: Mutex::new(Pace::new(Instant::now())),
            store: Mutex::new(store),
        })
    }

    /// The store, one request at a time. What a request that failed had begun was taken
    /// back, so the next one finds it whole.
    pub fn store(&self) -> MutexGuard<'_, Store> {
        self.store.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn pace(&self) -> MutexGuard<'_, Pace> {
        self.pace.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

type Shared = State<Arc<Study>>;

/// The routes.
pub fn router(study: Arc<Study>) -> Router {
    Router::new()
        .route("/study/api/join", post(join))
        .route("/study/api/now", get(now))
        .route("/study/api/consent", post(consent))
        .route("/study/api/tutorial", post(tutorial))
        .route("/study/api/events", post(events))
        .route("/study/api/continue", post(go_on))
        .route("/study/api/answers", post(answers))
        .route("/study/api", any(nothing))
        .route("/study/api/{*rest}", any(nothing))
        .with_state(study)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Join {
    code: String,
}

async fn join(State(study): Shared, request: Request<Body>) -> Answer {
    let Join { code } = read(request, MAX_BODY).await?;
    if !study.pace().may_join(Instant::now()) {
        return Err(slowly());
    }
    let is_bot = code == study.bots_code;
    if !is_bot && code != study.code {
        let why = "this is not the code of the study; ask who runs it for the address";
        return Err(refused(StatusCode::FORBIDDEN, why));
    }
    let joined = blocking(move || study.store().join(is_bot)).await?;
    let token = joined.map_err(of_refused)?;
    Ok(answer(StatusCode::OK, &json!({ "token": token })))
}

async fn now(State(study): Shared, headers: HeaderMap) -> Answer {
    let token = participant(&study, &headers)?;
    step(study, token, |store, token| store.now(token)).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Consent {
    agreed: bool,
}

async fn consent(State(study): Shared, request: Request<Body>) -> Answer {
    let token = participant(&study, request.headers())?;
    let Consent { agreed } = read(request, MAX_BODY).await?;
    step(study, token, move |store, token| {
        store.consent(token, agreed)
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tutorial {
    n: u32,
}

async fn tutorial(State(study): Shared, request: Request<Body>) -> Answer {
    let token = participant(&study, request.headers())?;
    let Tutorial { n } = read(request, MAX_BODY).await?;
    step(study, token, move |store, token| store.tutorial(token, n)).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Events {
    round: u32,
    position: u8,
    from: u64,
    events: Vec<Event>,
}

async fn events(State(study): Shared, request: Request<Body>) -> Answer {
    let token = participant(&study, request.headers())?;
    let sent: Events = read(request, MAX_BODY).await?;
    let sent = EventsAt {
        round: sent.round,
        position: sent.position,
        from: sent.from,
        events: sent.events,
    };
    let stored = ask(study, token, move |store, token| store.events(token, &sent)).await?;
    Ok(answer(StatusCode::OK, &json!({ "seq": stored })))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Continue {
    round: u32,
    position: u8,
    t: u64,
}

async fn go_on(State(study): Shared, request: Request<Body>) -> Answer {
    let token = participant(&study, request.headers())?;
    let Continue { round, position, t } = read(request, MAX_BODY).await?;
    let work = move |store: &mut Store, token: &str| store.go_on(token, round, position, t);
    step(study, token, work).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    round: u32,
    more_interesting: u8,
    more_difficult: u8,
    stars: [Stars; 2],
}

async fn answers(State(study): Shared, request: Request<Body>) -> Answer {
    let token = participant(&study, request.headers())?;
    let given: Given = read(request, MAX_BODY).await?;
    let answers = Answers {
        more_interesting: given.more_interesting,
        more_difficult: given.more_difficult,
        stars: given.stars,
    };
    let work = move |store: &mut Store, token: &str| store.answers(token, given.round, &answers);
    step(study, token, work).await
}

async fn nothing(State(study): Shared, headers: HeaderMap) -> Answer {
    let token = participant(&study, &headers)?;
    ask(study, token, |store, token| store.now(token)).await?;
    let why = "a study has no such request";
    Err(refused(StatusCode::NOT_FOUND, why))
}

/// The token of whoever asks, if they may ask now.
fn participant(study: &Study, headers: &HeaderMap) -> Result<String, Refusal> {
    let token = token(headers).ok_or_else(unknown)?;
    match study.pace().may_ask(token, Instant::now()) {
        true => Ok(token.to_owned()),
        false => Err(slowly()),
    }
}

fn unknown() -> Refusal {
    let why = "this study does not know you; open its address again to join";
    refused(StatusCode::UNAUTHORIZED, why)
}

fn slowly() -> Refusal {
    refused(
        StatusCode::TOO_MANY_REQUESTS,
        "too many requests; ask again in a moment",
    )
}

/// Does what a participant asks for.
async fn ask<T: Send + 'static>(
    study: Arc<Study>,
    token: String,
    work: impl FnOnce(&mut Store, &str) -> Result<T, Refused> + Send + 'static,
) -> Result<T, Refusal> {
    let asked = blocking(move || {
        let done = work(&mut study.store(), &token);
        if !matches!(done, Err(Refused::Unknown)) {
            study.pace().know(&token, Instant::now());
        }
        done
    });
    asked.await?.map_err(of_refused)
}

/// The same, answered with the step that comes then.
async fn step(
    study: Arc<Study>,
    token: String,
    work: impl FnOnce(&mut Store, &str) -> Result<Step, Refused> + Send + 'static,
) -> Answer {
    let step = ask(study, token, work).await?;
    Ok(answer(StatusCode::OK, &json_of(&step)))
}

fn json_of(value: &impl Serialize) -> Value {
    serde_json::to_value(value).expect("steps have string keys")
}

fn of_refused(why: Refused) -> Refusal {
    match why {
        Refused::Unknown => unknown(),
        Refused::Nonsense(why) => refused(StatusCode::BAD_REQUEST, why),
        Refused::Elsewhere(step) => {
            let why = "you are at another step of the study";
            refused(StatusCode::CONFLICT, why).beside("now", json_of(&step))
        }
        Refused::Gap(seq) => {
            let why = "events before these are missing";
            refused(StatusCode::CONFLICT, why).beside("seq", seq.into())
        }
        Refused::Mixed(seq, step) => {
            let why = "this level was played on elsewhere, in another tab or by somebody else; go \
                       on from what is stored";
            let refusal = refused(StatusCode::CONFLICT, why).beside("seq", seq.into());
            refusal.beside("now", json_of(&step))
        }
        Refused::TooMany(why) => refused(StatusCode::TOO_MANY_REQUESTS, why),
        Refused::Fault(fault @ Fault::Full) => {
            refused(StatusCode::INSUFFICIENT_STORAGE, fault.to_string())
        }
        Refused::Fault(fault) => refused(StatusCode::INTERNAL_SERVER_ERROR, fault.to_string()),
    }
}
