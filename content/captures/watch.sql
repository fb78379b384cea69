-- What is my pool doing, second by second? For `poolscope watch`, or to keep and paste:
--   mariadb -h 127.0.0.1 -P <extra_port> -B -n < watch.sql | poolscope watch
-- MariaDB 10.5 or newer with thread_handling = pool-of-threads. It takes a look a second for an hour. For another number of looks:
--   mariadb --init-command='SET @looks = 60' ...
-- To go on without end, even past a restart: while sleep 1; do mariadb ... < watch.sql; done | poolscope watch
-- It only reads, through one connection, and ends with its client. It reads only the first word of each statement.
-- The account needs the PROCESS privilege.
DELIMITER //
BEGIN NOT ATOMIC
  DECLARE look INT UNSIGNED DEFAULT 0;
  WHILE look < IFNULL(@looks, 3600) DO
    SELECT NOW(6), VERSION();
    SHOW GLOBAL VARIABLES WHERE Variable_name LIKE 'thread_pool%' OR Variable_name IN ('thread_handling', 'extra_port', 'extra_max_connections', 'max_connections', 'innodb_lock_wait_timeout');
    SHOW GLOBAL STATUS WHERE Variable_name LIKE 'Threadpool%' OR Variable_name LIKE 'Threads_%' OR Variable_name IN ('Connections', 'Uptime', 'Questions');
    SELECT * FROM information_schema.THREAD_POOL_GROUPS;
    SELECT * FROM information_schema.THREAD_POOL_QUEUES;
    SELECT * FROM information_schema.THREAD_POOL_STATS;
    SELECT * FROM information_schema.THREAD_POOL_WAITS;
    SELECT id, user, command, time, time_ms, state, IF(id = CONNECTION_ID(), info, REGEXP_SUBSTR(REGEXP_REPLACE(LEFT(info, 200), '(?s)^(?:[[:space:](]|/[*].*?[*]/)*', ''), '^[[:alpha:]]+')) AS info FROM information_schema.PROCESSLIST;
    SELECT trx_id, trx_state, trx_started, trx_mysql_thread_id FROM information_schema.INNODB_TRX;
    SELECT requesting_trx_id, blocking_trx_id FROM information_schema.INNODB_LOCK_WAITS;
    XA RECOVER;
    SELECT NULL AS formatID, NULL AS gtrid_length, NULL AS bqual_length, NULL AS data;
    SELECT SLEEP(0);
    DO SLEEP(1);
    SET look = look + 1;
  END WHILE;
END //
