//! Processors that work on jobs in the order in which they arrive.

use crate::statistics::{Level, Time};
use std::collections::VecDeque;

/// Some processors with one queue.
#[derive(Debug)]
pub(super) struct Station<W> {
    processors: usize,
    queue: VecDeque<(W, Time)>,
    /// The number of processors that work.
    pub(super) busy: Level,
    /// The number of jobs that wait.
    pub(super) waiting: Level,
    /// Increases when all jobs are lost: the ends of earlier jobs are then ignored.
    pub(super) epoch: u32,
}

impl<W> Station<W> {
    pub(super) fn new(processors: usize) -> Self {
        Self { processors, queue: VecDeque::new(), busy: Level::default(), waiting: Level::default(), epoch: 0 }
    }

    /// Adds a job, with the time that it takes. Returns it if it begins at once.
    pub(super) fn offer(&mut self, work: W, service: Time, now: Time) -> Option<(W, Time)> {
        if (self.busy.value() as usize) < self.processors {
            self.busy.add(1.0, now);
            return Some((work, service));
        }
        self.waiting.add(1.0, now);
        self.queue.push_back((work, service));
        None
    }

    /// Ends a job. Returns the next one, which begins.
    pub(super) fn finish(&mut self, now: Time) -> Option<(W, Time)> {
        let next = self.queue.pop_front();
        self.waiting.add(if next.is_some() { -1.0 } else { 0.0 }, now);
        self.busy.add(if next.is_some() { 0.0 } else { -1.0 }, now);
        next
    }

    /// Loses all jobs.
    pub(super) fn clear(&mut self, now: Time) {
        self.waiting.add(-self.waiting.value(), now);
        self.busy.add(-self.busy.value(), now);
        self.queue.clear();
        self.epoch += 1;
    }

    pub(super) fn reset(&mut self, now: Time) {
        self.busy.reset(now);
        self.waiting.reset(now);
    }

    /// Returns the share of time that the processors have worked since the reset.
    pub(super) fn utilization(&self, began: Time, now: Time) -> f64 {
        self.busy.average(began, now) / self.processors as f64
    }
}
