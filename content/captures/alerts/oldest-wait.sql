-- The oldest entry of each queue, if it is older than two stall limits.
SELECT GROUP_ID, COUNT(*) AS entries, MAX(QUEUEING_TIME_MICROSECONDS) DIV 1000 AS oldest_ms,
  @@GLOBAL.thread_pool_stall_limit AS stall_limit_ms
FROM information_schema.THREAD_POOL_QUEUES
GROUP BY GROUP_ID
HAVING oldest_ms > 2 * stall_limit_ms;
