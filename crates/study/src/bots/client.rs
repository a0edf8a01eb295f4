//! Requests of a simulated player, over one connection that is opened again when it breaks.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// Bytes of an answer.
const MAX_ANSWER: u64 = 8 << 20;

/// Whoever asks.
pub struct Client {
    address: SocketAddr,
    token: Option<String>,
    connection: Option<BufReader<TcpStream>>,
}

/// An answer of the server.
pub struct Answer {
    /// Its status.
    pub status: u16,
    /// Its JSON; null if it has none.
    pub body: Value,
}

impl Client {
    /// Whoever asks the server at this address.
    pub fn new(address: SocketAddr) -> Client {
        Client {
            address,
            token: None,
            connection: None,
        }
    }

    /// From now on this token goes with every request.
    pub fn carry(&mut self, token: String) {
        self.token = Some(token);
    }

    /// Asks; nothing if the server cannot be reached or breaks off.
    pub fn ask(&mut self, method: &str, path: &str, body: Option<&Value>) -> Option<Answer> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => {
                let stream = TcpStream::connect(self.address).ok()?;
                stream.set_read_timeout(Some(PATIENCE)).ok()?;
                stream.set_nodelay(true).ok()?;
                BufReader::new(stream)
            }
        };
        let body = body.map(Value::to_string).unwrap_or_default();
        let address = self.address;
        let mut request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n",
            body.len()
        );
        if let Some(token) = &self.token {
            request += &format!("Authorization: Bearer {token}\r\n");
        }
        request += "\r\n";
        request += &body;
        connection.get_mut().write_all(request.as_bytes()).ok()?;
        let (answer, is_kept) = read(&mut connection)?;
        if is_kept {
            self.connection = Some(connection);
        }
        Some(answer)
    }
}

/// Reads an answer, and whether the connection stays.
fn read(connection: &mut BufReader<TcpStream>) -> Option<(Answer, bool)> {
    let mut line = String::new();
    connection.read_line(&mut line).ok()?;
    let status = line.split(' ').nth(1)?.parse().ok()?;
    let (mut length, mut is_kept) = (0u64, true);
    loop {
        line.clear();
        connection.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else {
            break;
        };
        let value = value.trim();
        match &name.to_ascii_lowercase()[..] {
            "content-length" => length = value.parse().ok()?,
            "connection" => is_kept = !value.eq_ignore_ascii_case("close"),
            _ => {}
        }
    }
    if length > MAX_ANSWER {
        return None;
    }
    let mut body = vec![0; usize::try_from(length).ok()?];
    connection.read_exact(&mut body).ok()?;
    let body = serde_json::from_slice(&body).unwrap_or(Value::Null);
    Some((Answer { status, body }, is_kept))
}
