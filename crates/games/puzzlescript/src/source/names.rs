//! What the names of a game mean: objects with numbers and layers, and what stands for
//! several of them.

use std::collections::HashMap;

use crate::compiled::{Filter, Mask, object_words};
use crate::source::draft::{ByName, Draft};
use crate::source::kind::NoticeKind;
use crate::source::notice::{At, Log, NOWHERE};

/// A name, by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Name(u32);

impl Name {
    /// `...`, which is no name, but stands where names do.
    pub const GAP: Name = Name(0);
}

/// All that is known of a name.
#[derive(Clone, Debug, Default)]
pub(super) struct Sense {
    pub text: String,
    /// The object that it is.
    pub object: Option<Thing>,
    /// All of these.
    pub aggregate: Option<Vec<Name>>,
    /// One of these.
    pub property: Option<Vec<Name>>,
    /// Another name for this one.
    pub synonym: Option<Name>,
    /// Whether all objects of a property are in one layer, and in which.
    pub single_layer: Option<Option<usize>>,
    /// The objects of an object, a property or a synonym of these.
    pub mask: Option<Mask>,
    /// The objects of an aggregate.
    pub aggregate_mask: Option<Mask>,
}

/// An object: its number and its layer, if it is in one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Thing {
    pub number: Option<usize>,
    pub layer: Option<usize>,
}

/// What the names mean.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    senses: Vec<Sense>,
    by_text: HashMap<String, Name>,
    /// The names of the objects that are in layers, by number.
    pub objects: Vec<Name>,
    /// The objects of each layer.
    pub layers: Vec<Mask>,
    /// What a character of a level puts into a cell.
    pub glyphs: HashMap<String, Vec<Thing>>,
    /// What lies where nothing else does.
    pub background: Option<Thing>,
    pub words: usize,
}

impl Names {
    /// The number of a name, if it means something.
    pub fn find(&self, text: &str) -> Option<Name> {
        self.by_text.get(text).copied()
    }

    /// What a name means.
    pub fn sense(&self, name: Name) -> &Sense {
        &self.senses[name.0 as usize]
    }

    /// A name in capitals.
    pub fn shown(&self, name: Name) -> String {
        self.sense(name).text.to_uppercase()
    }

    /// The number of a name, which is a new one if need be.
    pub fn intern(&mut self, text: &str) -> Name {
        if let Some(name) = self.find(text) {
            return name;
        }
        let name = Name(u32::try_from(self.senses.len()).expect("a text has fewer names"));
        self.by_text.insert(text.to_owned(), name);
        self.senses.push(Sense {
            text: text.to_owned(),
            ..Sense::default()
        });
        name
    }

    fn thing(&self, text: &str) -> Option<Thing> {
        self.find(text).and_then(|name| self.sense(name).object)
    }

    /// The set of one object. One that is in no layer has no number, and counts as the
    /// first: with it there is no game, only further messages.
    pub fn only(&self, thing: Thing) -> Mask {
        let mut mask = Mask::empty(self.words);
        if !self.objects.is_empty() {
            mask.insert(thing.number.unwrap_or(0));
        }
        mask
    }

    /// Every name with the objects it stands for.
    pub fn filters(&self) -> impl Iterator<Item = (String, Filter)> {
        let senses = self.senses.iter();
        senses.filter_map(|sense| {
            let any = sense.mask.as_ref().map(|mask| (mask, false));
            let (mask, needs_all) = any.or(sense.aggregate_mask.as_ref().map(|m| (m, true)))?;
            let objects = mask.clone();
            let filter = Filter { objects, needs_all };
            Some((sense.text.clone(), filter))
        })
    }
}

/// The most objects, and the most layers: sets of more would fill the memory.
const MOST_OBJECTS: usize = 4000;

/// Finds out what the names of a draft mean.
pub(super) fn resolve(draft: &Draft, log: &mut Log) -> Names {
    let mut names = Names::default();
    names.intern("...");
    if draft.objects.names().len().max(draft.layers.len()) > MOST_OBJECTS {
        log.stop();
        return names;
    }
    number_objects(draft, &mut names);
    super::looks::check_looks(draft, log);
    find_glyphs(draft, &mut names, log);
    let resolved = Resolved::new(draft, log);
    resolved.tell(&mut names);
    if names.objects.is_empty() && !draft.layers.is_empty() {
        log.error(NoticeKind::NoObjects, NOWHERE, "There are no objects.");
    }
    find_background(draft, &mut names, &resolved, log);
    find_masks(draft, &mut names, log);
    names
}

