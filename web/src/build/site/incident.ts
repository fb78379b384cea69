/** What a hanging server is asked: files that the site offers as they stand. */
import collector from '../../../../content/captures/capture.sql?raw';
import nobody from '../../../../content/captures/alerts/nobody-listens.sql?raw';
import oldest from '../../../../content/captures/alerts/oldest-wait.sql?raw';
import still from '../../../../content/captures/alerts/queue-stands-still.sql?raw';
import threads from '../../../../content/captures/alerts/threads.sql?raw';

export { collector };
export const alerts = { threads, nobody, still, oldest };
