//! COLLISIONLAYERS: each line a layer.

use crate::source::kind::NoticeKind;
use crate::source::reader::Reader;
use crate::source::words::suggestion;

impl Reader<'_> {
    pub(in crate::source) fn read_layer(&mut self) {
        if self.begins {
            self.draft.layers.push(Vec::new());
            self.seen.clear();
            self.step = 0;
        }
        let at = (self.line, self.cursor.position() + 1);
        let Some(name) = self.cursor.take_name() else {
            if self.cursor.skip(|c| c == ' ' || c == ',') == 0 {
                let found = self.cursor.peek().unwrap_or(' ');
                let message = format!("Here should be a name or a comma, not '{found}'.");
                self.error(NoticeKind::JunkInLayers, message);
                self.cursor.next();
            }
            return;
        };
        let is_background = name == "background";
        let has_others = self
            .draft
            .layers
            .last()
            .is_some_and(|layer| !layer.is_empty());
        if is_background && has_others || !is_background && self.step != 0 {
            self.log.error(
                NoticeKind::BackgroundNotAlone,
                at,
                "The background must be alone in its layer.",
            );
        }
        if is_background {
            self.step = 1;
        }
        let Some(objects) = self.layer_members(&name) else {
            return self.log.stop();
        };
        if self.draft.layers.is_empty() {
            return;
        }
        let present = self.draft.layers.len() - 1;
        let mut others = Vec::new();
        for object in &objects {
            let layers = self.draft.layers_of.get(object).into_iter().flatten();
            let before = layers.filter(|layer| **layer != present);
            others.extend(before.map(|layer| format!("{}", layer + 1)));
        }
        let shown = name.to_uppercase();
        if !others.is_empty() {
            let (others, last) = (others.join(", "), present + 1);
            let message = format!("{shown} is in several layers: {others} and {last}.");
            self.log.warn(NoticeKind::InSeveralLayers, at, message);
        }
        if !self.seen.insert(name.clone()) {
            let message = format!("{shown} is in this layer already.");
            self.log.warn(NoticeKind::TwiceInLayer, at, message);
        }
        for object in &objects {
            let layers = self.draft.layers_of.entry(object.clone()).or_default();
            if layers.last() != Some(&present) {
                layers.push(present);
            }
        }
        self.draft.layers[present].extend(objects);
    }

    fn layer_members(&mut self, name: &str) -> Option<Vec<String>> {
        let members = self.members_of(name, &mut |reader, aggregate| {
            let message = format!(
                "\"{aggregate}\" is defined by \"and\", so its objects must be in different \
                 layers."
            );
            reader.error(NoticeKind::AggregateInLayer, message);
        })?;
        let mut objects = Vec::new();
        for member in members {
            if self.draft.objects.has(&member) {
                objects.push(member);
                continue;
            }
            let hint = suggestion(name, self.draft.all_names());
            let shown = name.to_uppercase();
            let message = format!("There is no {shown} to be put into a layer.{hint}");
            self.error(NoticeKind::UndefinedInLayers, message);
        }
        Some(objects)
    }
}