/// Numbers the objects by layer. Where one stands twice, the last place counts.
fn number_objects(draft: &Draft, names: &mut Names) {
    let mut places: HashMap<&str, (usize, usize)> = HashMap::new();
    let mut n_places = 0;
    for (layer, members) in draft.layers.iter().enumerate() {
        for member in members {
            places.insert(member, (n_places, layer));
            n_places += 1;
        }
    }
    let mut placed: Vec<(usize, usize, &str)> = { places.iter() }
        .map(|(name, (place, layer))| (*place, *layer, *name))
        .collect();
    placed.sort_unstable();
    for text in draft.objects.names() {
        let name = names.intern(&text);
        let (number, layer) = (None, None);
        names.senses[name.0 as usize].object = Some(Thing { number, layer });
    }
    names.words = object_words(placed.len());
    names.layers = vec![Mask::empty(names.words); draft.layers.len()];
    for (number, (_, layer, text)) in placed.into_iter().enumerate() {
        let name = names.intern(text);
        names.senses[name.0 as usize].object = Some(Thing {
            number: Some(number),
            layer: Some(layer),
        });
        names.objects.push(name);
        names.layers[layer].insert(number);
    }
}

/// What the characters of levels mean, and whether what is to be in one cell can be.
fn find_glyphs(draft: &Draft, names: &mut Names, log: &mut Log) {
    for text in draft.objects.names() {
        if let Some(thing) = names.thing(&text) {
            names.glyphs.insert(text, vec![thing]);
        }
    }
    let mut has_new = true;
    while has_new && !log.is_stopped() {
        has_new = false;
        for synonym in &draft.synonyms.all {
            let target = names.glyphs.get(&synonym.members[0]);
            if let Some(things) = target.cloned()
                && !names.glyphs.contains_key(&synonym.name)
            {
                names.glyphs.insert(synonym.name.clone(), things);
                has_new = true;
            }
        }
        for aggregate in &draft.aggregates.all {
            let members = &aggregate.members;
            let is_known = members.iter().all(|name| names.glyphs.contains_key(name));
            if is_known && !names.glyphs.contains_key(&aggregate.name) {
                let things = gather(names, members, aggregate.line, draft.n_lines, log);
                names.glyphs.insert(aggregate.name.clone(), things);
                has_new = true;
            }
        }
    }
}

/// The objects of an aggregate, which must all be in different layers.
fn gather(
    names: &Names,
    members: &[String],
    line: u32,
    last_line: u32,
    log: &mut Log,
) -> Vec<Thing> {
    let mut things: Vec<Thing> = Vec::new();
    for member in members {
        let shown = member.to_uppercase();
        let Some(thing) = names.thing(member) else {
            let message = format!("There is no object {shown}.");
            log.error(NoticeKind::NoSuchObject, last_line, message);
            log.stop();
            return things;
        };
        let Some(layer) = thing.layer else {
            let message = format!("Object {shown} is in no layer.");
            log.error(NoticeKind::NotLayered, line, message);
            continue;
        };
        let other = things.iter().find(|other| other.layer == Some(layer));
        let Some(number) = other.and_then(|other| other.number) else {
            things.push(thing);
            continue;
        };
        let message = format!(
            "{shown} and {} are in the same layer, so nothing can be both.",
            names.shown(names.objects[number]),
        );
        log.error(NoticeKind::AggregateInOneLayer, line, message);
    }
    things
}

/// Properties, aggregates and synonyms with all names in them followed.
struct Resolved {
    /// Lists of names; synonyms of a property share its list.
    lists: Vec<Vec<String>>,
    properties: ByName<usize>,
    aggregates: ByName<usize>,
    synonyms: ByName<String>,
}

/// How often definitions are gone through: more often than they can be nested, unless they
/// are defined by each other.
const MOST_PASSES: usize = 1000;

