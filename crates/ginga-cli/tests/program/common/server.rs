//! A server of the program itself, and a client that says exactly what it sends.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A server on a free port of loopback; it ends with this value.
pub struct Server {
    child: Child,
    pub address: SocketAddr,
}

impl Server {
    /// Starts one with further options.
    pub fn start(options: &[&str]) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ginga"))
            .args(["serve", "--bind", "127.0.0.1:0"])
            .args(options)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).and_then(|rest| rest.split(' ').next());
        let address = address.unwrap_or_else(|| panic!("{line:?}")).parse().unwrap();
        Server { child, address }
    }

    /// The server's process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Whether it still runs.
    pub fn lives(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// Waits for its end, a few seconds long; its exit code.
    pub fn ended(&mut self) -> Option<i32> {
        for _ in 0..100 {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        None
    }

    /// A connection that does not wait for ever.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        stream
    }

    /// Sends these bytes and reads all that comes back.
    pub fn exchange(&self, request: &[u8]) -> Response {
        let mut stream = self.connect();
        let mut sending = stream.try_clone().unwrap();
        let request = request.to_vec();
        // A server that answers early need not take the rest.
        let sender = std::thread::spawn(move || {
            let _ = sending.write_all(&request);
        });
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        sender.join().unwrap();
        Response::parse(&bytes)
    }

    /// A request with its headers, one that closes the connection.
    pub fn request(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> Response {
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{headers}Content-Length: {}\r\n\r\n",
            self.address,
            body.len()
        );
        self.exchange(&[head.as_bytes(), body].concat())
    }

    pub fn get(&self, path: &str) -> Response {
        self.request("GET", path, "", b"")
    }

    /// Asks with a JSON body.
    pub fn post(&self, path: &str, body: &[u8]) -> Response {
        self.request("POST", path, "Content-Type: application/json\r\n", body)
    }

    /// Asks the interface, and reads its JSON.
    pub fn ask(&self, route: &str, body: &Value) -> (u16, Value) {
        let response = self.post(&format!("/api/v1/{route}"), body.to_string().as_bytes());
        (response.status, response.json())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What came back.
#[derive(Debug)]
pub struct Response {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Response {
    fn parse(bytes: &[u8]) -> Response {
        let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else {
            return Response { status: 0, headers: Vec::new(), body: bytes.to_vec() };
        };
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let mut lines = head.split("\r\n");
        let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        let header = |line: &str| {
            let (name, value) = line.split_once(':').unwrap();
            (name.to_ascii_lowercase(), value.trim().to_owned())
        };
        let headers: Vec<_> = lines.map(header).collect();
        let chunked =
            headers.iter().any(|(name, value)| name == "transfer-encoding" && value == "chunked");
        let body = &bytes[end + 4..];
        let body = if chunked { unchunked(body) } else { body.to_vec() };
        Response { status, headers, body }
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&self.body)))
    }
}

fn unchunked(mut bytes: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = bytes.windows(2).position(|two| two == b"\r\n") {
        let size = usize::from_str_radix(std::str::from_utf8(&bytes[..end]).unwrap(), 16).unwrap();
        let Some(chunk) = bytes.get(end + 2..end + 2 + size) else { break };
        body.extend_from_slice(chunk);
        bytes = &bytes[(end + 4 + size).min(bytes.len())..];
    }
    body
}
