/** The files for asking a hanging server, which the site offers unchanged. */
import collector from '../../../../content/captures/capture.sql?raw';
import watcher from '../../../../content/captures/watch.sql?raw';
import nobody from '../../../../content/captures/alerts/nobody-listens.sql?raw';
import oldest from '../../../../content/captures/alerts/oldest-wait.sql?raw';
import still from '../../../../content/captures/alerts/queue-stands-still.sql?raw';
import rules from '../../../../content/captures/alerts/poolscope.rules.yml?raw';
import threads from '../../../../content/captures/alerts/threads.sql?raw';
import accounts from '../../../../content/captures/prepare/accounts.sql?raw';
import capture from '../../../../content/captures/prepare/capture.sh?raw';
import config from '../../../../content/captures/prepare/extra_port.cnf?raw';
import get_in from '../../../../content/captures/prepare/get-in.sh?raw';
import docker from '../../../../content/captures/prepare/watch-docker.sh?raw';
import kubectl from '../../../../content/captures/prepare/watch-kubectl.sh?raw';
import ssh from '../../../../content/captures/prepare/watch-ssh.sh?raw';
import here from '../../../../content/captures/prepare/watch.sh?raw';

export { collector, watcher };
/** The command that takes a capture. */
export const command = capture.trim();
/** The commands that watch a pool, locally and on another machine. */
export const watch = {
  here: here.trim(),
  ssh: ssh.trim(),
  docker: docker.trim(),
  kubectl: kubectl.trim(),
};
/** The command for getting in, and what to prepare for it. */
export const prepared = {
  get_in: get_in.trim(),
  config: config.trim(),
  accounts: accounts.trim(),
};
export const alerts = { threads, nobody, still, oldest, rules };
