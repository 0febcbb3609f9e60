//! What fails, and what is counted.

use super::{CHECK_INTERVAL, Event, RECONNECT_SPREAD, Request, RequestId, State, Transaction, World};
use crate::simulation::{Outcome, Percentiles, SAMPLE_INTERVAL, Sample};
use crate::statistics::{SECOND, Time};

impl World<'_> {
    /// Ends a server. What it was doing fails, and its sockets connect elsewhere.
    pub(super) fn stop_server(&mut self, server: usize) {
        self.servers[server].is_running = false;
        let machine = self.server_machine(server);
        self.machines[machine].clear(self.now);
        self.servers[server].waiting.clear();
        self.servers[server].ops.clear();
        let queued = self.servers[server].op_count.value();
        self.servers[server].op_count.add(-queued, self.now);
        let used = self.servers[server].used_connections.value();
        self.servers[server].used_connections.add(-used, self.now);
        for id in 0..self.transactions.len() {
            let Transaction { server: of, state, .. } = self.transactions[id];
            if of == server && state != State::Ended {
                self.transactions[id].state = State::Ended;
                self.unlock(id, state);
            }
        }
        let failed: Vec<RequestId> = (0..self.requests.len())
            .filter(|id| {
                let Request { is_open, is_sent, server: of, .. } = self.requests[*id];
                is_open && is_sent && of == server
            })
            .collect();
        failed.into_iter().for_each(|id| self.fail(id));
        let sockets = std::mem::take(&mut self.servers[server].sockets);
        self.lost_sockets += sockets;
        for _ in 0..sockets {
            let after = (self.random.uniform() * RECONNECT_SPREAD as f64) as Time;
            self.schedule(after, Event::Reconnect);
        }
        self.schedule(CHECK_INTERVAL, Event::Noticed { server });
    }

    /// Ends the leader of a shard. What it was doing fails.
    pub(super) fn lose_leader(&mut self, shard: usize, lasts: Time) {
        self.shards[shard].has_leader = false;
        let machine = self.shard_machine(shard);
        self.machines[machine].clear(self.now);
        self.shards[shard].is_flushing = false;
        self.shards[shard].in_flush.clear();
        self.shards[shard].for_next_flush.clear();
        for id in 0..self.transactions.len() {
            let Transaction { ref parts, state, .. } = self.transactions[id];
            let is_affected = parts.iter().any(|part| part.0 == shard);
            if is_affected && matches!(state, State::Locking | State::Running) {
                self.fail_attempt(id);
            }
        }
        self.schedule(lasts, Event::LeaderBack { shard });
    }

    pub(super) fn sample(&mut self) {
        let since = std::mem::take(&mut self.since_sample);
        self.samples.push(Sample {
            at: self.now,
            open_requests: self.open_requests.value() as u64,
            lost_sockets: self.lost_sockets,
            op_p99: since.percentile(0.99),
            confirmed_ops: since.count(),
        });
        self.schedule(SAMPLE_INTERVAL, Event::Sample);
    }

    pub(super) fn reset_statistics(&mut self) {
        self.open_requests.reset(self.now);
        for server in &mut self.servers {
            server.used_connections.reset(self.now);
            server.op_count.reset(self.now);
        }
        self.machines.iter_mut().for_each(|machine| machine.reset(self.now));
    }

    pub(super) fn outcome(mut self) -> Outcome {
        for request in self.requests.iter().filter(|request| request.is_open) {
            self.counts[request.kind.index()].open += 1;
        }
        let (began, now) = (self.warm_at, self.now);
        let running: Vec<usize> = (0..self.servers.len()).filter(|server| self.servers[*server].is_running).collect();
        let mean = |value: &dyn Fn(usize) -> f64| {
            running.iter().map(|server| value(*server)).sum::<f64>() / running.len().max(1) as f64
        };
        let of_server = |server: usize| &self.machines[self.server_machine(server)];
        let of_shard = |shard: usize| &self.machines[self.shard_machine(shard)];
        let greatest = |values: &mut dyn Iterator<Item = f64>| values.fold(0.0, f64::max);
        let seconds = (now - began).max(1) as f64 / SECOND as f64;
        Outcome {
            duration: now - began,
            times: std::array::from_fn(|kind| Percentiles::from(&self.times[kind])),
            delivery: Percentiles::from(&self.delivery),
            server_utilization: mean(&|server| of_server(server).utilization(began, now)),
            shard_utilization: greatest(
                &mut (0..self.shards.len()).map(|shard| of_shard(shard).utilization(began, now)),
            ),
            server_queue: mean(&|server| of_server(server).waiting.average(began, now)),
            op_queue: (
                mean(&|server| self.servers[server].op_count.average(began, now)),
                greatest(&mut self.servers.iter().map(|server| server.op_count.max())),
            ),
            group_size: self.groups.1 as f64 / self.groups.0.max(1) as f64,
            spanning_groups: self.groups.2 as f64 / self.groups.0.max(1) as f64,
            commits_and_flushes: (
                greatest(&mut self.shards.iter().map(|shard| shard.commits as f64 / seconds)),
                greatest(&mut self.shards.iter().map(|shard| shard.flushes as f64 / seconds)),
            ),
            used_connections: mean(&|server| self.servers[server].used_connections.average(began, now)),
            open_requests: self.open_requests.average(began, now),
            sockets_of_a_server: self.servers.iter().map(|server| server.sockets).max().unwrap_or_default(),
            requests: self.counts,
            samples: self.samples,
        }
    }
}
