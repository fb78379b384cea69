-- Groups with a queue in two looks, from which nothing was taken between them.
SET @seen = (
  SELECT GROUP_CONCAT(CONCAT(s.GROUP_ID, ':', s.DEQUEUES_BY_LISTENER + s.DEQUEUES_BY_WORKER))
  FROM information_schema.THREAD_POOL_STATS s
  JOIN information_schema.THREAD_POOL_GROUPS g ON g.GROUP_ID = s.GROUP_ID
  WHERE g.QUEUE_LENGTH > 0
);
DO SLEEP(2);
SELECT g.GROUP_ID, g.QUEUE_LENGTH, g.THREADS, g.ACTIVE_THREADS, g.HAS_LISTENER
FROM information_schema.THREAD_POOL_STATS s
JOIN information_schema.THREAD_POOL_GROUPS g ON g.GROUP_ID = s.GROUP_ID
WHERE g.QUEUE_LENGTH > 0
  AND FIND_IN_SET(CONCAT(s.GROUP_ID, ':', s.DEQUEUES_BY_LISTENER + s.DEQUEUES_BY_WORKER), @seen);
