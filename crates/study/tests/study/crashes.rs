//! The server is killed, again and again, and runs out of disk: what it said it stored is
//! there once.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use playproof_study::bots::{Client, Crowd, Outcome, simulate};
use playproof_study::{DATABASE, JOURNAL, Play, StudyServer};
use serde_json::{Value, json};

use super::support::{folder, read, settings};

/// By what the test below is told its folder and address, when it is the server.
const FOLDER: &str = "PLAYPROOF_STUDY_FOLDER";
const ADDRESS: &str = "PLAYPROOF_STUDY_ADDRESS";

/// The server as a process of its own: the other tests run this one, and kill it. By
/// itself it has nothing to serve.
#[test]
fn serves_until_it_is_killed() {
    let (Ok(folder), Ok(address)) = (std::env::var(FOLDER), std::env::var(ADDRESS)) else {
        return;
    };
    let settings = settings(Path::new(&folder), &address);
    let server = StudyServer::open(&settings, &|_| ()).unwrap();
    println!("serving {}", server.bots_code());
    server.run(|| false, |_| ()).unwrap();
}

/// A server as a process of its own, which ends with the test.
struct Server {
    process: Child,
    /// What simulated players join with.
    code: String,
}

impl Server {
    /// Starts one; of at most so many blocks of 512 bytes a file, if that is said.
    fn start(folder: &Path, address: SocketAddr, blocks: Option<u64>) -> Server {
        let limit = blocks.map(|blocks| format!("ulimit -f {blocks}; trap '' XFSZ; "));
        let limit = limit.unwrap_or_default();
        let mut process = Command::new("sh")
            .args(["-c", &format!("{limit}exec \"$0\" \"$@\"")])
            .arg(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "crashes::serves_until_it_is_killed",
                "--nocapture",
            ])
            .env(FOLDER, folder)
            .env(ADDRESS, address.to_string())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let said = lines.map_while(Result::ok);
        let code = said.filter_map(|line| Some(line.split_once("serving ")?.1.to_owned()));
        let code = { code }.next().expect("the server says where it is");
        Server { process, code }
    }
}

impl Drop for Server {
    /// As `kill -9` does.
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// An address where nobody listens, for servers that come one after the other.
fn free_address() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap()
}

/// What was acknowledged is there once, as it was sent.
fn compare(folder: &Path, outcomes: &[Outcome]) {
    let connection = rusqlite::Connection::open(folder.join(DATABASE)).unwrap();
    let check: String = connection
        .query_row("PRAGMA integrity_check", [], |row| row.get(0))
        .unwrap();
    assert_eq!(check, "ok");
    let query = "SELECT id FROM participant WHERE token = ?1";
    let mut of_token = connection.prepare(query).unwrap();
    let plays = read(folder).plays;
    let mut by_round: BTreeMap<(u32, &str), Vec<&Play>> = BTreeMap::new();
    for play in &plays {
        by_round
            .entry((play.participant, &play.round))
            .or_default()
            .push(play);
    }
    let mut n_answers = 0;
    for outcome in outcomes {
        for sent in &outcome.answers {
            let who: u32 = of_token
                .query_row([&outcome.token], |row| row.get(0))
                .unwrap();
            let round = ["early", "late"][sent["round"].as_u64().unwrap() as usize - 1];
            let played = &by_round[&(who, round)];
            assert_eq!(played.len(), 2, "participant {who}, round {round}");
            for (play, position) in played.iter().zip(0..) {
                let stars = &sent["stars"][position];
                let (interesting, difficult) = (&stars["interesting"], &stars["difficult"]);
                assert_eq!(Value::from(play.interesting), *interesting);
                assert_eq!(Value::from(play.difficult), *difficult);
                let is_more = |key: &str| sent[key] == position as u64 + 1;
                assert_eq!(play.more_interesting, is_more("more_interesting"));
                assert_eq!(play.more_difficult, is_more("more_difficult"));
                assert!(!play.is_suspect, "{play:?}");
            }
            n_answers += 1;
        }
    }
    assert_eq!(
        plays.len(),
        2 * n_answers,
        "nothing is there that nobody sent"
    );
}

#[test]
fn a_server_killed_ten_times_loses_no_answer() {
    const N_PLAYERS: u32 = 40;
    let folder = folder(N_PLAYERS as usize);
    let folder = folder.path();
    let address = free_address();
    let mut server = Server::start(folder, address, None);
    let crowd = Crowd {
        address,
        code: server.code.clone(),
        n_players: N_PLAYERS,
        seed: 5,
        leaving: 0.0,
    };
    let players = thread::spawn(move || simulate(&crowd));
    for n in 0..10 {
        // After 3, 10, 17 and at last 66 of 80 rounds, in the middle of other requests.
        while n_answers(folder) < 3 + 7 * n {
            assert!(!players.is_finished());
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(Duration::from_micros(700 * n as u64));
        assert!(
            !players.is_finished(),
            "kill number {n} comes in the middle"
        );
        drop(server);
        server = Server::start(folder, address, None);
    }
    let outcomes = players.join().unwrap();
    drop(server);
    for outcome in &outcomes {
        assert_eq!((&outcome.step[..], &outcome.trouble), ("done", &None));
        assert_eq!(outcome.answers.len(), 2);
    }
    compare(folder, &outcomes);
}

fn n_answers(folder: &Path) -> usize {
    let text = std::fs::read_to_string(folder.join(JOURNAL));
    text.map_or(0, |text| text.lines().count())
}

#[test]
fn on_a_full_disk_nothing_is_lost_that_was_acknowledged() {
    let folder = folder(40);
    let folder = folder.path();
    let address = free_address();
    // Levels and their figures are stored; then there is room for little more.
    drop(Server::start(folder, address, None));
    let files = [DATABASE.to_owned(), format!("{DATABASE}-wal")];
    let n_bytes = files.map(|file| std::fs::metadata(folder.join(file)).map_or(0, |m| m.len()));
    let n_blocks = n_bytes.iter().sum::<u64>() / 512 + 400;
    let server = Server::start(folder, address, Some(n_blocks));
    let crowd = Crowd {
        address,
        code: server.code.clone(),
        n_players: 40,
        seed: 6,
        leaving: 0.0,
    };
    let players = thread::spawn(move || simulate(&crowd));
    let told = told_when_full(address, &code(folder));
    assert!(told.contains("the disk is full"), "{told}");
    assert!(!players.is_finished());
    drop(server);
    // Now there is room again, and everybody goes on.
    let server = Server::start(folder, address, None);
    let outcomes = players.join().unwrap();
    drop(server);
    for outcome in &outcomes {
        assert_eq!((&outcome.step[..], &outcome.trouble), ("done", &None));
    }
    compare(folder, &outcomes);
}

fn code(folder: &Path) -> String {
    let connection = rusqlite::Connection::open(folder.join(DATABASE)).unwrap();
    let query = "SELECT value FROM about WHERE key = 'code'";
    connection.query_row(query, [], |row| row.get(0)).unwrap()
}

/// What somebody is told who joins on a full disk; waits until it is full.
fn told_when_full(address: SocketAddr, code: &str) -> String {
    let (mut client, body) = (Client::new(address), json!({ "code": code }));
    for _ in 0..300 {
        let answer = client.ask("POST", "/study/api/join", Some(&body));
        if let Some(answer) = answer.filter(|answer| answer.status == 507) {
            return answer.body["error"]["message"].to_string();
        }
        thread::sleep(Duration::from_millis(100));
    }
    panic!("the disk never was full");
}
