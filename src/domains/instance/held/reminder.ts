import type { Context } from '../../../context.ts';
import type { Job } from '../../../runtime/jobs/jobs.ts';
import { isHeld, readHeld } from '../../../runtime/state/held.ts';

const hour = 3_600_000;

/** Says in the log at the start and every hour that the instance is held. */
export const heldReminder = ({ database, log }: Context): Job => ({
  name: 'held-reminder',
  intervalMilliseconds: hour,
  isDue: () => isHeld(database),
  run: async () => {
    log.warn(
      { ...(await readHeld(database)) },
      'the instance was restored from a backup and is held: "tipstaff resume" lets it act on the outside world',
    );
  },
});
