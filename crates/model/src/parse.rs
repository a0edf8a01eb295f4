//! The text of a property to a [`Property`]: one function a level of
//! precedence. Errors point at a column.

use crate::formula::{Formula, Joint, Later, Quantifier, Relation, Span, Term, TermKind};
use crate::lex::{Token, Word, error, lex, unexpected};
use crate::property::{Fraction, Measured, Property, PropertyError, Quantity, Scope};
use playproof_kernel::Val;

/// How deeply a formula may nest; beyond it a hostile text could overflow
/// the stack.
const MAX_DEPTH: u32 = 128;

/// How many terms a formula may have, for the same reason: a chain of them
/// is a tree as deep as it is long.
const MAX_TERMS: u32 = 500;

/// The words a property can start with.
const WORDS: [&str; 20] = [
    "solvable",
    "winnable",
    "unsolvable",
    "shortest",
    "never",
    "reach",
    "unlosable",
    "goal-safe",
    "complete-safe",
    "dead-end-free",
    "softlock-free",
    "progress",
    "progress-at-win",
    "some",
    "every",
    "alternatives",
    "routes",
    "unique",
    "assume",
    "twistiness",
];

/// Operators that people write out.
const ENGLISH: [&str; 4] = ["and", "or", "implies", "until"];

/// What a property can be, for messages.
const FORMS: &str =
    "a requirement such as `solvable`, `shortest <= 20` or `never P`, or a formula such as `G p`";

impl Quantity {
    /// All of them.
    pub const ALL: [Quantity; 6] = [
        Quantity::Turns,
        Quantity::Straights,
        Quantity::Twistiness,
        Quantity::TurnRatio,
        Quantity::Pushes,
        Quantity::Score,
    ];
}

impl std::str::FromStr for Property {
    type Err = PropertyError;

    fn from_str(text: &str) -> Result<Property, PropertyError> {
        let property = property(text)?;
        // Certificates hold what is printed, perhaps with a bracket more, and
        // must be readable.
        match self::property(&property.to_string()) {
            Ok(_) => Ok(property),
            Err(_) => Err(PropertyError::whole("it is nested too deeply", None)),
        }
    }
}

fn property(text: &str) -> Result<Property, PropertyError> {
    let tokens = lex(text)?;
    let mut parser = Parser::new(&tokens, text);
    let property = parser.property()?;
    parser.finish("the end of the property")?;
    Ok(property)
}

impl std::str::FromStr for Formula {
    type Err = PropertyError;

    fn from_str(text: &str) -> Result<Formula, PropertyError> {
        let tokens = lex(text)?;
        let mut parser = Parser::new(&tokens, text);
        let formula = parser.formula()?;
        parser.finish("the end of the formula")?;
        Ok(formula)
    }
}

struct Parser<'a> {
    tokens: &'a [Token],
    at: usize,
    /// The column just past the text.
    end: u32,
    depth: u32,
    n_terms: u32,
}

impl<'a> Parser<'a> {
    fn new(tokens: &'a [Token], text: &str) -> Parser<'a> {
        Parser {
            tokens,
            at: 0,
            end: text.chars().count() as u32 + 1,
            depth: 0,
            n_terms: 0,
        }
    }

    fn finish(&self, wanted: &str) -> Result<(), PropertyError> {
        match self.peek() {
            None => Ok(()),
            Some(token) => Err(match token.word {
                Word::Sign(close @ (")" | "]")) => {
                    let message = format!("`{close}` closes nothing");
                    error(token.column, message, None)
                }
                // One requirement and something after it.
                Word::Sign(joint @ ("&&" | "||" | "," | ";")) if self.is_requirement() => {
                    let message = format!("unexpected `{joint}`");
                    let help = "requirements are not joined: ask each by itself".to_owned();
                    error(token.column, message, Some(help))
                }
                _ => unexpected(token, wanted),
            }),
        }
    }

    /// Whether the text begins with the word of a requirement.
    fn is_requirement(&self) -> bool {
        match self.tokens.first().map(|t| &t.word) {
            Some(Word::Name(name)) => WORDS.contains(&&name[..]),
            _ => false,
        }
    }

    fn peek(&self) -> Option<&'a Token> {
        self.tokens.get(self.at)
    }

    fn column(&self) -> u32 {
        self.peek().map_or(self.end, |t| t.column)
    }

