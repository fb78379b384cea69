/** What a hanging server is asked: files that the site offers as they stand. */
import collector from '../../../../content/captures/capture.sql?raw';
import nobody from '../../../../content/captures/alerts/nobody-listens.sql?raw';
import oldest from '../../../../content/captures/alerts/oldest-wait.sql?raw';
import still from '../../../../content/captures/alerts/queue-stands-still.sql?raw';
import threads from '../../../../content/captures/alerts/threads.sql?raw';
import accounts from '../../../../content/captures/prepare/accounts.sql?raw';
import capture from '../../../../content/captures/prepare/capture.sh?raw';
import config from '../../../../content/captures/prepare/extra_port.cnf?raw';
import get_in from '../../../../content/captures/prepare/get-in.sh?raw';

export { collector };
/** The command that takes a capture. */
export const command = capture.trim();
/** What is typed to get in, and what is prepared for it. */
export const prepared = {
  get_in: get_in.trim(),
  config: config.trim(),
  accounts: accounts.trim(),
};
export const alerts = { threads, nobody, still, oldest };
