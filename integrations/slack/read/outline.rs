//! Reading a few words out of something large without keeping the rest: what is missing, null or of another type is simply not
//! there, as in `json.rs`.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// A text, if it is one.
#[derive(Default, PartialEq, Eq)]
pub(crate) struct Word(Option<String>);

impl Word {
    /// A text that says something.
    pub(crate) fn said(&self) -> Option<&str> {
        self.0.as_deref().filter(|text| !text.is_empty())
    }

    /// The same, to keep.
    pub(crate) fn given(self) -> Option<String> {
        self.0.filter(|text| !text.is_empty())
    }
}

/// An object, if it is one.
#[derive(Default)]
pub(crate) struct Part<T>(Option<T>);

impl<T> Part<T> {
    pub(crate) fn there(&self) -> Option<&T> {
        self.0.as_ref()
    }
}

impl<'de> Deserialize<'de> for Word {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Tolerant(PhantomData::<IgnoredAny>)).map(|found| match found {
            Found::Text(text) => Self(Some(text)),
            Found::Object(_) | Found::Other => Self(None),
        })
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Part<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Tolerant(PhantomData::<T>)).map(|found| match found {
            Found::Object(object) => Self(Some(object)),
            Found::Text(_) | Found::Other => Self(None),
        })
    }
}

enum Found<T> {
    Text(String),
    Object(T),
    Other,
}

/// Takes whatever comes.
struct Tolerant<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Tolerant<T> {
    type Value = Found<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("anything")
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Found::Text(text.to_owned()))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(Found::Object)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Found::Other)
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Found::Other)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
        Ok(Found::Other)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
        Ok(Found::Other)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> {
        Ok(Found::Other)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> {
        Ok(Found::Other)
    }
}
