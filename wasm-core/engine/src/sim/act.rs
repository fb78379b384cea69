//! What a hand does while a run goes. Live or in the scenario, an act is one entry of a list in the order of time, so a
//! live run and its log as a scenario are the same run.

use std::sync::Arc;

use crate::frame::Answers;
use crate::ids::TimeNs;
use crate::json::{self, FloatReader, Value};
use crate::run::Plan;
use crate::run::plan::{ActPlan, ChangePlan, Deed, Drive, StepPlan};
use crate::scenario::{ACTS_MAX, Act, Micros, Problem, Problems, Scenario, Var, Work, variable};
use crate::sim::{Dated, Replay, Sim, plan};

impl Replay {
    /// Records all events up to and including a time, and stops there.
    pub fn advance_to(&mut self, time_ns: TimeNs) {
        let until_ns = time_ns.min(self.recorded.plan.until_ns);
        while !self.recorded.run(until_ns, self.every_steps) {
            if self.recorded.state.k.recorder.logs() {
                self.snapshot();
            }
        }
        let k = &mut self.recorded.state.k;
        k.now_ns = k.now_ns.max(until_ns);
        k.recorder.time(k.now_ns);
    }

    /// Adds an act, as scenario files have them: not before the recorded moment, nor before the act before it.
    ///
    /// # Errors
    /// What is invalid or too late.
    pub fn act(&mut self, text: &str, float: FloatReader) -> Result<(), Problems> {
        let value = json::parse(text, float)?;
        let act = self.scenario.read_act(&value)?;
        let acts = &self.recorded.acts;
        let before_ns = acts.last().map_or(0, |dated| dated.act.at_ns);
        let least_ns = before_ns.max(self.recorded.now_ns());
        if act.at_us.ns() < least_ns || acts.len() as u64 >= ACTS_MAX {
            let least = Micros::from_ns(least_ns);
            let allowed = format!("{least} or later, and {ACTS_MAX} acts at most");
            return Err(Problems::one(Problem::new("at_us", act.at_us, allowed)));
        }
        self.recorded.add(&self.scenario, &act);
        self.cursor.acts = self.recorded.acts.clone();
        self.scenario.acts.push(act);
        if let Some(file) = self.file.as_object_mut() {
            match file.get_mut("acts") {
                Some(Value::Array(acts)) => acts.push(value),
                _ => file.insert("acts", Value::Array(vec![value])),
            }
        }
        self.done = false;
        Ok(())
    }

    /// Takes what has ended since the last call; the first call only asks for it.
    pub fn answers(&mut self) -> Answers {
        self.recorded.state.k.recorder.take_ended().into()
    }
}

impl Sim {
    /// Adds the acts of a scenario.
    pub(super) fn add_all(&mut self, scenario: &Scenario) {
        let mut acts: Vec<&Act> = scenario.acts.iter().collect();
        acts.sort_by_key(|act| act.at_us);
        for act in acts {
            self.add(scenario, act);
        }
    }

    fn add(&mut self, scenario: &Scenario, act: &Act) {
        let last = self.acts.last().map_or(&self.plan, |dated| &dated.plan);
        let mut plan = last.clone();
        let Some(deed) = deed(&mut plan, scenario, act) else {
            return;
        };
        let at_ns = act.at_us.ns();
        let act = ActPlan { at_ns, deed };
        Arc::make_mut(&mut self.acts).push(Dated { act, plan });
    }
}

// What a checked act does, with its change of the plan.
fn deed(plan: &mut Arc<Plan>, s: &Scenario, act: &Act) -> Option<Deed> {
    let crowd = |client: u32| plan.loops + client;
    let lock = |name: &String| Some(plan.locks.iter().position(|known| known == name)? as u32);
    if let Some(pour) = &act.pour {
        return Some(Deed::Pour {
            driver: crowd(pour.client),
            count: pour.count,
        });
    }
    if let Some(nth) = act.kill_query {
        return Some(Deed::KillQuery { nth });
    }
    if let Some(hold) = &act.hold {
        return Some(Deed::Hold {
            nth: hold.thread,
            for_ns: hold.for_us.ns(),
            instead: hold.client.map(crowd),
        });
    }
    if let Some(set) = &act.set {
        let row = variable(s.server.scheduler, s.server.version(), &set.variable)?;
        return Some(Deed::Set(ChangePlan {
            at_us: act.at_us.ns() / 1_000,
            variable: set.variable.clone(),
            value: set.value.to_string(),
            var: Var::named(row.field)?,
            code: row.code(&set.value)?,
        }));
    }
    if let Some(name) = &act.lock {
        return Some(Deed::Lock { lock: lock(name)? });
    }
    if let Some(name) = &act.unlock {
        return Some(Deed::Unlock { lock: lock(name)? });
    }
    if let Some(open) = act.door_open {
        return Some(Deed::Door { open });
    }
    if let Some(us) = act.stall_us {
        return Some(Deed::Stall { for_ns: us.ns() });
    }
    if let Some(work) = &act.work {
        set_work(Arc::make_mut(plan), work)?;
        return Some(Deed::Work);
    }
    let between = act.between.as_ref()?;
    let driver = crowd(between.client);
    let found = Arc::make_mut(plan).drivers.get_mut(driver as usize)?;
    match &mut found.drive {
        Drive::Once { .. } => return None,
        Drive::Closed { think: span, .. } | Drive::Stream { between: span, .. } => {
            *span = plan::dist(&between.span_us);
        }
    }
    Some(Deed::Between { driver })
}

fn set_work(plan: &mut Plan, work: &Work) -> Option<()> {
    let driver = plan.drivers.get((plan.loops + work.client) as usize)?;
    let (statement, _) = driver.statements.get(work.statement as usize)?;
    let steps = &mut plan.statements[statement.0 as usize].steps;
    let new = plan::dist(&work.span_us);
    match steps.get_mut(work.step as usize)? {
        StepPlan::Cpu(dist, mean_ns) => {
            *mean_ns = new.mean_ns();
            *dist = new;
        }
        StepPlan::Wait(dist, _) | StepPlan::Unreported(dist) | StepPlan::Async(dist) => *dist = new,
        StepPlan::Lock(..)
        | StepPlan::Unlock(_)
        | StepPlan::Begin
        | StepPlan::Commit
        | StepPlan::Latch
        | StepPlan::RowLock(_)
        | StepPlan::Result(_) => {}
    }
    Some(())
}
