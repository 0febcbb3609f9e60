//! Transactions and reads: their connections, the rows that they lock, the shards, and their retries.

use super::{
    Event, Job, MAX_GROUP, Owner, PAUSES, RETRY_TIME, RequestId, Server, ServerWork, Shard, ShardWork, State,
    Transaction, TransactionId, World,
};
use crate::simulation::{Cost, Kind};
use crate::statistics::{Time, micros};

impl World<'_> {
    pub(super) fn new_transaction(
        &mut self,
        owner: Owner,
        server: usize,
        parts: Vec<(usize, f64)>,
        boards: Vec<usize>,
        cost: Cost,
        requested_at: Time,
    ) -> TransactionId {
        let state = State::Waiting;
        self.transactions.push(Transaction {
            owner,
            server,
            parts,
            boards,
            cost,
            requested_at,
            pause: PAUSES.0,
            attempt: 0,
            state,
            parts_left: 0,
        });
        self.transactions.len() - 1
    }

    /// Starts groups of the ops that wait on a server, as many as it commits at once.
    pub(super) fn start_groups(&mut self, server: usize) {
        while self.servers[server].group_workers < self.config.group_commits {
            let group = self.take_group(server);
            let Some(first) = group.first() else { return };
            let requested_at = self.requests[*first].queued_at;
            let mut boards: Vec<usize> = group.iter().map(|id| self.requests[*id].board).collect();
            boards.sort_unstable();
            boards.dedup();
            self.servers[server].busy_boards.extend(&boards);
            self.servers[server].group_workers += 1;
            let cost = self.config.costs[Kind::Op.index()];
            let (server_cpu, database_cpu) = self.config.group_cpu;
            let mut parts: Vec<(usize, f64)> = Vec::new();
            for id in &group {
                let shard = self.requests[*id].shard;
                let cpu = cost.database_cpu.unwrap_or_default();
                match parts.iter_mut().find(|part| part.0 == shard) {
                    Some(part) => part.1 += cpu,
                    None => parts.push((shard, database_cpu + cpu)),
                }
            }
            if self.now >= self.warm_at {
                self.groups.0 += 1;
                self.groups.1 += group.len() as u64;
                self.groups.2 += u64::from(parts.len() > 1);
            }
            let transaction = self.new_transaction(Owner::Group(group), server, parts, boards, cost, requested_at);
            let cpu = self.exponential(server_cpu);
            self.offer(Job::Server(server, ServerWork::Group(transaction)), cpu);
        }
    }

    /// Removes the next ops of a server whose boards are not in another group.
    pub(super) fn take_group(&mut self, server: usize) -> Vec<RequestId> {
        let Server { ops, busy_boards, op_count, .. } = &mut self.servers[server];
        let (mut group, mut index) = (Vec::new(), 0);
        while index < ops.len() && group.len() < MAX_GROUP {
            match busy_boards.contains(&self.requests[ops[index]].board) {
                true => index += 1,
                false => group.extend(ops.remove(index)),
            }
        }
        op_count.add(-(group.len() as f64), self.now);
        group
    }

    pub(super) fn take_connection(&mut self, id: TransactionId) {
        let server = self.transactions[id].server;
        if self.transactions[id].state == State::Ended {
            return;
        }
        if self.servers[server].free_connections == 0 {
            self.servers[server].waiting.push_back(id);
            let attempt = self.transactions[id].attempt;
            return self.schedule(RETRY_TIME, Event::PoolTimeout { transaction: id, attempt });
        }
        self.servers[server].free_connections -= 1;
        self.servers[server].used_connections.add(1.0, self.now);
        self.begin(id);
    }

    /// Begins a transaction that has a connection.
    pub(super) fn begin(&mut self, id: TransactionId) {
        self.transactions[id].state = State::Locking;
        if self.transactions[id].parts.iter().any(|(shard, _)| !self.shards[*shard].has_leader) {
            return self.fail_attempt(id);
        }
        let is_free = |board: &usize| !self.locked_boards.contains(board);
        match self.transactions[id].boards.iter().all(is_free) {
            true => self.send_statements(id),
            false => self.lock_queue.push(id),
        }
    }

    pub(super) fn send_statements(&mut self, id: TransactionId) {
        let Transaction { parts, boards, cost, attempt, .. } = self.transactions[id].clone();
        self.locked_boards.extend(boards);
        self.transactions[id].state = State::Running;
        self.transactions[id].parts_left = parts.len();
        // A transaction on several shards is committed in two phases.
        let round_trips = cost.round_trips + if parts.len() > 1 { 1.0 } else { 0.0 };
        let delay = micros(round_trips * self.config.database.round_trip);
        for (shard, _) in parts {
            self.schedule(delay, Event::Statements { transaction: id, attempt, shard });
        }
    }

    pub(super) fn is_running(&self, id: TransactionId, attempt: u32) -> bool {
        self.transactions[id].state == State::Running && self.transactions[id].attempt == attempt
    }

    pub(super) fn run_statements(&mut self, id: TransactionId, attempt: u32, shard: usize) {
        if !self.is_running(id, attempt) {
            return;
        }
        let part = self.transactions[id].parts.iter().find(|part| part.0 == shard);
        let mean = part.map_or(0.0, |part| part.1);
        let cpu = self.exponential(mean);
        self.offer(Job::Shard(shard, ShardWork::Part { transaction: id, attempt }), cpu);
    }

    pub(super) fn statements_done(&mut self, id: TransactionId, attempt: u32, shard: usize) {
        if !self.is_running(id, attempt) {
            return;
        }
        if !self.transactions[id].cost.commits {
            return self.part_done(id, attempt);
        }
        self.shards[shard].for_next_flush.push((id, attempt));
        if self.now >= self.warm_at {
            self.shards[shard].commits += 1;
        }
        if !self.shards[shard].is_flushing {
            self.flush(shard);
        }
    }

    /// Starts a flush, which serves all transactions that wait for one.
    pub(super) fn flush(&mut self, shard: usize) {
        let (after, epoch) = (self.flush_time(), self.machines[self.shard_machine(shard)].epoch);
        let Shard { is_flushing, in_flush, for_next_flush, flushes, .. } = &mut self.shards[shard];
        *is_flushing = true;
        *in_flush = std::mem::take(for_next_flush);
        *flushes += u64::from(self.now >= self.warm_at);
        self.schedule(after, Event::Flushed { shard, epoch });
    }

    pub(super) fn flushed(&mut self, shard: usize, epoch: u32) {
        if self.machines[self.shard_machine(shard)].epoch != epoch {
            return;
        }
        for (id, attempt) in std::mem::take(&mut self.shards[shard].in_flush) {
            match self.config.database.is_replicated {
                false => self.part_done(id, attempt),
                true => {
                    let after = micros(self.config.database.round_trip) + self.flush_time();
                    self.schedule(after, Event::PartDone { transaction: id, attempt });
                }
            }
        }
        self.shards[shard].is_flushing = false;
        if !self.shards[shard].for_next_flush.is_empty() {
            self.flush(shard);
        }
    }

    pub(super) fn part_done(&mut self, id: TransactionId, attempt: u32) {
        if !self.is_running(id, attempt) {
            return;
        }
        self.transactions[id].parts_left -= 1;
        if self.transactions[id].parts_left > 0 {
            return;
        }
        self.release(id);
        self.transactions[id].state = State::Ended;
        let server = self.transactions[id].server;
        match self.transactions[id].owner.clone() {
            Owner::Request(request) => self.answer(request),
            Owner::Group(group) => {
                group.into_iter().for_each(|request| self.answer(request));
                self.end_group(id);
            }
            Owner::Read { sockets, began } => {
                let cpu = self.exponential(self.config.delivery_cpu * f64::from(sockets));
                self.offer(Job::Server(server, ServerWork::Deliver { sockets, began }), cpu);
            }
        }
    }

    /// Lets the next group of a server begin.
    pub(super) fn end_group(&mut self, id: TransactionId) {
        let server = self.transactions[id].server;
        let boards = std::mem::take(&mut self.transactions[id].boards);
        let state = &mut self.servers[server];
        boards.iter().for_each(|board| _ = state.busy_boards.remove(board));
        state.group_workers -= 1;
        if state.is_running {
            self.start_groups(server);
        }
    }

    /// Releases the connection and the rows of a transaction.
    pub(super) fn release(&mut self, id: TransactionId) {
        let (server, state) = (self.transactions[id].server, self.transactions[id].state);
        self.unlock(id, state);
        if !self.servers[server].is_running {
            return;
        }
        match self.servers[server].waiting.pop_front() {
            Some(next) => self.schedule(0, Event::Begin { transaction: next }),
            None => {
                self.servers[server].free_connections += 1;
                self.servers[server].used_connections.add(-1.0, self.now);
            }
        }
    }

    pub(super) fn unlock(&mut self, id: TransactionId, state: State) {
        match state {
            State::Locking => self.lock_queue.retain(|waiting| *waiting != id),
            State::Running if !self.transactions[id].boards.is_empty() => {
                for board in &self.transactions[id].boards {
                    self.locked_boards.remove(board);
                }
                // In the order in which they came.
                for waiting in std::mem::take(&mut self.lock_queue) {
                    let is_free = |board: &usize| !self.locked_boards.contains(board);
                    match self.transactions[waiting].boards.iter().all(is_free) {
                        true => self.send_statements(waiting),
                        false => self.lock_queue.push(waiting),
                    }
                }
            }
            _ => {}
        }
    }

    /// Tries a transaction again after a pause, or gives it up.
    pub(super) fn fail_attempt(&mut self, id: TransactionId) {
        self.release(id);
        let transaction = &mut self.transactions[id];
        transaction.state = State::Waiting;
        transaction.attempt += 1;
        if self.now >= transaction.requested_at + RETRY_TIME {
            return self.give_up(id);
        }
        let pause = transaction.pause;
        transaction.pause = (2 * pause).min(PAUSES.1);
        let pause = pause / 2 + (self.random.uniform() * pause as f64) as Time;
        self.schedule(pause, Event::Retry { transaction: id });
    }

    pub(super) fn give_up(&mut self, id: TransactionId) {
        self.transactions[id].state = State::Ended;
        match self.transactions[id].owner.clone() {
            Owner::Request(request) => self.fail(request),
            Owner::Group(group) => {
                group.into_iter().for_each(|request| self.fail(request));
                self.end_group(id);
            }
            // The clients request the change themselves.
            Owner::Read { .. } => {}
        }
    }
}
