-- The threads of all groups, at 90 % of thread_pool_max_threads or more.
SELECT SUM(THREADS) AS threads, @@GLOBAL.thread_pool_max_threads AS max_threads
FROM information_schema.THREAD_POOL_GROUPS
HAVING threads >= 0.9 * max_threads;
