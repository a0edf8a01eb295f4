//! What the page can ask the server.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, Query, Request, State};
use axum::handler::Handler;
use axum::http::{Method, StatusCode, Uri};
use axum::middleware;
use axum::routing::{MethodFilter, on};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use crate::MAX_BODY;
use crate::calls::{Answer, Refusal, answer, blocking, body, read, refused, text};
use crate::files::{Fault, Folder};
use crate::gate::{Gate, guard};
use crate::jobs::{Full, Jobs};
use crate::page;
use crate::workers::answered;

/// How long a call may take that is answered at once.
const CALL_TIME: Duration = Duration::from_secs(10);

/// How long a question after a job waits for news.
const NEWS_TIME: Duration = Duration::from_secs(1);

/// What can be asked, in the words of OpenAPI; a test compares it with what there is.
pub const INTERFACE: &str = include_str!("../openapi.json");

/// What all routes share.
pub struct Server {
    pub folder: Folder,
    pub jobs: Jobs,
    pub gate: Gate,
    pub threads: usize,
    /// Calls that are answered at the same time.
    pub calls: Arc<Semaphore>,
}

type Shared = State<Arc<Server>>;

/// The routes, and a list of them.
struct Routes {
    router: Router<Arc<Server>>,
    list: Vec<(Method, &'static str)>,
}

impl Routes {
    /// All that can be asked for by its name; other paths are files of the page.
    fn all() -> Routes {
        let none = Routes {
            router: Router::new(),
            list: Vec::new(),
        };
        none.with(Method::GET, "/openapi.json", interface)
            .with(Method::GET, "/api/state", state)
            .with(Method::POST, "/api/call", call)
            .with(Method::POST, "/api/jobs", begin)
            .with(Method::GET, "/api/jobs/{job}", told)
            .with(Method::DELETE, "/api/jobs/{job}", cancel)
            .with(Method::GET, "/api/files", files)
            .with(Method::GET, "/api/file", file)
            .with(Method::PUT, "/api/file", save)
    }