    fn next(&mut self, wanted: &str) -> Result<&'a Token, PropertyError> {
        let Some(token) = self.peek() else {
            let help = Some(format!("expected {wanted}"));
            return Err(error(self.end, "the property ends here".into(), help));
        };
        self.at += 1;
        Ok(token)
    }

    fn accept(&mut self, sign: &str) -> bool {
        let found = self
            .peek()
            .is_some_and(|t| matches!(t.word, Word::Sign(s) if s == sign));
        self.at += usize::from(found);
        found
    }

    fn accept_word(&mut self, word: &str) -> bool {
        let found = self
            .peek()
            .is_some_and(|t| matches!(&t.word, Word::Name(name) if name == word));
        self.at += usize::from(found);
        found
    }

    /// The sign that closes what was opened at this column.
    fn close(&mut self, sign: &str, opened: u32) -> Result<(), PropertyError> {
        if self.accept(sign) {
            return Ok(());
        }
        let Some(token) = self.peek() else {
            let help = Some(format!("the bracket opened at column {opened} needs it"));
            let message = format!("`{sign}` is missing");
            return Err(error(self.end, message, help));
        };
        let wanted = format!("`{sign}` for the bracket opened at column {opened}");
        Err(unexpected(token, &wanted))
    }

    fn property(&mut self) -> Result<Property, PropertyError> {
        let token = self.next(FORMS)?;
        let Word::Name(name) = &token.word else {
            self.at -= 1;
            return self.temporal();
        };
        match name.as_str() {
            // Those who make dungeons say it so.
            "solvable" | "winnable" => Ok(Property::Solvable),
            "unsolvable" => Ok(Property::Unsolvable),
            "unlosable" | "goal-safe" => Ok(Property::Unlosable),
            "complete-safe" => Ok(Property::CompleteSafe),
            "dead-end-free" => Ok(Property::DeadEndFree),
            "softlock-free" => Ok(Property::SoftlockFree),
            "unique" => Ok(Property::Unique),
            "shortest" => {
                let make: fn(Val) -> Property = match self.relation("`<=` or `>=`")? {
                    (Relation::Le, _) => Property::ShortestAtMost,
                    (Relation::Ge, _) => Property::ShortestAtLeast,
                    (_, token) => return Err(unexpected(token, "`<=` or `>=`")),
                };
                self.count("moves").map(make)
            }
            "progress" => self.at_most("moves").map(Property::Progress),
            "progress-at-win" => self.at_most("moves").map(Property::ProgressAtWin),
            "alternatives" => self.at_least("runs").map(Property::Alternatives),
            "routes" => self.at_least("runs").map(Property::Routes),
            "some" => self.measured(Scope::Some),
            "every" => self.measured(Scope::Every),
            "never" => self.condition().map(Property::Never),
            "reach" => self.condition().map(Property::Reach),
            quantity
                if Quantity::ALL.iter().any(|q| q.to_string() == quantity) && self.bounds() =>
            {
                let message = format!("`{quantity}` of which winning runs?");
                let help = format!("write `some {quantity} …` or `every {quantity} …`");
                Err(error(token.column, message, Some(help)))
            }
            _ => {
                self.at -= 1;
                self.temporal()
            }
        }
    }

    /// Whether a bound as of a requirement comes next and then nothing.
    fn bounds(&self) -> bool {
        let rest = &self.tokens[self.at..];
        let temporal = |t: &Token| {
            matches!(t.word, Word::Sign(s)
                if !matches!(s, "<=" | ">=" | "<" | ">" | "==" | "=" | "/"))
        };
        !rest.iter().any(temporal)
    }

    fn relation(&mut self, wanted: &str) -> Result<(Relation, &'a Token), PropertyError> {
        let token = self.next(wanted)?;
        let relation = relation(token).ok_or_else(|| unexpected(token, wanted))?;
        Ok((relation, token))
    }

    fn at_most(&mut self, what: &str) -> Result<Val, PropertyError> {
        match self.relation("`<=`")? {
            (Relation::Le, _) => self.count(what),
            (_, token) => Err(unexpected(token, "`<=`")),
        }
    }

    fn at_least(&mut self, what: &str) -> Result<Val, PropertyError> {
        match self.relation("`>=`")? {
            (Relation::Ge, _) => self.count(what),
            (_, token) => Err(unexpected(token, "`>=`")),
        }
    }

    fn count(&mut self, what: &str) -> Result<Val, PropertyError> {
        let number = self.next(&format!("a number of {what}"))?;
        match number.word {
            Word::Number(n) => Ok(n),
            _ => {
                let wanted = format!("a number of {what}, 0 or more");
                Err(unexpected(number, &wanted))
            }
        }
    }

    /// `turns >= 3 within 40`
    fn measured(&mut self, scope: Scope) -> Result<Property, PropertyError> {
        const QUANTITIES: &str =
            "`turns`, `straights`, `pushes`, `score`, `twistiness` or `turn-ratio`";
        let token = self.next(QUANTITIES)?;
        let names = Quantity::ALL.map(|q| q.to_string());
        let Word::Name(name) = &token.word else {
            return Err(unexpected(token, QUANTITIES));
        };
        let Some(which) = names.iter().position(|n| n == name) else {
            let help = suggest(name, names.iter().map(|n| &n[..]));
            let help = match &name[..] {
                "moves" => "of moves ask `shortest <= N` or `shortest >= N`".to_owned(),
                _ => help.unwrap_or_else(|| format!("expected {QUANTITIES}")),
            };
            let message = format!("`{name}` cannot be measured on a run");
            return Err(error(token.column, message, Some(help)));
        };
        let quantity = Quantity::ALL[which];
        let (relation, sign) = self.relation("`<=` or `>=`")?;
        if !matches!(relation, Relation::Le | Relation::Ge) {
            return Err(unexpected(sign, "`<=` or `>=`"));
        }
        let bound = self.fraction(quantity)?;
        let here = self.column();
        let within = match self.accept_word("within") {
            true => Some(self.count("moves")?),
            false => None,
        };
        let (_, is_ratio) = quantity.counters();
        if within.is_none() {
            let why = match (is_ratio, scope, relation) {
                (Some(_), ..) => "a ratio needs a bound on the moves",
                (None, Scope::Some, Relation::Ge) if quantity == Quantity::Pushes => {
                    "without a bound on the moves, pushing to and fro satisfies it"
                }
                // A score falls with every step, and bumps are no moves: a
                // bound on the moves changes nothing.
                (None, ..) if quantity == Quantity::Score => "",
                (None, Scope::Some, Relation::Ge) => {
                    "without a bound on the moves, walking to and fro satisfies it"
                }
                _ => "",
            };
            if !why.is_empty() {
                let help = Some("add `within N`".to_owned());
                return Err(error(here, why.into(), help));
            }
        }
        Ok(Property::Measured(Measured {
            scope,
            quantity,
            relation,
            bound,
            within,
        }))
    }

    fn fraction(&mut self, quantity: Quantity) -> Result<Fraction, PropertyError> {
        let over = match quantity {
            Quantity::Score => self.number("a number of points")?,
            _ => self.count(&quantity.to_string())?,
        };
        let slash = self.column();
        if !self.accept("/") {
            return Ok(Fraction { over, under: 1 });
        }
        if quantity.counters().1.is_none() {
            let message = format!("`{quantity}` is a whole number");
            return Err(error(slash, message, None));
        }
        let column = self.column();
        match self.count(&quantity.to_string())? {
            0 => Err(error(column, "a fraction of nothing".into(), None)),
            under => Ok(Fraction { over, under }),
        }
    }

    /// What `never` and `reach` are about.
    fn condition(&mut self) -> Result<Formula, PropertyError> {
        let column = self.column();
        let formula = self.formula()?;
        if formula.is_state() {
            return Ok(formula);
        }
        let message = "this is a condition on one state, without temporal operators";
        let help = "write the formula alone, as in `G (p -> F q)`";
        Err(error(column, message.into(), Some(help.into())))
    }

    /// `assume GF p; F q`
    fn temporal(&mut self) -> Result<Property, PropertyError> {
        let mut assumptions = Vec::new();
        while self.accept_word("assume") {
            let column = self.column();
            let assumption = self.formula()?;
            if !is_fairness(&assumption) {
                let message = "an assumption is justice, `GF p`, or compassion, `GF p -> GF q`";
                let help = "p and q are conditions on one state";
                return Err(error(column, message.into(), Some(help.into())));
            }
            let token = self.next("`;` and then what is asked")?;
            if token.word != Word::Sign(";") {
                return Err(unexpected(token, "`;` and then what is asked"));
            }
            assumptions.push(assumption);
        }
        let (first, column) = (self.peek(), self.column());
        self.misspelt()?;
        let formula = self.formula()?;
        if formula.is_state() {
            // An operator that follows says better what is wrong.
            match self.peek().map(|t| &t.word) {
                Some(Word::Name(name)) if !ENGLISH.contains(&&name[..]) => {}
                _ => self.finish("the end of the property")?,
            }
            return Err(lone_condition(first, column, &formula));
        }
        Ok(Property::Temporal {
            assumptions,
            formula,
        })
    }

    /// A word that is none of ours, in the place of one that is: a requirement
    /// with a hyphen and a slip in it, or an operator in English.
    fn misspelt(&self) -> Result<(), PropertyError> {
        let rest = &self.tokens[self.at..];
        let Some(Token {
            word: Word::Name(first),
            column,
        }) = rest.first()
        else {
            return Ok(());
        };
        let mut joined = first.clone();
        for pair in rest[1..].chunks_exact(2) {
            let [Token { word: sign, .. }, Token { word: name, .. }] = pair else {
                break;
            };
            let (Word::Sign("-"), Word::Name(name)) = (sign, name) else {
                break;
            };
            joined = format!("{joined}-{name}");
        }
        let message = format!("there is no property `{joined}`");
        if joined != *first
            && let Some(help) = suggest(&joined, WORDS)
        {
            return Err(error(*column, message, Some(help)));
        }
        let follows = rest.get(1).is_some_and(|t| {
            matches!(
                t.word,
                Word::Name(_) | Word::Sign("(" | "!" | "G" | "F" | "X")
            )
        });
        match first.as_str() {
            "not" | "always" | "globally" | "eventually" | "finally" | "next" if follows => {
                Err(unexpected(&rest[0], ""))
            }
            _ => Ok(()),
        }
    }

    /// Counts nesting, so that every recursion passes here.
    fn nested<T>(
        &mut self,
        parse: impl FnOnce(&mut Self) -> Result<T, PropertyError>,
    ) -> Result<T, PropertyError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let message = "the condition is nested too deeply";
            return Err(error(self.column(), message.into(), None));
        }
        let result = parse(self);
        self.depth -= 1;
        result
    }

    fn formula(&mut self) -> Result<Formula, PropertyError> {
        let mut left = self.implication()?;
        while self.accept("<->") {
            left = left.join(Joint::Iff, self.implication()?);
        }
        Ok(left)
    }

    fn implication(&mut self) -> Result<Formula, PropertyError> {
        let left = self.or()?;
        if self.accept("->") {
            // To the right: p -> q -> r is p -> (q -> r).
            let right = self.nested(Parser::implication)?;
            return Ok(left.implies(right));
        }
        Ok(left)
    }

    fn or(&mut self) -> Result<Formula, PropertyError> {
        let mut left = self.and()?;
        while self.accept("||") {
            left = left.or(self.and()?);
        }
        Ok(left)
    }

    fn and(&mut self) -> Result<Formula, PropertyError> {
        let mut left = self.span()?;
        while self.accept("&&") {
            left = left.and(self.span()?);
        }
        Ok(left)
    }

    fn span(&mut self) -> Result<Formula, PropertyError> {
        let left = self.unary()?;
        let signs = [
            ("U", Span::Until),
            ("W", Span::WeakUntil),
            ("R", Span::Release),
            ("M", Span::StrongRelease),
        ];
        for (sign, span) in signs {
            if self.accept(sign) {
                // To the right: p U q U r is p U (q U r).
                let right = self.nested(Parser::span)?;
                return Ok(left.span(span, right));
            }
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Formula, PropertyError> {
        let opened = self.column();
        if self.accept("!") {
            return self.nested(Parser::unary).map(Formula::negated);
        }
        let prefixes = [
            ("X", Later::Next),
            ("F", Later::Finally),
            ("<>", Later::Finally),
            ("G", Later::Globally),
            ("[]", Later::Globally),
        ];
        for (sign, later) in prefixes {
            if self.accept(sign) {
                return Ok(self.nested(Parser::unary)?.later(later));
            }
        }
        for (sign, quantifier) in [("A", Quantifier::All), ("E", Quantifier::Some)] {
            if self.accept(sign) {
                let opened = self.column();
                if !self.accept("[") {
                    return Ok(self.nested(Parser::unary)?.on(quantifier));
                }
                let inner = self.nested(Parser::formula)?;
                self.close("]", opened)?;
                return Ok(inner.on(quantifier));
            }
        }
        if self.accept("(") {
            let inner = self.nested(Parser::formula)?;
            self.close(")", opened)?;
            return Ok(inner);
        }
        let left = self.term()?;
        if let TermKind::Name(name) = &left.kind {
            match name.as_str() {
                "true" => return Ok(Formula::Const(true)),
                "false" => return Ok(Formula::Const(false)),
                _ => {}
            }
        }
        let Some(relation) = self.peek().and_then(relation) else {
            return Ok(Formula::Is(left));
        };
        self.at += 1;
        Ok(Formula::Compare(relation, left, self.term()?))
    }

    fn term(&mut self) -> Result<Term, PropertyError> {
        let column = self.column();
        self.n_terms += 1;
        if self.n_terms > MAX_TERMS {
            let message = format!("the condition has more than {MAX_TERMS} terms");
            return Err(error(column, message, None));
        }
        let kind = match self.peek().map(|t| &t.word) {
            Some(Word::Name(name)) => {
                self.at += 1;
                self.named(name.clone())?
            }
            _ => {
                let number = self.number("a name or a number")?;
                match self.accept("*") {
                    false => TermKind::Number(number),
                    true => {
                        let token = self.next("a variable or counter")?;
                        let Word::Name(name) = &token.word else {
                            return Err(unexpected(token, "a variable or counter"));
                        };
                        TermKind::Multiple(number, name.clone())
                    }
                }
            }
        };
        Ok(Term { kind, column })
    }

    fn named(&mut self, name: String) -> Result<TermKind, PropertyError> {
        let opened = self.column();
        if self.accept("[") {
            let index = self.number("an index")?;
            self.close("]", opened)?;
            return Ok(TermKind::Element(name, index));
        }
        if self.accept("(") {
            if let Some(Word::Name(_)) = self.peek().map(|t| &t.word) {
                let mut things = vec![self.thing()?];
                while self.accept(",") {
                    things.push(self.thing()?);
                }
                self.close(")", opened)?;
                return Ok(TermKind::Of(name, things));
            }
            let mut arguments = vec![self.number("a number")?];
            while self.accept(",") {
                arguments.push(self.number("a number")?);
            }
            self.close(")", opened)?;
            return Ok(TermKind::Call(name, arguments));
        }
        Ok(TermKind::Name(name))
    }

    fn thing(&mut self) -> Result<String, PropertyError> {
        let token = self.next("a name")?;
        match &token.word {
            Word::Name(name) => Ok(name.clone()),
            _ => Err(unexpected(token, "a name")),
        }
    }

    fn number(&mut self, wanted: &str) -> Result<Val, PropertyError> {
        let sign = if self.accept("-") { -1 } else { 1 };
        let token = self.next(wanted)?;
        match token.word {
            Word::Number(n) => Ok(sign * n),
            _ => Err(unexpected(token, wanted)),
        }
    }
}

/// A condition alone would speak of the first state only, which is hardly
/// ever meant; a single word is rather a requirement with a slip in it.
fn lone_condition(first: Option<&Token>, column: u32, formula: &Formula) -> PropertyError {
    let always = formula.clone().later(Later::Globally);
    let asked = format!("write `reach {formula}`, `never {formula}` or `{always}`");
    let lone = match formula {
        Formula::Is(Term {
            kind: TermKind::Name(name),
            ..
        }) => Some(name),
        _ => None,
    };
    match (first.map(|t| &t.word), lone) {
        (Some(Word::Name(_)), Some(name)) if !WORDS.contains(&&name[..]) => {
            let help = suggest(name, WORDS)
                .unwrap_or_else(|| format!("for a condition, {asked}; else, expected {FORMS}"));
            let message = format!("there is no property `{name}`");
            error(column, message, Some(help))
        }
        (_, Some(name)) if WORDS.contains(&&name[..]) => {
            let message = format!("`{name}` is a requirement, not a condition");
            let help = "assumptions go with formulas, as in `assume GF p; F q`";
            error(column, message, Some(help.into()))
        }
        _ => {
            let message = "a condition alone says nothing about runs";
            error(column, message.into(), Some(asked))
        }
    }
}

/// `GF p`, or `GF p -> GF q`.
fn is_fairness(formula: &Formula) -> bool {
    let recurs = |f: &Formula| match f {
        Formula::Later(Later::Globally, inner) => match &**inner {
            Formula::Later(Later::Finally, p) => p.is_state(),
            _ => false,
        },
        _ => false,
    };
    match formula {
        Formula::Join(Joint::Implies, p, q) => recurs(p) && recurs(q),
        single => recurs(single),
    }
}

fn relation(token: &Token) -> Option<Relation> {
    Some(match token.word {
        Word::Sign("==" | "=") => Relation::Eq,
        Word::Sign("!=") => Relation::Ne,
        Word::Sign("<") => Relation::Lt,
        Word::Sign("<=") => Relation::Le,
        Word::Sign(">") => Relation::Gt,
        Word::Sign(">=") => Relation::Ge,
        _ => return None,
    })
}

/// "did you mean …", if one of the names is near.
pub(crate) fn suggest<'a>(wrong: &str, names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let scored = names
        .into_iter()
        .map(|n| (strsim::damerau_levenshtein(wrong, n), n));
    let (distance, name) = scored.min()?;
    (distance <= 2.max(wrong.len() / 3)).then(|| format!("did you mean `{name}`?"))
}
