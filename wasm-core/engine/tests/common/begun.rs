//! Builds runs that start from a state, and the parts of such a state.

use poolscope_engine::ids::ConnectionId;
use poolscope_engine::instruments::Instruments;
use poolscope_engine::scenario::{
    Kill, Micros, Problems, Scenario, Span, StartConnection, StartGroup, StartQueued, StartRequest,
    StartState, StartThread, Step, ThreadDoes,
};
use poolscope_engine::sim::Replay;
use serde_json::{Value, json};

use super::{Case, Run, whole};

/// A case that starts from a state, with `KILL`s.
#[derive(Clone, Debug)]
pub struct FromState {
    pub case: Case,
    pub state: StartState,
    pub kills: Vec<Kill>,
}

impl FromState {
    pub fn ask(mut self, connection: u64, at_us: u64, name: &str, steps: &[Value]) -> FromState {
        self.case = self.case.ask(connection, at_us, name, steps);
        self
    }

    pub fn change(mut self, at_us: u64, variable: &str, value: u64) -> FromState {
        self.case = self.case.change(at_us, variable, value);
        self
    }

    pub fn kill(mut self, at_us: u64, connection: u64, query: bool) -> FromState {
        self.kills.push(Kill {
            at_us,
            connection: ConnectionId(connection),
            query,
        });
        self
    }

    /// The checked scenario, with its state and `KILL`s.
    pub fn scenario(&self) -> Result<Scenario, Problems> {
        // A scenario file must contain a request.
        let file = self.case.clone().ask(0, 0, "", &[]);
        let mut scenario = Scenario::from_json(&file.0.to_string())?;
        scenario.requests.pop();
        scenario.start.state = Some(Box::new(self.state.clone()));
        scenario.kills.clone_from(&self.kills);
        scenario.validate()?;
        Ok(scenario)
    }

    fn replay(&self) -> Replay {
        let scenario = self.scenario().unwrap_or_else(|p| panic!("{p}\n{self:?}"));
        whole(scenario)
    }

    pub fn run(&self) -> Run {
        Run(self.replay().outcome().unwrap())
    }

    pub fn instruments(&self, at_us: u64) -> Instruments {
        self.replay().instruments(at_us * 1_000)
    }
}

/// A case that starts from this state instead of its own start.
pub fn from(case: Case, state: StartState) -> FromState {
    FromState {
        case: case.top("start", json!({})),
        state,
        kills: Vec::new(),
    }
}

pub fn at(us: u64) -> Option<Micros> {
    Some(Micros::whole(us))
}

pub fn for_us(us: u64) -> Option<Span> {
    Some(Span::Us(Micros::whole(us)))
}

pub fn thread(does: ThreadDoes) -> StartThread {
    StartThread {
        does,
        ..StartThread::default()
    }
}

/// A thread that runs its connection's statement for `left_us` more.
pub fn at_work(does: ThreadDoes, connection: u64, left_us: u64) -> StartThread {
    StartThread {
        connection: Some(ConnectionId(connection)),
        left_us: for_us(left_us),
        ..thread(does)
    }
}

/// A thread that waits for a row.
pub fn row_lock(row: u32, connection: u64) -> StartThread {
    StartThread {
        connection: Some(ConnectionId(connection)),
        row: Some(row),
        ..thread(ThreadDoes::RowLock)
    }
}

pub fn queued(connection: u64) -> StartQueued {
    StartQueued {
        connection: Some(ConnectionId(connection)),
        ..StartQueued::default()
    }
}

pub fn connection(id: u64) -> StartConnection {
    StartConnection {
        id: ConnectionId(id),
        ..StartConnection::default()
    }
}

/// A connection with a request, named after it, that needs `cpu_us` of CPU from here on.
pub fn asks(id: u64, cpu_us: Option<u64>) -> StartConnection {
    let step = |us| Step {
        cpu_us: for_us(us),
        ..Step::default()
    };
    StartConnection {
        request: Some(StartRequest {
            name: id.to_string(),
            steps: cpu_us.map(step).into_iter().collect(),
            ..StartRequest::default()
        }),
        ..connection(id)
    }
}

/// Group 0 with these threads.
pub fn group(threads: Vec<StartThread>) -> StartGroup {
    StartGroup {
        threads,
        ..StartGroup::default()
    }
}
