//! A frame as a flat object: numbers, and one typed array a column, named section_column.

use poolscope_engine::frame::Frame;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

// The few things of JavaScript that this needs. A typed array is made of a view, which it copies.
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

struct Builder {
    object: Object,
}

impl Builder {
    // Setting a property of a plain object cannot fail.
    fn set(&self, name: &str, value: &JsValue) {
        let _ = set(&self.object, name, value);
    }

    fn number(&self, name: &str, value: f64) {
        self.set(name, &JsValue::from_f64(value));
    }

    fn bytes(&self, name: &str, column: &[u8]) {
        self.set(name, &Uint8Array::new(column));
    }

    fn words(&self, name: &str, column: &[u32]) {
        self.set(name, &Uint32Array::new(column));
    }

    fn doubles(&self, name: &str, column: &[f64]) {
        self.set(name, &Float64Array::new(column));
    }

    fn floats(&self, name: &str, column: &[f32]) {
        self.set(name, &Float32Array::new(column));
    }
}

pub(crate) fn to_js(frame: &Frame) -> JsValue {
    let b = Builder {
        object: Object::new(),
    };
    b.number("time_ns", frame.time_ns as f64);
    b.number("step", f64::from(frame.step));
    b.number("finished", f64::from(frame.finished));
    b.number("timer_last_ns", frame.timer_last_ns as f64);
    b.number("timer_next_ns", frame.timer_next_ns as f64);
    b.number("cores", f64::from(frame.cores));
    b.number("on_cpu", f64::from(frame.on_cpu));
    b.number("workers", f64::from(frame.workers));
    b.number("latch_state", f64::from(frame.latch_state));
    b.number("latch_holder", f64::from(frame.latch_holder));
    b.words("latch_queue", &frame.latch_queue);
    b.number("latch_asleep", f64::from(frame.latch_asleep));
    b.number("open_transactions", f64::from(frame.open_transactions));
    b.words("run_queue", &frame.run_queue);
    let c = &frame.clients;
    b.doubles("client_id", &c.id);
    b.bytes("client_state", &c.state);
    b.words("client_group", &c.group);
    b.words("client_request", &c.request);
    b.words("client_thread", &c.thread);
    b.doubles("client_since_ns", &c.since_ns);
    let t = &frame.threads;
    b.words("thread_id", &t.id);
    b.words("thread_group", &t.group);
    b.bytes("thread_state", &t.state);
    b.words("thread_request", &t.request);
    b.words("thread_client", &t.client);
    b.doubles("thread_since_ns", &t.since_ns);
    b.floats("thread_progress", &t.progress);
    let g = &frame.groups;
    b.words("group_connections", &g.connections);
    b.words("group_threads", &g.threads);
    b.words("group_active", &g.active);
    b.words("group_waiting", &g.waiting);
    b.words("group_idle", &g.idle);
    b.words("group_listener", &g.listener);
    b.words("group_high", &g.high);
    b.words("group_low", &g.low);
    b.words("group_unpolled", &g.unpolled);
    b.bytes("group_stalled", &g.stalled);
    b.words("group_io_seen", &g.io_seen);
    b.words("group_dequeue_tries", &g.dequeue_tries);
    b.words("group_why", &g.why);
    let w = &frame.waiting;
    b.words("waiting_group", &w.group);
    b.bytes("waiting_lane", &w.lane);
    b.words("waiting_client", &w.client);
    b.words("waiting_request", &w.request);
    b.doubles("waiting_since_ns", &w.since_ns);
    b.object.into()
}
