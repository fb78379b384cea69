/** Incidents recorded on a real server, loaded on request. */
import { m } from '#paraglide/messages.js';

const files = import.meta.glob<string>('../../../../content/captures/*/capture-table.txt', {
  query: '?raw',
  import: 'default',
});

const CHOSEN = [
  ['01-two-long-waits-deaf-group', m.capture_example_deaf],
  ['02-row-lock-pile-up', m.capture_example_lock],
  ['03-cpu-burn-waits-for-stall-timer-2000', m.capture_example_cpu],
  ['06-healthy-busy', m.capture_example_healthy],
] as const;

export const examples = CHOSEN.map(([name, title]) => ({
  name,
  title,
  text: () => {
    const load = files[`../../../../content/captures/${name}/capture-table.txt`];
    if (!load) throw new Error(`content/captures has no ${name}`);
    return load();
  },
}));
