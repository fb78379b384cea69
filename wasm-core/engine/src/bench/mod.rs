//! The workloads of `poolscope bench`.
