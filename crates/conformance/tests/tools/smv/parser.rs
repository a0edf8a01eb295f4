//! Reads the part of SMV that exports are written in, with the words and the
//! precedence of NuSMV's published grammar. Whatever else is met is an error.

/// An expression, or a formula.
#[derive(Clone, PartialEq, Debug)]
pub enum Expr {
    Truth(bool),
    Number(i64),
    Name(String),
    Next(String),
    /// `!`, `-`, and the operators on time with one operand.
    Unary(String, Box<Expr>),
    Binary(String, Box<Expr>, Box<Expr>),
    /// `E [p U q]` and `A [p U q]`, by the first letter.
    Until(String, Box<Expr>, Box<Expr>),
    Choice(Box<Expr>, Box<Expr>, Box<Expr>),
    Case(Vec<(Expr, Expr)>),
    Among(Box<Expr>, Vec<i64>),
}

/// What a variable can be.
#[derive(Clone, PartialEq, Debug)]
pub enum Domain {
    Boolean,
    Range(i64, i64),
}

/// A module.
#[derive(Default)]
pub struct Module {
    pub vars: Vec<(String, Domain)>,
    /// The values of the one input, `command`.
    pub commands: Vec<String>,
    /// In order.
    pub defines: Vec<(String, Expr)>,
    pub inits: Vec<Expr>,
    pub trans: Vec<Expr>,
    /// Each with the word that begins it.
    pub specs: Vec<(String, Expr)>,
}

/// The words of the language, as the manuals of NuSMV 2.6 and nuXmv 2 list
/// them, which name nothing else.
const KEYWORDS: &str = "MODULE DEFINE MDEFINE CONSTANTS VAR IVAR FROZENVAR INIT TRANS INVAR SPEC \
    CTLSPEC LTLSPEC PSLSPEC COMPUTE NAME INVARSPEC FAIRNESS JUSTICE COMPASSION ISA ASSIGN \
    CONSTRAINT SIMPWFF CTLWFF LTLWFF PSLWFF COMPWFF IN MIN MAX MIRROR PRED PREDICATES process array \
    of boolean integer real word word1 bool signed unsigned extend resize sizeof uwconst swconst EX \
    AX EF AF EG AG E F O G H X Y Z A U S V T BU EBF ABF EBG ABG case esac mod next init union in \
    xor xnor self TRUE FALSE count abs max min toint floor typeof";

/// Where one section ends and the next begins.
const SECTIONS: &str = "VAR IVAR DEFINE INIT TRANS INVARSPEC LTLSPEC CTLSPEC";

/// Operators of two operands, from the weakest; each line binds alike.
const BINARY: [&[&str]; 8] = [
    &["->"],
    &["<->"],
    &["?"],
    &["|", "xor", "xnor"],
    &["&"],
    &["U", "V"],
    &["=", "!=", "<", ">", "<=", ">="],
    &["in"],
];

/// Where comparisons stand among them. Operators on time with one operand are
/// just weaker.
const COMPARISONS: usize = 6;

const TEMPORAL: [&str; 9] = ["X", "F", "G", "EX", "AX", "EF", "AF", "EG", "AG"];

impl Module {
    /// Reads a text.
    pub fn read(text: &str) -> Result<Module, String> {
        let mut reader = Reader {
            tokens: tokens(text)?,
            at: 0,
        };
        reader.module()
    }

    /// Whether a name is that of a variable, a definition or a command.
    pub fn knows(&self, name: &str) -> bool {
        self.vars.iter().any(|(n, _)| n == name)
            || self.defines.iter().any(|(n, _)| n == name)
            || self.commands.iter().any(|n| n == name)
    }
}

fn tokens(text: &str) -> Result<Vec<String>, String> {
    const SIGNS: [&str; 27] = [
        "<->", "->", ":=", "..", "!=", "<=", ">=", "!", "-", "+", "*", "=", "<", ">", "&", "|",
        "?", ":", ";", ",", "(", ")", "[", "]", "{", "}", "/",
    ];
    let mut tokens = Vec::new();
    for line in text.lines() {
        let mut rest = line.split("--").next().unwrap_or("").trim_start();
        while let Some(first) = rest.chars().next() {
            let is_part: fn(char) -> bool = match first {
                // A minus within a name belongs to it.
                'a'..='z' | 'A'..='Z' | '_' => |c| c.is_ascii_alphanumeric() || "_$#-".contains(c),
                '0'..='9' => |c| c.is_ascii_digit(),
                _ => |_| false,
            };
            let mut length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            if length == 0 {
                let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
                length = sign
                    .ok_or(format!("no sign of the language: {rest}"))?
                    .len();
            }
            tokens.push(rest[..length].to_owned());
            rest = rest[length..].trim_start();
        }
    }
    Ok(tokens)
}

struct Reader {
    tokens: Vec<String>,
    at: usize,
}

