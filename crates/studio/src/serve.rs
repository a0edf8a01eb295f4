//! The server: it listens, and gives every connection limited time.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::sync::Semaphore;

use crate::Settings;
use crate::files::Folder;
use crate::gate::Gate;
use crate::jobs::Jobs;
use crate::routes::{Server, router};
use crate::token::Token;

/// How long the head of a request may take to arrive.
const HEAD_TIME: Duration = Duration::from_secs(5);

/// How often the server asks whether it is over.
const TICK: Duration = Duration::from_millis(50);

/// Connections at the same time; more wait.
const MAX_CONNECTIONS: usize = 64;

/// Calls that are answered at once, at the same time.
const MAX_CALLS: usize = 4;

/// Routes of another beside those of the studio.
#[derive(Default)]
pub struct Annex {
    /// All its routes are below this path.
    pub below: Option<&'static str>,
    /// Its routes, which look themselves at who asks.
    pub routes: Router,
    /// How many more connections it needs at the same time.
    pub n_connections: usize,
}

/// A server that listens and does not answer yet.
pub struct Studio {
    listener: TcpListener,
    server: Arc<Server>,
    annex: Annex,
}

impl Studio {
    /// Opens the folder and the port.
    pub fn open(settings: &Settings) -> io::Result<Studio> {
        Studio::with(settings, Annex::default())
    }

    /// The same with routes of another.
    pub fn with(settings: &Settings, annex: Annex) -> io::Result<Studio> {
        let folder = Folder::open(&settings.folder)?;
        let listener = TcpListener::bind(settings.address)?;
        listener.set_nonblocking(true)?;
        let gate = Gate {
            address: listener.local_addr()?,
            token: Token::new().map_err(io::Error::other)?,
            guests: annex.below,
        };
        let server = Arc::new(Server {
            folder,
            jobs: Jobs::new(settings.threads),
            gate,
            threads: settings.threads,
            calls: Arc::new(Semaphore::new(MAX_CALLS)),
        });
        Ok(Studio {
            listener,
            server,
            annex,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.server.gate.address
    }

    /// The token of this launch.
    pub fn token(&self) -> &Token {
        &self.server.gate.token
    }

    /// The page's address, with the token in its fragment.
    pub fn url(&self) -> String {
        let token = self.token().digits();
        format!("http://{}/#token={token}", self.address())
    }

    /// Answers until this says that it is over.
    pub fn run(self, is_over: impl Fn() -> bool) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(16)
            .enable_io()
            .enable_time()
            .build()?;
        let jobs = self.server.jobs.clone();
        let until = async {
            while !is_over() {
                tokio::time::sleep(TICK).await;
            }
        };
        let served = runtime.block_on(async {
            tokio::select! {
                served = serve(self.listener, self.server, self.annex) => served,
                () = until => Ok(()),
            }
        });
        // A call that is still worked at is not waited for.
        jobs.end();
        runtime.shutdown_timeout(Duration::from_millis(100));
        served
    }
}

async fn serve(listener: TcpListener, server: Arc<Server>, annex: Annex) -> io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let router = router(server, annex.routes);
    let connections = Arc::new(Semaphore::new(MAX_CONNECTIONS + annex.n_connections));
    loop {
        let permit = Arc::clone(&connections).acquire_owned().await;
        let permit = permit.map_err(io::Error::other)?;
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            // One connection failed, or there are too many open files for a moment.
            Err(_) => {
                tokio::time::sleep(Duration::from_millis(20)).await;
                continue;
            }
        };
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let _permit = permit;
            let served = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD_TIME)
                .serve_connection(TokioIo::new(stream), service);
            // Whoever is gone is not told why.
            let _ = served.await;
        });
    }
}
