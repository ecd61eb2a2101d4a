import { removalJob } from '../../src/domains/organizations/tenants/removal.ts';
import { runOnce } from '../../src/runtime/jobs/jobs.ts';
import type { World } from './world.ts';

/** Removes the rows of deleted records. Returns whether such rows existed. */
export const removeDeleted = ({ context }: World): Promise<boolean> => runOnce(context, removalJob(context));
