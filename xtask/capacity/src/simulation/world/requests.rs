//! What happens to the requests of people, and to what the servers announce to one another.

use super::{CLIENT_PAUSES, Event, Job, MAX_QUEUED_OPS, Owner, Request, RequestId, ServerWork, World};
use crate::simulation::Kind;
use crate::statistics::{Time, micros};

impl World<'_> {
    pub(super) fn arrive(&mut self, kind: Kind, is_reconnect: bool) {
        let board = match self.random.uniform() < self.config.hot_board_share {
            true => 0,
            false => self.random.below(self.config.boards),
        };
        let is_write = self.config.costs[kind.index()].commits;
        let shard = match is_write && self.random.uniform() < self.config.hot_shard_share {
            true => 0,
            // An op goes to the shard of its board, another request to the one of its account.
            false if kind == Kind::Op => board % self.shards.len(),
            false => self.random.below(self.shards.len()),
        };
        let (arrived, id) = (self.now, self.requests.len());
        let request = Request {
            kind,
            arrived,
            server: 0,
            board,
            shard,
            failures: 0,
            is_open: true,
            is_sent: false,
            queued_at: 0,
            is_reconnect,
        };
        self.requests.push(request);
        self.counts[kind.index()].arrived += 1;
        self.open_requests.add(1.0, self.now);
        self.attempt(id);
    }

    /// Sends a request to a server that the load balancer uses.
    pub(super) fn attempt(&mut self, id: RequestId) {
        let used: Vec<usize> = (0..self.servers.len()).filter(|server| self.servers[*server].is_used).collect();
        if used.is_empty() {
            return self.fail(id);
        }
        let server = used[self.random.below(used.len())];
        self.requests[id].server = server;
        self.requests[id].is_sent = true;
        if !self.servers[server].is_running {
            return self.fail(id);
        }
        let cpu = self.exponential(self.config.costs[self.requests[id].kind.index()].server_cpu);
        self.offer(Job::Server(server, ServerWork::Request(id)), cpu);
    }

    /// Lets the client of a request that failed send it again later.
    pub(super) fn fail(&mut self, id: RequestId) {
        let request = &mut self.requests[id];
        self.counts[request.kind.index()].failures += 1;
        let pause = (CLIENT_PAUSES.0 << request.failures.min(6)).min(CLIENT_PAUSES.1);
        request.failures += 1;
        request.is_sent = false;
        let pause = pause + (self.random.uniform() * pause as f64 / 4.0) as Time;
        self.schedule(pause, Event::Attempt(id));
    }

    pub(super) fn answer(&mut self, id: RequestId) {
        let Request { kind, arrived, server, is_reconnect, .. } = self.requests[id];
        debug_assert!(self.requests[id].is_open, "a request is answered once");
        self.requests[id].is_open = false;
        self.open_requests.add(-1.0, self.now);
        self.counts[kind.index()].answered += 1;
        let took = self.now - arrived;
        if arrived >= self.warm_at {
            self.times[kind.index()].add(took);
        }
        if kind == Kind::Op {
            self.since_sample.add(took);
            self.announce(server, arrived);
            if self.config.clients > 0 {
                self.offer_client();
            }
        }
        if is_reconnect {
            self.servers[server].sockets += 1;
            self.lost_sockets -= 1;
            self.arrive(Kind::Changes, false);
        }
    }

    pub(super) fn server_done(&mut self, server: usize, work: ServerWork) {
        match work {
            ServerWork::Request(id) => self.use_database(server, id),
            ServerWork::Group(transaction) => self.take_connection(transaction),
            ServerWork::Deliver { sockets, began } => self.deliver(sockets, began),
            ServerWork::Announcement { sockets: 0, .. } => {}
            ServerWork::Announcement { sockets, began } => {
                let (shard, cost) = (self.random.below(self.shards.len()), self.config.remote_read);
                let parts = vec![(shard, cost.database_cpu.unwrap_or_default())];
                let transaction =
                    self.new_transaction(Owner::Read { sockets, began }, server, parts, vec![], cost, self.now);
                self.take_connection(transaction);
            }
        }
    }

    pub(super) fn use_database(&mut self, server: usize, id: RequestId) {
        let Request { kind, shard, .. } = self.requests[id];
        let cost = self.config.costs[kind.index()];
        if kind == Kind::Op && cost.database_cpu.is_some() {
            if self.servers[server].ops.len() >= MAX_QUEUED_OPS {
                return self.fail(id);
            }
            self.requests[id].queued_at = self.now;
            self.servers[server].ops.push_back(id);
            self.servers[server].op_count.add(1.0, self.now);
            return self.start_groups(server);
        }
        match cost.database_cpu {
            None => self.answer(id),
            Some(cpu) => {
                let transaction =
                    self.new_transaction(Owner::Request(id), server, vec![(shard, cpu)], vec![], cost, self.now);
                self.take_connection(transaction);
            }
        }
    }

    /// Announces an op of a server to the sockets of its board: on the same server, and through the bus on the others.
    pub(super) fn announce(&mut self, server: usize, began: Time) {
        let mean = self.config.deliveries_per_op;
        let whole = mean.floor();
        let count = whole as u32 + u32::from(self.random.uniform() < mean - whole);
        let running: Vec<usize> = (0..self.servers.len()).filter(|other| self.servers[*other].is_running).collect();
        let mut sockets = vec![0_u32; self.servers.len()];
        for _ in 0..count {
            sockets[running[self.random.below(running.len())]] += 1;
        }
        for other in running {
            match other == server {
                true if sockets[other] == 0 => {}
                true => {
                    let cpu = self.exponential(self.config.delivery_cpu * f64::from(sockets[other]));
                    self.offer(Job::Server(server, ServerWork::Deliver { sockets: sockets[other], began }), cpu);
                }
                false => {
                    let delay = micros(self.config.announcement_delay);
                    self.schedule(delay, Event::Announced { server: other, sockets: sockets[other], began });
                }
            }
        }
    }

    pub(super) fn deliver(&mut self, sockets: u32, began: Time) {
        if began >= self.warm_at {
            (0..sockets).for_each(|_| self.delivery.add(self.now - began));
        }
    }
}
