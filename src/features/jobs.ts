// The list of jobs: what the service does by itself while it runs.
import type { Context } from '../context.ts';
import type { Job } from '../effects/jobs.ts';
import { sealing } from './audit/sealing.ts';
import { housekeeping } from './housekeeping.ts';
import { delivery } from './mail/delivery.ts';
import { passwordRequests } from './passwords/reset.ts';
import { leftoverRemoval } from './registry/leftovers.ts';
import { purging } from './settings/data-retention/purge.ts';
import { keyUpkeep } from './settings/oidc/upkeep.ts';

export const jobsOf = (context: Context): readonly Job[] => [
  sealing(context),
  housekeeping(context),
  keyUpkeep(context),
  purging(context),
  leftoverRemoval(context),
  passwordRequests(context),
  delivery(context),
];
