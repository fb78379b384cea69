//! Tests of every rule of every server and of the model, one by one, with its source. One program: linking
//! one per file took longer than all of their tests.

mod application_pools;
mod beginnings;
mod bug_42288;
mod changes;
mod hand;
mod innodb;
mod instruments;
mod latch;
mod locks;
mod mariadb;
mod mariadb_limits;
mod mysql_60;
mod one_thread;
mod oracle;

mod kill;
mod oracle_84;
mod oracle_9;
mod oracle_source;
mod patience;
mod percona;
mod percona_priority;
mod pool;
mod queues;
mod server;
mod server_limits;
mod table;
mod throttle;
mod traces;
mod waits;
mod windows;
