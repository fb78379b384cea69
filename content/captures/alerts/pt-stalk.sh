# For pt-stalk of Percona's toolkit, which collects when a server is in trouble. As a trigger it asks the diagnosis, and as a
# plugin it keeps what the diagnosis read, and what it said, beside all that pt-stalk collects:
#   pt-stalk --function pt-stalk.sh --threshold 0 --cycles 2 --interval 5 --plugin pt-stalk.sh -- --port=3308
# capture.sql is /usr/share/poolscope/capture.sql, or CAPTURE_SQL; poolscope is on the PATH. The client is POOL_CLIENT, or mysql, with the
# options after pt-stalk's --.
PLUGIN_CAPTURE_SQL=${CAPTURE_SQL:-/usr/share/poolscope/capture.sql}

# One look at the pool: a capture on standard output.
pool_capture() {
  timeout 20 "${POOL_CLIENT:-mysql}" $EXT_ARGV < "$PLUGIN_CAPTURE_SQL" 2>&1
}

# 1 if something is wrong, 0 if not or if it cannot be told.
trg_plugin() {
  pool_capture > "${OPT_DEST:-/tmp}/poolscope-look"
  poolscope diagnose "${OPT_DEST:-/tmp}/poolscope-look" > /dev/null 2>&1
  [ $? -eq 1 ] && echo 1 || echo 0
}

before_collect() {
  local at="${OPT_DEST:-/tmp}/${prefix:-$(date +%Y_%m_%d_%H_%M_%S)}-poolscope"
  pool_capture > "$at"
  poolscope diagnose "$at" > "$at-diagnosis" 2>&1
}
