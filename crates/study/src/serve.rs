//! A study on the network: the studio's server for its organiser, and the study below
//! `/study/` for participants.

use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use playproof::Playproof;
use playproof_studio::{Annex, Studio};

use crate::fault::Fault;
use crate::levels::{Levels, measure};
use crate::plan::Plan;
use crate::routes::{BELOW, Study, router};
use crate::store::{Progress, Store};

/// Connections of participants at the same time, beside the organiser's.
const CONNECTIONS: usize = 448;

/// How often the organiser is told how far the study is, if it went on.
const NEWS: Duration = Duration::from_millis(500);

/// How a study is served.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The study's folder.
    pub folder: PathBuf,
    /// Where it listens; port 0 is any that is free.
    pub address: SocketAddr,
    /// Threads of native jobs, and for measuring levels.
    pub threads: usize,
}

/// A study that listens and does not answer yet.
pub struct StudyServer {
    studio: Studio,
    study: Arc<Study>,
    warnings: Vec<String>,
}

impl StudyServer {
    /// Opens the study, measures its new levels and opens the port. `note` is told how many
    /// levels there are to measure.
    pub fn open(settings: &Settings, note: &dyn Fn(usize)) -> Result<StudyServer, Fault> {
        let plan = Plan::read(&settings.folder)?;
        let playproof = Playproof::default();
        let levels = Levels::read(&settings.folder, &plan, &playproof)?;
        let store = Store::open(&settings.folder, plan, &levels)?;
        let mut warnings = store.warnings().to_vec();
        let unmeasured = store.unmeasured(&levels)?;
        note(unmeasured.len());
        let (store, undecided) = (Mutex::new(store), Mutex::new(Vec::new()));
        measure(&unmeasured, settings.threads, |level, measured| {
            if measured.is_winnable.is_none() {
                let warning = format!("{}: whether it can be won is not known", level.name);
                locked(&undecided).push(warning);
            }
            locked(&store).enter(level, &measured)
        })?;
        let mut undecided = into_inner(undecided);
        undecided.sort();
        warnings.append(&mut undecided);
        let study = Arc::new(Study::new(into_inner(store))?);
        let annex = Annex {
            below: Some(BELOW),
            routes: router(Arc::clone(&study)),
            n_connections: CONNECTIONS,
        };
        let studio = playproof_studio::Settings {
            folder: settings.folder.clone(),
            address: settings.address,
            threads: settings.threads,
        };
        Ok(StudyServer {
            studio: Studio::with(&studio, annex).map_err(Fault::Server)?,
            study,
            warnings,
        })
    }

    /// What is odd about the study.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.studio.address()
    }

    /// The organiser's address, with the token of this launch.
    pub fn organisers_url(&self) -> String {
        let token = self.studio.token().digits();
        format!("http://{}/#token={token}", self.reachable())
    }

    /// The participants' address, with the code to join.
    pub fn participants_url(&self) -> String {
        format!(
            "http://{}/study/#join={}",
            self.reachable(),
            self.study.code
        )
    }

    /// What simulated players join with.
    pub fn bots_code(&self) -> &str {
        &self.study.bots_code
    }

    /// An address that others can ask at: where this listens everywhere, the one by which
    /// this machine is on its network.
    fn reachable(&self) -> SocketAddr {
        let address = self.address();
        match address.ip().is_unspecified() {
            true => SocketAddr::new(own_address().unwrap_or(address.ip()), address.port()),
            false => address,
        }
    }

    /// Answers until this says that it is over. `told` hears how far the study is, whenever
    /// that changed.
    pub fn run(
        self,
        is_over: impl Fn() -> bool,
        told: impl Fn(&Progress) + Sync,
    ) -> Result<(), Fault> {
        let (study, has_ended) = (self.study, AtomicBool::new(false));
        thread::scope(|scope| {
            scope.spawn(|| {
                let mut last = None;
                while !has_ended.load(Ordering::Relaxed) {
                    let progress = study.store().progress().ok();
                    if let Some(progress) = progress.filter(|new| last.as_ref() != Some(new)) {
                        told(&progress);
                        last = Some(progress);
                    }
                    thread::park_timeout(NEWS);
                }
            });
            let served = self.studio.run(is_over);
            has_ended.store(true, Ordering::Relaxed);
            served.map_err(Fault::Server)
        })
    }
}

/// The address by which this machine is on its network. Nothing is sent for that: the
/// system only chooses a way to an address that is nobody's.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("192.0.2.1:9").ok()?;
    Some(socket.local_addr().ok()?.ip())
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}

fn into_inner<T>(mutex: Mutex<T>) -> T {
    mutex
        .into_inner()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}