impl Resolved {
    fn new(draft: &Draft, log: &mut Log) -> Resolved {
        let mut resolved = Resolved {
            lists: Vec::new(),
            properties: ByName::default(),
            aggregates: ByName::default(),
            synonyms: ByName::default(),
        };
        for definition in &draft.aggregates.all {
            let list = resolved.add_list(&definition.members);
            resolved.aggregates.set(&definition.name, list);
        }
        for definition in &draft.properties.all {
            let list = resolved.add_list(&definition.members);
            resolved.properties.set(&definition.name, list);
        }
        for definition in &draft.synonyms.all {
            let target = &definition.members[0];
            if let Some(&list) = resolved.aggregates.get(target) {
                resolved.aggregates.set(&definition.name, list);
            } else if let Some(&list) = resolved.properties.get(target) {
                resolved.properties.set(&definition.name, list);
            } else if definition.name != *target {
                resolved.synonyms.set(&definition.name, target.clone());
            }
        }
        let mut n_passes = 0;
        while resolved.pass(log) {
            n_passes += 1;
            if n_passes > MOST_PASSES {
                log.stop();
                break;
            }
        }
        resolved
    }

    fn add_list(&mut self, members: &[String]) -> usize {
        self.lists.push(members.to_vec());
        self.lists.len() - 1
    }

    /// Follows each name one step; whether something changed.
    fn pass(&mut self, log: &mut Log) -> bool {
        let mut has_changed = false;
        for name in self.synonyms.names() {
            let Some(target) = self.synonyms.get(&name).cloned() else {
                continue;
            };
            if let Some(&list) = self.properties.get(&target) {
                self.synonyms.remove(&name);
                self.properties.set(&name, list);
                has_changed = true;
            } else if let Some(&list) = self.aggregates.get(&target) {
                self.aggregates.remove(&name);
                self.aggregates.set(&name, list);
                has_changed = true;
            } else if let Some(next) = self.synonyms.get(&target).cloned() {
                self.synonyms.set(&name, next);
            }
        }
        has_changed |= self.expand(false, log);
        has_changed |= self.expand(true, log);
        has_changed
    }

    /// Replaces names in all properties, or in all aggregates.
    fn expand(&mut self, aggregates: bool, log: &mut Log) -> bool {
        let (own, other, what, against) = if aggregates {
            let other = &self.properties;
            (&self.aggregates, other, "and", "or")
        } else {
            let other = &self.aggregates;
            (&self.properties, other, "or", "and")
        };
        let kind = if aggregates {
            NoticeKind::AggregateOfProperty
        } else {
            NoticeKind::PropertyOfAggregate
        };
        let mut has_changed = false;
        for name in own.names() {
            let Some(&list) = own.get(&name) else {
                continue;
            };
            let mut at = 0;
            while at < self.lists[list].len() {
                let value = self.lists[list][at].clone();
                if let Some(target) = self.synonyms.get(&value) {
                    self.lists[list][at].clone_from(target);
                    has_changed = true;
                } else if let Some(&inner) = own.get(&value) {
                    self.lists[list].remove(at);
                    for member in self.lists[inner].clone() {
                        if !self.lists[list].contains(&member) {
                            self.lists[list].push(member);
                        }
                    }
                    has_changed = true;
                }
                if other.has(&value) {
                    let message = format!(
                        "{} is defined by \"{what}\", so it cannot hold {}, which is defined by \
                         \"{against}\".",
                        name.to_uppercase(),
                        value.to_uppercase(),
                    );
                    log.error(kind, NOWHERE, message);
                }
                at += 1;
            }
        }
        has_changed
    }

    /// Takes down what the names mean.
    fn tell(&self, names: &mut Names) {
        for (dictionary, is_property) in [(&self.properties, true), (&self.aggregates, false)] {
            for text in dictionary.names() {
                let Some(&list) = dictionary.get(&text) else {
                    continue;
                };
                let list = self.lists[list].iter();
                let members: Vec<Name> = list.map(|member| names.intern(member)).collect();
                let single_layer = single_layer(names, &members);
                let name = names.intern(&text);
                let sense = &mut names.senses[name.0 as usize];
                if is_property {
                    sense.property = Some(members);
                    sense.single_layer = single_layer;
                } else {
                    sense.aggregate = Some(members);
                }
            }
        }
        for text in self.synonyms.names() {
            if let Some(target) = self.synonyms.get(&text) {
                let target = names.intern(target);
                let name = names.intern(&text);
                names.senses[name.0 as usize].synonym = Some(target);
            }
        }
    }
}

