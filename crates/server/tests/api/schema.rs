//! The part of JSON Schema that the description of the API uses. It checks values against schemas,
//! and makes up values for them.

use serde_json::{Map, Value, json};

use crate::client::Chance;

/// The description of an API, to which schemas refer.
pub struct Schemas<'a>(pub &'a Value);

impl Schemas<'_> {
    /// Checks a value against a schema, and says what does not match.
    pub fn check(&self, schema: &Value, value: &Value) -> Result<(), String> {
        self.check_at(schema, value, "")
    }

    fn check_at(&self, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
        let wrong = |why: String| Err(format!("{at}: {why}: {}", shortened(value)));
        if let Some(reference) = schema["$ref"].as_str() {
            return self.check_at(self.resolve(reference), value, at);
        }
        if let Some(types) = types(schema)
            && !types.iter().any(|wanted| is_a(value, wanted))
        {
            return wrong(format!("not a {}", types.join(" or ")));
        }
        if let Some(allowed) = schema["enum"].as_array()
            && !allowed.contains(value)
        {
            return wrong(format!("none of {allowed:?}"));
        }
        if let Some(number) = value.as_f64() {
            if schema["minimum"].as_f64().is_some_and(|least| number < least) {
                return wrong("too small".to_owned());
            }
            if schema["maximum"].as_f64().is_some_and(|most| number > most) {
                return wrong("too large".to_owned());
            }
        }
        for part in schema["allOf"].as_array().into_iter().flatten() {
            self.check_at(part, value, at)?;
        }
        for (keyword, is_one) in [("oneOf", true), ("anyOf", false)] {
            let Some(forms) = schema[keyword].as_array() else { continue };
            let checked: Vec<_> = forms.iter().map(|form| self.check_at(form, value, at)).collect();
            let fitting = checked.iter().filter(|form| form.is_ok()).count();
            if fitting == 0 {
                let why: Vec<_> = checked.into_iter().filter_map(Result::err).collect();
                return wrong(format!("none of the forms: {}", why.join(" | ")));
            }
            if is_one && fitting > 1 {
                return wrong(format!("{fitting} forms at once"));
            }
        }
        match value {
            Value::Object(object) => self.check_object(schema, object, at),
            Value::Array(items) if schema.get("items").is_some_and(Value::is_object) => {
                items.iter().enumerate().try_for_each(|(number, item)| {
                    self.check_at(&schema["items"], item, &format!("{at}/{number}"))
                })
            }
            _ => Ok(()),
        }
    }

    fn check_object(
        &self,
        schema: &Value,
        object: &Map<String, Value>,
        at: &str,
    ) -> Result<(), String> {
        for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            if !object.contains_key(name) {
                return Err(format!("{at}: `{name}` is missing"));
            }
        }
        for (name, value) in object {
            match (schema["properties"].get(name), &schema["additionalProperties"]) {
                (Some(property), _) => self.check_at(property, value, &format!("{at}/{name}"))?,
                (None, Value::Bool(false)) => return Err(format!("{at}: `{name}` is not known")),
                (None, others @ Value::Object(_)) => {
                    self.check_at(others, value, &format!("{at}/{name}"))?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// A value that roughly matches the schema; texts are chosen from these.
    pub fn make(&self, schema: &Value, texts: &[String], chance: &mut Chance) -> Value {
        if let Some(reference) = schema["$ref"].as_str() {
            return self.make(self.resolve(reference), texts, chance);
        }
        for keyword in ["oneOf", "anyOf"] {
            if let Some(forms) = schema[keyword].as_array() {
                return self.make(&forms[chance.below(forms.len())], texts, chance);
            }
        }
        if let Some(parts) = schema["allOf"].as_array() {
            let mut all = Map::new();
            for part in parts {
                if let Value::Object(object) = self.make(part, texts, chance) {
                    all.extend(object);
                }
            }
            return Value::Object(all);
        }
        if let Some(allowed) = schema["enum"].as_array() {
            return allowed[chance.below(allowed.len())].clone();
        }
        let types = types(schema).unwrap_or_else(|| vec!["object"]);
        match types[chance.below(types.len())] {
            "object" => {
                let required: Vec<_> =
                    schema["required"].as_array().into_iter().flatten().collect();
                let properties = schema["properties"].as_object().into_iter().flatten();
                let mut object = Map::new();
                for (name, property) in properties {
                    if required.iter().any(|it| *it == name) || chance.below(3) == 0 {
                        object.insert(name.clone(), self.make(property, texts, chance));
                    }
                }
                Value::Object(object)
            }
            "array" => {
                (0..chance.below(4)).map(|_| self.make(&schema["items"], texts, chance)).collect()
            }
            "string" => json!(texts[chance.below(texts.len())]),
            "integer" => json!(chance.below(4)),
            "number" => json!(0.5),
            "boolean" => json!(chance.below(2) == 0),
            _ => Value::Null,
        }
    }

    fn resolve(&self, reference: &str) -> &Value {
        let found = self.0.pointer(reference.trim_start_matches('#'));
        found.unwrap_or_else(|| panic!("{reference} is not described"))
    }
}

fn types(schema: &Value) -> Option<Vec<&str>> {
    match &schema["type"] {
        Value::String(one) => Some(vec![one]),
        Value::Array(some) => Some(some.iter().filter_map(Value::as_str).collect()),
        _ => None,
    }
}

fn is_a(value: &Value, wanted: &str) -> bool {
    match wanted {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("no type {other}"),
    }
}

fn shortened(value: &Value) -> String {
    value.to_string().chars().take(300).collect()
}

#[test]
fn values_are_checked() {
    let described = json!({ "components": { "schemas": {
        "Point": { "type": "object", "required": ["x"], "properties": { "x": { "type": "integer", "minimum": 0 } } },
        "Shape": { "oneOf": [{ "$ref": "#/components/schemas/Point" }, { "type": "string", "enum": ["none"] }] },
    } } });
    let schemas = Schemas(&described);
    let point = &json!({ "$ref": "#/components/schemas/Point" });
    let shapes =
        &json!({ "type": ["array", "null"], "items": { "$ref": "#/components/schemas/Shape" } });
    let rows = [
        (point, json!({ "x": 1 }), true),
        (point, json!({ "x": 1, "y": 2 }), true),
        (point, json!({ "y": 1 }), false),
        (point, json!({ "x": -1 }), false),
        (point, json!({ "x": 1.5 }), false),
        (point, json!([1]), false),
        (shapes, json!(null), true),
        (shapes, json!([{ "x": 1 }, "none"]), true),
        (shapes, json!([{ "x": 1 }, "all"]), false),
        (shapes, json!("none"), false),
    ];
    for (schema, value, is_valid) in rows {
        assert_eq!(schemas.check(schema, &value).is_ok(), is_valid, "{value}");
    }
    for seed in 0..100 {
        let made = schemas.make(shapes, &["none".to_owned()], &mut Chance::new(seed));
        assert_eq!(schemas.check(shapes, &made), Ok(()), "{made}");
    }
}
