//! Columns as a flat object: numbers, and one typed array per column, named section_column.

use poolscope_engine::frame::Column;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

// The JavaScript functions that this needs. A typed array is made from a view, which it copies.
#[wasm_bindgen]
extern "C" {
    type Object;
    #[wasm_bindgen(constructor)]
    fn new() -> Object;
    #[wasm_bindgen(js_namespace = Reflect)]
    fn set(object: &Object, name: &str, value: &JsValue) -> bool;

    type Uint8Array;
    #[wasm_bindgen(constructor)]
    fn new(view: &[u8]) -> Uint8Array;
    type Uint32Array;
    #[wasm_bindgen(constructor)]
    fn new(view: &[u32]) -> Uint32Array;
    type Float32Array;
    #[wasm_bindgen(constructor)]
    fn new(view: &[f32]) -> Float32Array;
    type Float64Array;
    #[wasm_bindgen(constructor)]
    fn new(view: &[f64]) -> Float64Array;
}

type Give<'a> = &'a mut dyn FnMut(&'static str, Column<'_>);

pub(crate) fn to_js(columns: &dyn Fn(Give<'_>)) -> JsValue {
    let object = Object::new();
    columns(&mut |name, column| {
        let value = match column {
            Column::Number(n) => JsValue::from_f64(n),
            Column::U8(all) => Uint8Array::new(all).into(),
            Column::U32(all) => Uint32Array::new(all).into(),
            Column::F32(all) => Float32Array::new(all).into(),
            Column::F64(all) => Float64Array::new(all).into(),
        };
        // Setting a property of a plain object cannot fail.
        let _ = set(&object, name, &value);
    });
    object.into()
}