impl Reader {
    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", String::as_str)
    }

    fn take(&mut self) -> String {
        let token = self.peek().to_owned();
        self.at += 1;
        token
    }

    fn skip(&mut self, token: &str) -> bool {
        let found = self.peek() == token;
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, token: &str) -> Result<(), String> {
        match self.skip(token) {
            true => Ok(()),
            false => {
                let around = self.at.saturating_sub(12)..(self.at + 4).min(self.tokens.len());
                Err(format!(
                    "no `{token}` here: {}",
                    self.tokens[around].join(" ")
                ))
            }
        }
    }

    fn name(&mut self) -> Result<String, String> {
        let name = self.take();
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        match is_name && !KEYWORDS.split(' ').any(|word| word == name) {
            true => Ok(name),
            false => Err(format!("`{name}` is no name")),
        }
    }

    fn number(&mut self) -> Result<i64, String> {
        let sign = if self.skip("-") { -1 } else { 1 };
        let number = self.take();
        let number: Result<i64, _> = number.parse();
        Ok(sign * number.map_err(|e| e.to_string())?)
    }

    fn in_section(&self) -> bool {
        let token = self.peek();
        !token.is_empty() && !SECTIONS.split(' ').any(|word| word == token)
    }

    fn module(&mut self) -> Result<Module, String> {
        let mut module = Module::default();
        self.expect("MODULE")?;
        self.expect("main")?;
        while self.at < self.tokens.len() {
            let section = self.take();
            match &section[..] {
                "VAR" | "IVAR" | "DEFINE" => {
                    while self.in_section() {
                        let name = self.name()?;
                        if module.knows(&name) {
                            return Err(format!("`{name}` is there twice"));
                        }
                        self.declaration(&section, name, &mut module)?;
                        self.expect(";")?;
                    }
                }
                "INIT" | "TRANS" | "INVARSPEC" | "LTLSPEC" | "CTLSPEC" => {
                    let expr = self.expr()?;
                    self.expect(";")?;
                    match &section[..] {
                        "INIT" => module.inits.push(expr),
                        "TRANS" => module.trans.push(expr),
                        _ => module.specs.push((section, expr)),
                    }
                }
                other => return Err(format!("`{other}` begins no section")),
            }
        }
        Ok(module)
    }

    fn declaration(
        &mut self,
        section: &str,
        name: String,
        module: &mut Module,
    ) -> Result<(), String> {
        if section == "DEFINE" {
            self.expect(":=")?;
            let value = self.expr()?;
            module.defines.push((name, value));
            return Ok(());
        }
        self.expect(":")?;
        if section == "IVAR" {
            self.expect("{")?;
            loop {
                let value = self.name()?;
                if module.knows(&value) {
                    return Err(format!("`{value}` is there twice"));
                }
                module.commands.push(value);
                if !self.skip(",") {
                    return self.expect("}");
                }
            }
        }
        let domain = match self.skip("boolean") {
            true => Domain::Boolean,
            false => {
                let lo = self.number()?;
                self.expect("..")?;
                Domain::Range(lo, self.number()?)
            }
        };
        module.vars.push((name, domain));
        Ok(())
    }

    fn expr(&mut self) -> Result<Expr, String> {
        self.level(0)
    }

    /// An expression of operators from this level of strength on.
    fn level(&mut self, level: usize) -> Result<Expr, String> {
        let Some(signs) = BINARY.get(level) else {
            return self.sum();
        };
        if level == COMPARISONS && TEMPORAL.contains(&self.peek()) {
            let sign = self.take();
            return Ok(Expr::Unary(sign, self.level(level)?.into()));
        }
        let mut left = self.level(level + 1)?;
        while signs.contains(&self.peek()) {
            let sign = self.take();
            left = match &sign[..] {
                "?" => {
                    let then = self.level(level)?;
                    self.expect(":")?;
                    let other = self.level(level)?;
                    Expr::Choice(left.into(), then.into(), other.into())
                }
                "in" => Expr::Among(left.into(), self.set()?),
                "->" => Expr::Binary(sign, left.into(), self.level(level)?.into()),
                _ => Expr::Binary(sign, left.into(), self.level(level + 1)?.into()),
            };
        }
        Ok(left)
    }

    fn set(&mut self) -> Result<Vec<i64>, String> {
        self.expect("{")?;
        let mut set = vec![self.number()?];
        while self.skip(",") {
            set.push(self.number()?);
        }
        self.expect("}")?;
        Ok(set)
    }

    fn sum(&mut self) -> Result<Expr, String> {
        let mut left = self.product()?;
        while ["+", "-"].contains(&self.peek()) {
            let sign = self.take();
            left = Expr::Binary(sign, left.into(), self.product()?.into());
        }
        Ok(left)
    }

    fn product(&mut self) -> Result<Expr, String> {
        let mut left = self.unary()?;
        while ["*", "/"].contains(&self.peek()) {
            let sign = self.take();
            left = Expr::Binary(sign, left.into(), self.unary()?.into());
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Expr, String> {
        if ["!", "-"].contains(&self.peek()) {
            let sign = self.take();
            return Ok(Expr::Unary(sign, self.unary()?.into()));
        }
        self.single()
    }

    fn single(&mut self) -> Result<Expr, String> {
        match self.peek() {
            "(" => {
                self.at += 1;
                let inner = self.expr()?;
                self.expect(")")?;
                Ok(inner)
            }
            "TRUE" | "FALSE" => Ok(Expr::Truth(self.take() == "TRUE")),
            "next" => {
                self.at += 1;
                self.expect("(")?;
                let name = self.name()?;
                self.expect(")")?;
                Ok(Expr::Next(name))
            }
            "case" => {
                self.at += 1;
                let mut cases = Vec::new();
                while !self.skip("esac") {
                    let condition = self.expr()?;
                    self.expect(":")?;
                    cases.push((condition, self.expr()?));
                    self.expect(";")?;
                }
                Ok(Expr::Case(cases))
            }
            "E" | "A" => {
                let runs = self.take();
                self.expect("[")?;
                // The until stands alone between the brackets.
                let inner = self.expr()?;
                self.expect("]")?;
                match inner {
                    Expr::Binary(sign, p, q) if sign == "U" => Ok(Expr::Until(runs, p, q)),
                    other => Err(format!("no until: {other:?}")),
                }
            }
            token if token.starts_with(|c: char| c.is_ascii_digit()) => {
                Ok(Expr::Number(self.number()?))
            }
            _ => Ok(Expr::Name(self.name()?)),
        }
    }
}