    fn with<H, T>(mut self, method: Method, path: &'static str, handler: H) -> Routes
    where
        H: Handler<T, Arc<Server>>,
        T: 'static,
    {
        let filter = MethodFilter::try_from(method.clone());
        let filter = filter.expect("a method of HTTP that routes know");
        self.router = self.router.route(path, on(filter, handler));
        self.list.push((method, path));
        self
    }
}

/// The methods and paths that the server answers beside the files of the page.
pub fn routes() -> Vec<(String, &'static str)> {
    let list = Routes::all().list.into_iter();
    list.map(|(method, path)| (method.to_string(), path))
        .collect()
}

/// What answers requests, with the routes of an annex.
pub fn router(server: Arc<Server>, annex: Router) -> Router {
    let gate = server.gate.clone();
    Routes::all()
        .router
        .fallback(pages)
        .with_state(server)
        .merge(annex)
        .layer(middleware::from_fn_with_state(gate, guard))
}

/// What other programs can ask, for their tools. It says nothing of this launch, and needs
/// no token.
async fn interface() -> Answer {
    Ok(text(StatusCode::OK, INTERFACE.to_owned()))
}

async fn pages(uri: Uri) -> Answer {
    // Only what was built is served: no name leads to a file of a folder.
    page::answer(uri.path()).ok_or_else(|| refused(StatusCode::NOT_FOUND, "there is no such page"))
}

async fn state(State(server): Shared) -> Answer {
    let state = json!({
        "version": env!("CARGO_PKG_VERSION"),
        "folder": server.folder.name(),
        "threads": server.threads,
        "is_remote": !server.gate.address.ip().is_loopback(),
    });
    Ok(answer(StatusCode::OK, &state))
}

async fn call(State(server): Shared, request: Request<Body>) -> Answer {
    let request = body(request, MAX_BODY).await?;
    let Ok(permit) = Arc::clone(&server.calls).try_acquire_owned() else {
        let why = "too many calls at once; ask again";
        return Err(refused(StatusCode::TOO_MANY_REQUESTS, why));
    };
    let called = blocking(move || {
        let _permit = permit;
        let watch = |_: &_| std::ops::ControlFlow::Continue(());
        answered(&request, 1, Some(CALL_TIME), &watch)
    });
    Ok(text(StatusCode::OK, called.await?))
}

#[derive(Deserialize)]
struct NewJob {
    request: Value,
    drawing: Option<u64>,
}

async fn begin(State(server): Shared, request: Request<Body>) -> Answer {
    let NewJob { request, drawing } = read(request, MAX_BODY).await?;
    match server.jobs.add(request.to_string(), drawing) {
        Ok(job) => Ok(answer(StatusCode::ACCEPTED, &json!({ "job": job }))),
        Err(Full) => {
            let why = "too many jobs wait; ask again";
            Err(refused(StatusCode::TOO_MANY_REQUESTS, why))
        }
    }
}

#[derive(Deserialize)]
struct After {
    after: Option<u64>,
}

async fn told(
    State(server): Shared,
    Path(job): Path<u64>,
    Query(After { after }): Query<After>,
) -> Answer {
    let asked = Instant::now();
    loop {
        let Some((revision, told)) = server.jobs.told(job) else {
            return Err(refused(
                StatusCode::NOT_FOUND,
                "there is no such job any more",
            ));
        };
        let is_news = after.is_none_or(|after| revision > after);
        if is_news || asked.elapsed() > NEWS_TIME {
            return Ok(text(StatusCode::OK, told));
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn cancel(State(server): Shared, Path(job): Path<u64>) -> Answer {
    match server.jobs.cancel(job) {
        true => Ok(answer(StatusCode::OK, &json!({ "job": job }))),
        false => Err(refused(
            StatusCode::NOT_FOUND,
            "there is no such job any more",
        )),
    }
}

async fn files(State(server): Shared) -> Answer {
    let listed = blocking(move || {
        let name = server.folder.name();
        let files = server.folder.list()?;
        let files = files.iter();
        let files = files.map(|file| json!({ "path": file.path, "bytes": file.n_bytes }));
        Ok(json!({ "folder": name, "files": files.collect::<Vec<_>>() }))
    });
    let listed = listed.await?.map_err(of_fault)?;
    Ok(answer(StatusCode::OK, &listed))
}

#[derive(Deserialize)]
struct Named {
    path: String,
}

async fn file(State(server): Shared, Query(Named { path }): Query<Named>) -> Answer {
    let opened = blocking(move || {
        let opened = server.folder.read(&path)?;
        Ok(json!({ "path": path, "text": opened.text, "revision": opened.revision }))
    });
    let opened = opened.await?.map_err(of_fault)?;
    Ok(answer(StatusCode::OK, &opened))
}

#[derive(Deserialize)]
struct Saved {
    path: String,
    text: String,
    revision: Option<String>,
}

async fn save(State(server): Shared, request: Request<Body>) -> Answer {
    let saved: Saved = read(request, MAX_BODY).await?;
    let revision = blocking(move || {
        let known = saved.revision.as_deref();
        server.folder.save(&saved.path, &saved.text, known)
    });
    let revision = revision.await?.map_err(of_fault)?;
    Ok(answer(StatusCode::OK, &json!({ "revision": revision })))
}

fn of_fault(fault: Fault) -> Refusal {
    match fault {
        Fault::NotThere => refused(StatusCode::NOT_FOUND, "there is no such level file"),
        Fault::Outside => refused(
            StatusCode::FORBIDDEN,
            "this file is elsewhere, or may not be read",
        ),
        Fault::TooLarge => {
            let why = "a level file has at most 1 MiB";
            refused(StatusCode::PAYLOAD_TOO_LARGE, why)
        }
        Fault::NoText => {
            let why = "this file is no text in UTF-8";
            refused(StatusCode::UNPROCESSABLE_ENTITY, why)
        }
        Fault::Changed => refused(StatusCode::CONFLICT, "the file was changed by another"),
        Fault::FolderGone => refused(StatusCode::GONE, "the folder is gone"),
        Fault::Failed(error) => refused(
            StatusCode::INTERNAL_SERVER_ERROR,
            format!("the file cannot be used: {error}"),
        ),
    }
}
