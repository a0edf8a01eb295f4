//! A small part of the language of Graphviz: nodes and edges with labels.
//!
//! Of all attributes only `label` is read. Defaults such as `node [shape=box]` and
//! attributes of the whole graph are skipped. Subgraphs, ports and HTML are refused.
//!
//! Graphviz lets a quoted text go on in the next line. Here that is an error: a label
//! is a list of letters, and one that is torn in two shows that the file was damaged.
//! Readers that go line by line lose the rooms with such labels.

use crate::canonical::{Mark, place};
use playproof_level::Diagnostic;

/// A graph as it is written.
pub(crate) struct Graph<'a> {
    pub name: Option<&'a str>,
    pub mark: Mark,
    pub nodes: Vec<Node<'a>>,
    pub edges: Vec<Edge<'a>>,
}

/// A text in the file and where it begins.
#[derive(Clone, Copy)]
pub(crate) struct Words<'a> {
    pub text: &'a str,
    pub mark: Mark,
}

pub(crate) struct Node<'a> {
    pub id: Words<'a>,
    pub label: Option<Words<'a>>,
}

pub(crate) struct Edge<'a> {
    pub from: Words<'a>,
    pub to: Words<'a>,
    pub is_one_way: bool,
    pub label: Option<Words<'a>>,
}

