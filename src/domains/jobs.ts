// The list of jobs: what the service does by itself while it runs.
import type { Context } from '../context.ts';
import { housekeeping } from '../runtime/expiry.ts';
import type { Job } from '../runtime/jobs.ts';
import { passwordRequests } from './accounts/passwords/reset.ts';
import { sealing } from './audit/sealing.ts';
import { delivery } from './instance/mail/delivery.ts';
import { purging } from './instance/retention/purge.ts';
import { keyUpkeep } from './instance/workload-identity/upkeep.ts';
import { leftoverRemoval } from './modules/registry/leftovers.ts';

export const jobsOf = (context: Context): readonly Job[] => [
  sealing(context),
  housekeeping(context),
  keyUpkeep(context),
  purging(context),
  leftoverRemoval(context),
  passwordRequests(context),
  delivery(context),
];
