/** A timeline's axis in story time: as long as it takes to tell, so that what happens at once stands apart. */
import type { Event } from '../../model/run/types';
import type { Warp } from '../../ui/views/time-scale';
import type { Story } from './story';

/** `events`: of the one run that there is; two runs are told by time alone. */
export function warpOf(story: Story, events: readonly Event[] | undefined): Warp {
  const { total_ms } = story;
  let steps: Map<number, Map<number, number>> | undefined;
  /** The last step of an instant that was about a request: from then on it is where it goes. */
  const stepOf = (request: number, at_ns: number): number | undefined => {
    if (!steps) {
      steps = new Map();
      for (const event of events ?? [])
        if ('request' in event) {
          const own = steps.get(event.request) ?? new Map<number, number>();
          steps.set(event.request, own.set(event.at_ns, event.step));
        }
    }
    return steps.get(request)?.get(at_ns);
  };
  return {
    share: (time_ns, request) => {
      const step = request === undefined ? undefined : stepOf(request, time_ns);
      return story.ms({ time_ns, step }) / (total_ms || 1);
    },
    at: (share) => story.at(share * total_ms),
  };
}
