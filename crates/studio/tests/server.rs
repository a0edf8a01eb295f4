//! The server over loopback: who may ask, for what, and for how long.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::ops::Deref;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use playproof_studio::{Settings, Studio};
use serde_json::{Value, json};
use tempfile::TempDir;

/// A server that stops with the test.
struct Running {
    client: Client,
    folder: TempDir,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// Whoever asks a server.
struct Client {
    address: SocketAddr,
    token: String,
}

impl Deref for Running {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

const LEVEL: &str = "#####\n#@$.#\n#####\n";

impl Running {
    fn new() -> Running {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("first.txt"), LEVEL).unwrap();
        let studio = Studio::open(&Settings {
            folder: folder.path().to_owned(),
            address: "127.0.0.1:0".parse().unwrap(),
            threads: 2,
        });
        let studio = studio.unwrap();
        let (address, token) = (studio.address(), studio.token().digits().to_owned());
        assert_eq!(studio.url(), format!("http://{address}/#token={token}"));
        let is_over = Arc::new(AtomicBool::new(false));
        let over = Arc::clone(&is_over);
        let thread = thread::spawn(move || studio.run(|| over.load(Ordering::Relaxed)).unwrap());
        Running {
            client: Client { address, token },
            folder,
            is_over,
            thread: Some(thread),
        }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl Client {
    /// Sends these bytes and reads until the connection ends.
    fn raw(&self, bytes: &[u8]) -> Answer {
        // One that was killed meanwhile answers nothing.
        let Ok(mut stream) = TcpStream::connect(self.address) else {
            return Answer::of(b"");
        };
        stream
            .set_read_timeout(Some(Duration::from_secs(30)))
            .unwrap();
        // A server that refuses early does not read on.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        Answer::of(&answer)
    }

    fn request(&self, line: &str, headers: &[(&str, &str)], body: &str) -> Answer {
        let mut request = format!("{line} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| *name == "Host") {
            request += &format!("Host: {}\r\n", self.address);
        }
        for (name, value) in headers {
            request += &format!("{name}: {value}\r\n");
        }
        if !body.is_empty() {
            request += &format!("Content-Length: {}\r\n", body.len());
        }
        self.raw(format!("{request}\r\n{body}").as_bytes())
    }

    /// A call as the page makes it.
    fn call(&self, line: &str, body: &Value) -> Answer {
        let token = format!("Bearer {}", self.token);
        let origin = format!("http://{}", self.address);
        let body = if body.is_null() {
            String::new()
        } else {
            body.to_string()
        };
        let headers = [
            ("Authorization", &token[..]),
            ("Origin", &origin),
            ("Content-Type", "application/json"),
        ];
        self.request(line, &headers, &body)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(ended.is_ok() || thread::panicking(), "the server failed");
        }
    }
}

#[derive(Debug)]
struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Answer {
    fn of(bytes: &[u8]) -> Answer {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        Answer {
            status: status.unwrap_or(0),
            head: head.to_lowercase(),
            body: body.to_owned(),
        }
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

const ROUTES: [&str; 8] = [
    "GET /api/state",
    "POST /api/call",
    "POST /api/jobs",
    "GET /api/jobs/1",
    "DELETE /api/jobs/1",
    "GET /api/files",
    "GET /api/file?path=first.txt",
    "PUT /api/file",
];

#[test]
fn every_call_needs_the_token() {
    let studio = Running::new();
    let token = studio.token.clone();
    for route in ROUTES.into_iter().chain(["GET /api", "GET /api/other"]) {
        for wrong in ["", "Bearer ", "Bearer 0", &token, "Basic abc"] {
            let headers = [
                ("Authorization", wrong),
                ("Content-Type", "application/json"),
            ];
            let headers = if wrong.is_empty() {
                &headers[1..]
            } else {
                &headers[..]
            };
            let answer = studio.request(route, headers, "{}");
            assert_eq!(answer.status, 403, "{route} {wrong}: {answer:?}");
            assert!(!answer.body.contains(&token));
        }
    }
    assert_eq!(studio.call("GET /api/state", &Value::Null).status, 200);
    // The page never says it.
    let page = studio.request("GET /", &[], "");
    assert_eq!(page.status, 200);
    assert!(!page.body.contains(&token) && !page.head.contains(&token));
}

#[test]
fn other_names_and_other_pages_are_turned_away() {
    let studio = Running::new();
    let token = format!("Bearer {}", studio.token);
    let port = studio.address.port();
    let foreign = [
        "evil.example".to_owned(),
        format!("evil.example:{port}"),
        format!("127.0.0.1:{}", port ^ 1),
        format!("127.0.0.1.evil.example:{port}"),
    ];
    for host in &foreign {
        for route in ROUTES.into_iter().chain(["GET /"]) {
            let headers = [("Host", &host[..]), ("Authorization", &token)];
            let answer = studio.request(route, &headers, "");
            assert!([403, 421].contains(&answer.status), "{host}: {answer:?}");
        }
    }
    for origin in [
        "http://evil.example",
        "null",
        "https://127.0.0.1",
        &format!("http://localhost.evil.example:{port}"),
    ] {
        for route in ROUTES {
            let headers = [("Origin", origin), ("Authorization", &token)];
            assert_eq!(studio.request(route, &headers, "").status, 403, "{origin}");
        }
    }
    let headers = [("Sec-Fetch-Site", "cross-site"), ("Authorization", &token)];
    assert_eq!(studio.request("GET /api/state", &headers, "").status, 403);
    let local = format!("localhost:{port}");
    let own = [("Host", &local[..]), ("Authorization", &token)];
    assert_eq!(studio.request("GET /api/state", &own, "").status, 200);
}

#[test]
fn answers_keep_the_page_to_itself() {
    let studio = Running::new();
    for route in ["GET /", "GET /nothing", "GET /api/state"] {
        let head = studio.request(route, &[], "").head;
        let policy = head
            .lines()
            .find(|line| line.starts_with("content-security-policy:"));
        let policy = policy.unwrap_or_else(|| panic!("{route}: {head}"));
        assert!(
            policy.contains("script-src 'self' 'wasm-unsafe-eval';"),
            "{policy}"
        );
        assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
        assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"));
        assert!(head.contains("x-content-type-options: nosniff"), "{head}");
        assert!(head.contains("referrer-policy: no-referrer"), "{head}");
    }
}

#[test]
fn no_path_leads_out_of_the_folder() {
    let studio = Running::new();
    // Not a hidden name, which would be refused for that alone.
    let outside = tempfile::Builder::new()
        .prefix("outside")
        .tempdir()
        .unwrap();
    let secret = "#####\n#@$.#\n#####\n; secret\n";
    fs::write(outside.path().join("secret.txt"), secret).unwrap();
    fs::write(studio.path().join(".hidden.txt"), secret).unwrap();
    fs::write(studio.path().join("key.pem"), secret).unwrap();
    let name = outside.path().file_name().unwrap().to_str().unwrap();
    let whole = outside.path().join("secret.txt");
    let whole = whole.to_str().unwrap();
    let paths = [
        format!("../{name}/secret.txt"),
        format!("%2e%2e/{name}/secret.txt"),
        format!("%2e%2e%2f{name}%2fsecret.txt"),
        format!("..%5c{name}%5csecret.txt"),
        format!("%252e%252e/{name}/secret.txt"),
        format!("a/../../{name}/secret.txt"),
        whole.to_owned(),
        whole.replace('/', "%2F"),
        "first.txt/../../secret.txt".to_owned(),
        "first.txt%00.txt".to_owned(),
        ".hidden.txt".to_owned(),
        "key.pem".to_owned(),
        String::new(),
    ];
    for path in &paths {
        let answer = studio.call(&format!("GET /api/file?path={path}"), &Value::Null);
        assert_eq!(answer.status, 404, "{path}: {answer:?}");
        let answer = studio.request(&format!("GET /{path}"), &[], "");
        assert!(
            [400, 404].contains(&answer.status) || path.is_empty(),
            "{path}: {answer:?}"
        );
        assert!(!answer.body.contains("secret"));
    }
    for path in [
        "../new.txt",
        "/tmp/new.txt",
        ".new.txt",
        "new.sh",
        "a/../../new.txt",
    ] {
        let saved = json!({ "path": path, "text": "x" });
        assert_eq!(studio.call("PUT /api/file", &saved).status, 404, "{path}");
    }
    // Files of the folder are never pages.
    assert_eq!(studio.request("GET /first.txt", &[], "").status, 404);
    #[cfg(unix)]
    {
        use std::os::unix::fs::symlink;
        symlink(whole, studio.path().join("link.txt")).unwrap();
        symlink(outside.path(), studio.path().join("way")).unwrap();
        symlink("..", studio.path().join("up")).unwrap();
        for path in [
            "link.txt",
            "way/secret.txt",
            &format!("up/{name}/secret.txt"),
        ] {
            let answer = studio.call(&format!("GET /api/file?path={path}"), &Value::Null);
            assert_eq!(answer.status, 403, "{path}: {answer:?}");
            let saved = json!({ "path": path, "text": "x" });
            assert_eq!(studio.call("PUT /api/file", &saved).status, 403, "{path}");
        }
        let listed = studio.call("GET /api/files", &Value::Null).json();
        assert_eq!(
            listed["files"],
            json!([{ "path": "first.txt", "bytes": LEVEL.len() }])
        );
        assert_eq!(fs::read_to_string(whole).unwrap(), secret);
    }
}

#[test]
fn files_are_opened_and_saved_and_changes_of_others_are_kept() {
    let studio = Running::new();
    let opened = studio.call("GET /api/file?path=first.txt", &Value::Null);
    assert!(
        opened.head.contains("content-type: application/json"),
        "{opened:?}"
    );
    let opened = opened.json();
    assert_eq!(opened["text"], LEVEL);
    let text = "; <script>alert(1)</script>\n#####\n#@*.#\n#####\n";
    let saved = json!({ "path": "first.txt", "text": text, "revision": opened["revision"] });
    let answer = studio.call("PUT /api/file", &saved);
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(
        fs::read_to_string(studio.path().join("first.txt")).unwrap(),
        text
    );
    // What was opened before that is older.
    assert_eq!(studio.call("PUT /api/file", &saved).status, 409);
    let new = json!({ "path": "first.txt", "text": text, "revision": null });
    assert_eq!(studio.call("PUT /api/file", &new).status, 409);
    let new = json!({ "path": "new.txt", "text": LEVEL, "revision": null });
    assert_eq!(studio.call("PUT /api/file", &new).status, 200);
    assert_eq!(fs::read_dir(studio.path()).unwrap().count(), 2);
    // A title is text, whatever it says, and never a page.
    let title = json!({ "call": "open", "text": text });
    let answer = studio.call("POST /api/call", &title);
    assert!(answer.head.contains("content-type: application/json"));
    assert_eq!(
        answer.json()["levels"][0]["title"],
        "<script>alert(1)</script>"
    );
}

#[test]
fn a_folder_that_is_gone_is_said_to_be() {
    let studio = Running::new();
    fs::remove_dir_all(studio.path()).unwrap();
    assert_eq!(studio.call("GET /api/files", &Value::Null).status, 410);
    assert_eq!(
        studio
            .call("GET /api/file?path=first.txt", &Value::Null)
            .status,
        410
    );
    let saved = json!({ "path": "first.txt", "text": LEVEL, "revision": null });
    assert_eq!(studio.call("PUT /api/file", &saved).status, 410);
    assert_eq!(studio.call("GET /api/state", &Value::Null).status, 200);
    fs::create_dir(studio.path()).unwrap();
}

#[test]
fn requests_are_json_of_limited_size() {
    let studio = Running::new();
    let token = format!("Bearer {}", studio.token);
    let large = json!({ "call": "verify", "text": "#".repeat(2 << 20) }).to_string();
    for route in ["POST /api/call", "POST /api/jobs", "PUT /api/file"] {
        let headers = [
            ("Authorization", &token[..]),
            ("Content-Type", "application/json"),
        ];
        assert_eq!(
            studio.request(route, &headers, &large).status,
            413,
            "{route}"
        );
        // Of a length that nobody says beforehand, too.
        let chunk = "#".repeat(1 << 16);
        let mut request = format!(
            "{route} HTTP/1.1\r\nHost: {}\r\nAuthorization: {token}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
            studio.address
        );
        for _ in 0..32 {
            request += &format!("{:x}\r\n{chunk}\r\n", chunk.len());
        }
        request += "0\r\n\r\n";
        assert_eq!(studio.raw(request.as_bytes()).status, 413, "{route}");
        for kind in ["text/plain", "application/x-www-form-urlencoded", ""] {
            let headers = [("Authorization", &token[..]), ("Content-Type", kind)];
            assert_eq!(
                studio.request(route, &headers, "{}").status,
                415,
                "{route} {kind}"
            );
        }
    }
    for wrong in ["", "{", "[]", "\u{1}"] {
        let headers = [
            ("Authorization", &token[..]),
            ("Content-Type", "application/json"),
        ];
        let answer = studio.request("POST /api/jobs", &headers, wrong);
        assert_eq!(answer.status, 400, "{wrong}: {answer:?}");
    }
    let answer = studio.call(
        "POST /api/call",
        &json!({ "call": "verify", "text": LEVEL }),
    );
    let answer = answer.json();
    assert_eq!(answer["results"][0]["answer"], "holds");
    assert!(answer["seconds"].is_number());
}

#[test]
fn slow_requests_are_ended_and_hold_nobody_up() {
    let studio = Running::new();
    let begun = Instant::now();
    let head = format!(
        "POST /api/call HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\n\
         Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{{",
        studio.address, studio.token
    );
    let slow: Vec<String> = (0..20).map(|_| head.clone()).collect();
    let mut slow: Vec<TcpStream> = slow
        .iter()
        .map(|head| {
            let mut stream = TcpStream::connect(studio.address).unwrap();
            stream.write_all(head.as_bytes()).unwrap();
            stream
        })
        .collect();
    // One that does not even end its head.
    let mut silent = TcpStream::connect(studio.address).unwrap();
    silent.write_all(b"GET / HTTP/1.1\r\nHost:").unwrap();
    slow.push(silent.try_clone().unwrap());
    assert_eq!(studio.call("GET /api/state", &Value::Null).status, 200);
    assert!(
        begun.elapsed() < Duration::from_secs(4),
        "{:?}",
        begun.elapsed()
    );
    for mut stream in slow {
        stream
            .set_read_timeout(Some(Duration::from_secs(30)))
            .unwrap();
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let answer = Answer::of(&bytes);
        assert!([0, 408].contains(&answer.status), "{answer:?}");
    }
    assert!(
        begun.elapsed() < Duration::from_secs(25),
        "{:?}",
        begun.elapsed()
    );
}

/// The state of a job once this is true of it.
fn wait(studio: &Running, job: &Value, wanted: impl Fn(&Value) -> bool) -> Value {
    let begun = Instant::now();
    loop {
        let told = studio
            .call(&format!("GET /api/jobs/{job}"), &Value::Null)
            .json();
        if wanted(&told) {
            return told;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "{told}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// A search that takes long: boxes in a hall, too many to be gone through.
fn long() -> Value {
    let row = format!("#{}#\n", " $ ".repeat(6));
    let empty = format!("#{}#\n", " ".repeat(18));
    let goals = format!("#@{}#\n", ".".repeat(17));
    let wall = "#".repeat(20) + "\n";
    let text = [&wall[..], &empty, &row, &empty, &row, &empty, &goals, &wall].concat();
    json!({ "call": "verify", "text": text, "engine": "explicit",
        "limits": { "states": 1_000_000_000_u64 } })
}

#[test]
fn jobs_tell_how_far_they_are_and_can_be_ended() {
    let studio = Running::new();
    let request = json!({ "request": { "call": "verify", "text": LEVEL }, "drawing": 1 });
    let begun = studio.call("POST /api/jobs", &request);
    assert_eq!(begun.status, 202);
    let done = wait(&studio, &begun.json()["job"], |told| {
        told["state"] == "done"
    });
    assert_eq!(done["answer"]["results"][0]["answer"], "holds");
    assert_eq!(done["drawing"], 1);

    let request = json!({ "request": long(), "drawing": 2 });
    let job = studio.call("POST /api/jobs", &request).json()["job"].clone();
    let told = wait(&studio, &job, |told| {
        told["progress"]["states"].as_u64() > Some(0)
    });
    assert_eq!(told["state"], "working");
    assert_eq!(
        studio
            .call(&format!("DELETE /api/jobs/{job}"), &Value::Null)
            .status,
        200
    );
    let ended = wait(&studio, &job, |told| told["state"] == "cancelled");
    assert!(ended["answer"].is_null());

    // A newer drawing makes older ones of no use.
    let job = studio.call("POST /api/jobs", &request).json()["job"].clone();
    let newer = json!({ "request": { "call": "verify", "text": LEVEL }, "drawing": 3 });
    let newer = studio.call("POST /api/jobs", &newer).json()["job"].clone();
    wait(&studio, &job, |told| told["state"] == "cancelled");
    wait(&studio, &newer, |told| told["state"] == "done");
    assert_eq!(studio.call("GET /api/jobs/999", &Value::Null).status, 404);
}

#[test]
fn a_thousand_jobs_at_once_leave_the_page_answering() {
    let studio = Running::new();
    let before = memory();
    let (mut n_taken, mut n_full) = (0, 0);
    for _ in 0..1000 {
        let answer = studio.call("POST /api/jobs", &json!({ "request": long() }));
        match answer.status {
            202 => n_taken += 1,
            429 => n_full += 1,
            _ => panic!("{answer:?}"),
        }
    }
    // Two work, and no more than the queue holds wait; some may end meanwhile.
    assert!(n_taken <= 200, "{n_taken} were taken");
    assert_eq!(n_taken + n_full, 1000);
    let asked = Instant::now();
    assert_eq!(studio.request("GET /", &[], "").status, 200);
    let call = studio.call(
        "POST /api/call",
        &json!({ "call": "verify", "text": LEVEL }),
    );
    assert_eq!(call.json()["results"][0]["answer"], "holds");
    assert!(
        asked.elapsed() < Duration::from_secs(10),
        "{:?}",
        asked.elapsed()
    );
    for job in 1..=n_taken {
        studio.call(&format!("DELETE /api/jobs/{job}"), &Value::Null);
    }
    // What two searches hold meanwhile is theirs; a thousand would hold far more.
    assert!(memory() < before + (3 << 30), "{} bytes", memory());
}

/// Bytes that this process holds.
fn memory() -> u64 {
    let status = fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = status.split(' ').nth(1).and_then(|n| n.parse::<u64>().ok());
    pages.unwrap_or(0) * 4096
}

/// What the test below names its folder by.
const FOLDER: &str = "PLAYPROOF_STUDIO_FOLDER";

#[test]
#[ignore = "another test runs it, and kills it"]
fn serves_until_it_is_killed() {
    let Ok(folder) = std::env::var(FOLDER) else {
        return;
    };
    let studio = Studio::open(&Settings {
        folder: folder.into(),
        address: "127.0.0.1:0".parse().unwrap(),
        threads: 1,
    });
    let studio = studio.unwrap();
    println!("serving {} {}", studio.address(), studio.token().digits());
    studio.run(|| false).unwrap();
}

#[test]
fn a_save_that_is_cut_off_leaves_the_old_file_or_the_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("level.txt");
    let text = |n: u64| format!("; {n}\n{LEVEL}\n").repeat(20_000);
    fs::write(&path, text(0)).unwrap();
    let mut n_saved = 0;
    for round in 0..8 {
        let mut server = Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "serves_until_it_is_killed",
                "--ignored",
                "--nocapture",
            ])
            .env(FOLDER, folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(server.stdout.take().unwrap()).lines();
        let line = lines
            .map_while(Result::ok)
            .find(|line| line.contains("serving "));
        let line = line.expect("the server says where it is");
        let words: Vec<&str> = line.split(' ').collect();
        let at = words
            .iter()
            .position(|word| word.ends_with("serving"))
            .unwrap();
        let client = Client {
            address: words[at + 1].parse().unwrap(),
            token: words[at + 2].to_owned(),
        };
        let asked = client.call("GET /api/file?path=level.txt", &Value::Null);
        let mut revision = asked.json()["revision"].clone();
        let killer = thread::spawn(move || {
            thread::sleep(Duration::from_millis(60 + 37 * round));
            server.kill().unwrap();
            server.wait().unwrap();
        });
        loop {
            let saved = json!({ "path": "level.txt", "text": text(n_saved + 1),
                "revision": revision });
            // Nobody listens once it is killed.
            if TcpStream::connect(client.address).is_err() {
                break;
            }
            let answer = client.call("PUT /api/file", &saved);
            if answer.status != 200 {
                break;
            }
            n_saved += 1;
            revision = answer.json()["revision"].clone();
        }
        killer.join().unwrap();
        let there = fs::read_to_string(&path).unwrap();
        let is_last = there == text(n_saved);
        // Saved, and killed before it could say so.
        let is_next = there == text(n_saved + 1);
        assert!(
            is_last || is_next,
            "a part of a file: {} bytes",
            there.len()
        );
        n_saved += u64::from(is_next);
    }
    assert!(n_saved > 0, "nothing was saved at all");
}