/// Reads the one graph of a file.
pub(crate) fn parse<'a>(file: &'a str, text: &'a str) -> Result<Graph<'a>, Diagnostic> {
    let start = Mark { line: 1, column: 1 };
    let mut parser = Parser {
        file,
        text,
        rest: text,
        at: start,
        token: Token::End,
        mark: start,
        torn: Vec::new(),
    };
    let graph = parser.advance().and_then(|()| parser.graph());
    // What comes after a torn label may look wrong only because of it.
    match parser.torn_labels() {
        Some(torn) => Err(torn),
        None => graph,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Token<'a> {
    Bare(&'a str),
    Quoted { text: &'a str, is_torn: bool },
    Arrow,
    Line,
    Sign(char),
    End,
}

struct Parser<'a> {
    file: &'a str,
    text: &'a str,
    /// What comes after the token,
    rest: &'a str,
    /// and where that begins.
    at: Mark,
    /// The token that is looked at,
    token: Token<'a>,
    /// and where it begins.
    mark: Mark,
    /// Nodes whose label does not end on its line.
    torn: Vec<Words<'a>>,
}

impl<'a> Parser<'a> {
    fn graph(&mut self) -> Result<Graph<'a>, Diagnostic> {
        let mark = self.mark;
        self.eat_word("strict");
        let is_directed = self.eat_word("digraph");
        if !is_directed && !self.eat_word("graph") {
            return Err(self.unexpected("`digraph` or `graph`"));
        }
        let name = match self.token {
            Token::Sign('{') => None,
            _ => Some(self.id("`{`")?.text),
        };
        self.expect('{')?;
        let mut graph = Graph {
            name,
            mark,
            nodes: Vec::new(),
            edges: Vec::new(),
        };
        while self.token != Token::Sign('}') {
            self.statement(&mut graph, is_directed)?;
        }
        self.advance()?;
        match self.token {
            Token::End => Ok(graph),
            _ => Err(self.unexpected("nothing after the graph: one graph a file")),
        }
    }

    fn statement(&mut self, graph: &mut Graph<'a>, is_directed: bool) -> Result<(), Diagnostic> {
        if self.token == Token::Sign(';') {
            return self.advance();
        }
        if self.token == Token::Sign('{') || self.is_word("subgraph") {
            let help = "write the rooms and passages of the dungeon in one graph";
            return Err(self.error(self.mark, "graphs within a graph are not read", help));
        }
        let is_default = ["graph", "node", "edge"]
            .iter()
            .any(|word| self.is_word(word));
        let first = self.id("a room or `}`")?;
        if self.token == Token::Sign('=') {
            self.advance()?;
            self.id("a value")?;
            return Ok(());
        }
        if is_default && self.token == Token::Sign('[') {
            self.label()?;
            return Ok(());
        }
        let mut ends = vec![first];
        while matches!(self.token, Token::Arrow | Token::Line) {
            if is_directed != (self.token == Token::Arrow) {
                let expected = if is_directed {
                    "`->` in a digraph"
                } else {
                    "`--` in a graph"
                };
                return Err(self.unexpected(expected));
            }
            self.advance()?;
            ends.push(self.id("a room")?);
        }
        let label = self.label()?;
        let is_torn = label.is_some_and(|(_, is_torn)| is_torn);
        let label = label.map(|(label, _)| label);
        if ends.len() == 1 {
            if is_torn {
                // Messages repeat the name.
                let end = first.text.char_indices().nth(40);
                let text = &first.text[..end.map_or(first.text.len(), |(at, _)| at)];
                self.torn.push(Words { text, ..first });
            }
            graph.nodes.push(Node { id: first, label });
        } else if is_torn {
            return Err(self.torn_text(label.map_or(first.mark, |label| label.mark)));
        }
        graph.edges.extend(ends.windows(2).map(|ends| Edge {
            from: ends[0],
            to: ends[1],
            is_one_way: is_directed,
            label,
        }));
        Ok(())
    }

    /// Attributes, if there are any: the label, and whether it is torn.
    fn label(&mut self) -> Result<Option<(Words<'a>, bool)>, Diagnostic> {
        let mut label = None;
        while self.token == Token::Sign('[') {
            self.advance()?;
            while self.token != Token::Sign(']') {
                let key = self.id("an attribute or `]`")?;
                if self.token == Token::Sign('=') {
                    self.advance()?;
                    let (text, is_torn) = match self.token {
                        Token::Bare(text) => (text, false),
                        Token::Quoted { text, is_torn } => (text, is_torn),
                        _ => return Err(self.unexpected("a value")),
                    };
                    let mut mark = self.mark;
                    mark.column += u32::from(matches!(self.token, Token::Quoted { .. }));
                    self.advance()?;
                    if key.text == "label" {
                        label = Some((Words { text, mark }, is_torn));
                    }
                }
                if matches!(self.token, Token::Sign(',' | ';')) {
                    self.advance()?;
                }
            }
            self.advance()?;
        }
        Ok(label)
    }

    fn id(&mut self, expected: &str) -> Result<Words<'a>, Diagnostic> {
        let mark = self.mark;
        let text = match self.token {
            Token::Bare(text) => text,
            Token::Quoted { is_torn: true, .. } => return Err(self.torn_text(mark)),
            Token::Quoted { text, .. } => text,
            _ => return Err(self.unexpected(expected)),
        };
        self.advance()?;
        Ok(Words { text, mark })
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.token, Token::Bare(text) if text.eq_ignore_ascii_case(word))
    }

    fn eat_word(&mut self, word: &str) -> bool {
        self.is_word(word) && self.advance().is_ok()
    }

    fn expect(&mut self, sign: char) -> Result<(), Diagnostic> {
        if self.token != Token::Sign(sign) {
            return Err(self.unexpected(&format!("`{sign}`")));
        }
        self.advance()
    }

    /// Looks at the next token.
    fn advance(&mut self) -> Result<(), Diagnostic> {
        self.skip_blanks()?;
        self.mark = self.at;
        let Some(first) = self.rest.chars().next() else {
            self.token = Token::End;
            return Ok(());
        };
        let length = if first == '"' {
            let Some(end) = closing_quote(self.rest) else {
                let help = "close it with a second quote on the same line";
                return Err(self.error(self.mark, "this quote is not closed", help));
            };
            let text = &self.rest[1..end];
            let is_torn = text.contains(['\n', '\r']);
            self.token = Token::Quoted { text, is_torn };
            end + 1
        } else if self.rest.starts_with("->") {
            self.token = Token::Arrow;
            2
        } else if self.rest.starts_with("--") {
            self.token = Token::Line;
            2
        } else if is_id(first) {
            let end = self.rest.find(|c| !is_id(c)).unwrap_or(self.rest.len());
            self.token = Token::Bare(&self.rest[..end]);
            end
        } else {
            self.token = Token::Sign(first);
            first.len_utf8()
        };
        self.skip(length);
        Ok(())
    }

    /// Goes past blanks and comments.
    fn skip_blanks(&mut self) -> Result<(), Diagnostic> {
        loop {
            self.skip(self.rest.len() - self.rest.trim_start().len());
            let is_line = self.rest.starts_with("//") || self.rest.starts_with('#');
            if is_line {
                self.skip(self.rest.find(['\n', '\r']).unwrap_or(self.rest.len()));
            } else if self.rest.starts_with("/*") {
                let Some(end) = self.rest.find("*/") else {
                    let help = "close it with `*/`";
                    return Err(self.error(self.at, "this comment is not closed", help));
                };
                self.skip(end + 2);
            } else {
                return Ok(());
            }
        }
    }

    fn skip(&mut self, n_bytes: usize) {
        let (skipped, rest) = self.rest.split_at(n_bytes);
        let mut chars = skipped.chars().peekable();
        while let Some(c) = chars.next() {
            if c == '\n' || c == '\r' && chars.peek() != Some(&'\n') {
                self.at.line += 1;
                self.at.column = 1;
            } else {
                self.at.column += 1;
            }
        }
        self.rest = rest;
    }

    fn torn_labels(&self) -> Option<Diagnostic> {
        let (first, others) = self.torn.split_first()?;
        let mut help = "close the quote of the label on the line where it begins".to_owned();
        if !others.is_empty() {
            let shown: Vec<String> = others
                .iter()
                .take(20)
                .map(|torn| format!("`{}` in line {}", torn.text, torn.mark.line))
                .collect();
            help.push_str(&format!("; the same with {}", shown.join(", ")));
            if others.len() > shown.len() {
                help.push_str(&format!(" and {} more", others.len() - shown.len()));
            }
        }
        let message = format!(
            "room `{}` is undeclared: its label breaks off at the end of the line",
            first.text
        );
        Some(self.error(first.mark, message, help))
    }

    fn torn_text(&self, mark: Mark) -> Diagnostic {
        let help = "close the quote on the line where it begins";
        self.error(mark, "this text breaks off at the end of the line", help)
    }

    fn error(&self, mark: Mark, message: impl Into<String>, help: impl Into<String>) -> Diagnostic {
        Diagnostic::error(self.file, Some(place(self.text, mark)), message, help)
    }

    fn unexpected(&self, expected: &str) -> Diagnostic {
        let message = match self.token {
            Token::Bare(text) | Token::Quoted { text, .. } => {
                let line = text.lines().next().unwrap_or_default();
                let shown: String = line.chars().take(40).collect();
                format!("`{shown}` is out of place")
            }
            Token::Arrow => "`->` is out of place".to_owned(),
            Token::Line => "`--` is out of place".to_owned(),
            Token::Sign(c) => format!("`{c}` is out of place"),
            Token::End => "the file ends within a graph".to_owned(),
        };
        self.error(self.mark, message, format!("expected {expected}"))
    }
}

fn is_id(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '.'
}

/// Where the text that begins with a quote ends. A quote after `\` is part of it.
fn closing_quote(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if c == '"' && !is_escaped {
            return Some(at);
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    None
}
