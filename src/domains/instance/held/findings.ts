import type { Held } from '../../../runtime/state/held.ts';
import { type Finding, problem } from '../doctor/finding.ts';

/** Problem while the instance is held after a restore. */
export const heldFindings = (held: Held | undefined): readonly Finding[] =>
  held === undefined
    ? []
    : [
        problem(
          'held',
          `This instance was restored at ${held.at} from the backup of ${held.madeAt} and is held: it sends no mail, text messages or audit records, answers no run tasks, deletes nothing by its age and rotates no keys. "tipstaff resume" ends that.`,
        ),
      ];
