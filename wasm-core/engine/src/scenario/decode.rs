//! A serde deserializer over parsed JSON that remembers where it is, so that every error names the
//! path of the wrong value. The crate for it, serde_path_to_error, wraps every type a second time:
//! 100 KB of WebAssembly that every reader would pay.

use std::fmt;

use serde::de::{
    self, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use serde_json::{Map, Value};

/// What is wrong, and where: the path is put together on the way out.
#[derive(Debug)]
pub(super) struct DecodeError {
    pub path: String,
    pub reason: String,
}

impl DecodeError {
    fn at(mut self, segment: &str) -> Self {
        self.path = if self.path.is_empty() {
            segment.to_owned()
        } else if self.path.starts_with('[') {
            format!("{segment}{}", self.path)
        } else {
            format!("{segment}.{}", self.path)
        };
        self
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for DecodeError {}

impl de::Error for DecodeError {
    fn custom<T: fmt::Display>(reason: T) -> Self {
        DecodeError { path: String::new(), reason: reason.to_string() }
    }
}

/// Reads a typed value out of JSON.
pub(super) struct At<'a>(pub &'a Value);

impl<'de> Deserializer<'de> for At<'_> {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(b) => visitor.visit_bool(*b),
            Value::Number(n) => match (n.as_u64(), n.as_i64(), n.as_f64()) {
                (Some(n), _, _) => visitor.visit_u64(n),
                (_, Some(n), _) => visitor.visit_i64(n),
                (_, _, Some(n)) => visitor.visit_f64(n),
                _ => Err(de::Error::custom("a number out of range")),
            },
            Value::String(s) => visitor.visit_str(s),
            Value::Array(items) => visitor.visit_seq(Items { items: items.iter(), index: 0 }),
            Value::Object(map) => visitor.visit_map(Fields { fields: map.iter(), value: None }),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, DecodeError> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, DecodeError> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, DecodeError> {
        match self.0 {
            Value::String(name) => visitor.visit_enum(Variant { name, value: None }),
            Value::Object(map) if map.len() == 1 => match map.iter().next() {
                Some((name, value)) => {
                    visitor.visit_enum(Variant { name, value: Some(value) }).map_err(|e| e.at(name))
                }
                None => Err(de::Error::custom("an object with one field")),
            },
            _ => Err(de::Error::custom("expected a name, or an object with one field that is a name")),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

struct Items<'a> {
    items: std::slice::Iter<'a, Value>,
    index: usize,
}

impl<'de> SeqAccess<'de> for Items<'_> {
    type Error = DecodeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, DecodeError> {
        let Some(item) = self.items.next() else { return Ok(None) };
        let index = self.index;
        self.index += 1;
        seed.deserialize(At(item)).map(Some).map_err(|e| e.at(&format!("[{index}]")))
    }
}

struct Fields<'a> {
    fields: serde_json::map::Iter<'a>,
    value: Option<(&'a String, &'a Value)>,
}

impl<'de> MapAccess<'de> for Fields<'_> {
    type Error = DecodeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, DecodeError> {
        let Some((key, value)) = self.fields.next() else { return Ok(None) };
        self.value = Some((key, value));
        seed.deserialize(key.as_str().into_deserializer()).map(Some).map_err(|e: DecodeError| e.at(key))
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, DecodeError> {
        match self.value.take() {
            Some((key, value)) => seed.deserialize(At(value)).map_err(|e| e.at(key)),
            None => Err(de::Error::custom("a value without a key")),
        }
    }
}

struct Variant<'a> {
    name: &'a str,
    value: Option<&'a Value>,
}

impl<'de, 'a> EnumAccess<'de> for Variant<'a> {
    type Error = DecodeError;
    type Variant = Content<'a>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Content<'a>), DecodeError> {
        let name = seed.deserialize(self.name.into_deserializer())?;
        Ok((name, Content(self.value)))
    }
}

struct Content<'a>(Option<&'a Value>);

impl<'de> VariantAccess<'de> for Content<'_> {
    type Error = DecodeError;

    fn unit_variant(self) -> Result<(), DecodeError> {
        match self.0 {
            None => Ok(()),
            Some(_) => Err(de::Error::custom("expected the name alone")),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, DecodeError> {
        seed.deserialize(At(self.0.unwrap_or(&Value::Null)))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, DecodeError> {
        At(self.0.unwrap_or(&Value::Null)).deserialize_any(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, DecodeError> {
        match self.0 {
            Some(value @ Value::Object(_)) => At(value).deserialize_any(visitor),
            _ => Err(de::Error::custom("expected an object")),
        }
    }
}

/// The value at a path as [`DecodeError::path`] spells it; None if there is none.
pub(super) fn lookup<'a>(value: &'a Value, path: &str) -> Option<&'a Value> {
    let mut here = value;
    for part in path.split(['.', '[']).filter(|p| !p.is_empty()) {
        here = match part.strip_suffix(']') {
            Some(index) => here.get(index.parse::<usize>().ok()?)?,
            None => here.as_object().and_then(|m: &Map<String, Value>| m.get(part))?,
        };
    }
    Some(here)
}
