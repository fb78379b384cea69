/** The messages of a frame: its narrator, its picture, its timeline, its log and the sentence about a request. */
export const SPOKEN =
  /^(narr|scene|dense|machine|front|state|place|why|event|asked|wait|listener|stall|threads|group|timeline|figure_mark|chart|the_pool|of_at)(_|$)/;

/** What no plain frame may say: words of servers, by language. */
export const OF_SERVERS = {
  en: /\bthreads?\b|\blisten\w*|stall timer|\bunread\b|\bsockets?\b|\bstatements?\b|\blatch\b|InnoDB|SLEEP\(|thread_pool|max_connections|1040/i,
  zh: /线程|监听|没人读|未读|socket|语句|闩锁|InnoDB|timer|SLEEP\(|thread_pool|max_connections|1040/,
} as const;