/// The layer in which all of these objects are, if they are in one.
fn single_layer(names: &Names, members: &[Name]) -> Option<Option<usize>> {
    let mut layers = members
        .iter()
        .map(|name| names.sense(*name).object.map(|thing| thing.layer));
    let first = layers.next()??;
    layers.all(|layer| layer == Some(first)).then_some(first)
}

/// Finds what lies where nothing else does.
fn find_background(draft: &Draft, names: &mut Names, resolved: &Resolved, log: &mut Log) {
    let first = names.objects.first().copied();
    let first = first.and_then(|name| names.sense(name).object);
    if let Some(object) = names.thing("background") {
        names.background = Some(object);
    } else if let Some(target) = resolved.synonyms.get("background") {
        match names.thing(target) {
            Some(object) => names.background = Some(object),
            // PuzzleScript itself breaks off here; the name was told to be unknown.
            None => log.stop(),
        }
    } else if let Some(&list) = resolved.properties.get("background") {
        let members = resolved.lists[list].iter();
        let mut things = members.map(|member| names.thing(member));
        let background = things.next().flatten();
        if let Some(first) = background
            && things.flatten().any(|thing| thing.layer != first.layer)
        {
            let at = At::from(draft.background_line);
            let message = "All objects that are the background must be in the same layer.";
            log.error(NoticeKind::BackgroundInSeveralLayers, at, message);
        }
        names.background = background;
    } else if resolved.aggregates.has("background") {
        names.background = first;
        log.error(
            NoticeKind::BackgroundIsAggregate,
            At::from(draft.background_line),
            "The background cannot be defined by \"and\": it is one object, or one of several.",
        );
    } else {
        names.background = first;
        log.error(
            NoticeKind::NoBackground,
            NOWHERE,
            "Something must be the background.",
        );
    }
}

/// The sets of objects that names stand for.
fn find_masks(draft: &Draft, names: &mut Names, log: &mut Log) {
    let words = names.words;
    if player(names).is_none() {
        log.error(
            NoticeKind::NoPlayer,
            NOWHERE,
            "No object is the player: neither an object nor a line of the legend has that name.",
        );
    }
    for text in draft.objects.names() {
        let name = names.intern(&text);
        if let Some(thing) = names.sense(name).object {
            let mask = names.only(thing);
            names.senses[name.0 as usize].mask = Some(mask);
        }
    }
    // Synonyms and properties may be defined by each other, so they go by lines.
    let kinds = [&draft.synonyms, &draft.properties];
    let mut definitions: Vec<_> = kinds.iter().flat_map(|kind| &kind.all).collect();
    definitions.sort_by_key(|definition| definition.line);
    for definition in definitions {
        let mask_of = |text: &String| names.find(text).and_then(|n| names.sense(n).mask.clone());
        let mask = if let [target] = &definition.members[..] {
            mask_of(target)
        } else {
            let mut sum = Mask::empty(words);
            let masks = definition.members.iter().filter_map(mask_of);
            masks.for_each(|mask| sum.add(&mask));
            Some(sum)
        };
        if let Some(mask) = mask {
            let name = names.intern(&definition.name);
            names.senses[name.0 as usize].mask = Some(mask);
        }
    }
    for number in 0..names.senses.len() {
        let Some(members) = &names.senses[number].aggregate else {
            continue;
        };
        let mut sum = Mask::empty(words);
        let masks = members
            .iter()
            .filter_map(|name| names.sense(*name).mask.as_ref());
        masks.for_each(|mask| sum.add(mask));
        names.senses[number].aggregate_mask = Some(sum);
    }
}

/// Whom the keys move, if there is such a one.
pub(super) fn player(names: &Names) -> Option<Filter> {
    let sense = names.sense(names.find("player")?);
    let one = |name: &Name| names.sense(*name).object;
    let lists = [&sense.aggregate, &sense.property];
    let members = lists.into_iter().flatten().flatten().filter_map(one);
    let synonym = sense.synonym.as_ref().and_then(one);
    let mut objects = Mask::empty(names.words);
    for thing in { sense.object.into_iter() }.chain(members).chain(synonym) {
        objects.add(&names.only(thing));
    }
    let needs_all = sense.aggregate.is_some();
    (!objects.is_empty()).then_some(Filter { objects, needs_all })
}
