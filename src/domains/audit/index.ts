// The audit domain: the record of every change, its chain, and the trails that show it.
import type { Context } from '../../context.ts';
import { sealedKey } from './key.ts';
import { auditRoutes } from './routes.ts';
import { sealingJob } from './sealing.ts';

export { type Audited, auditedTransaction } from './audit.ts';

export const audit = {
  routes: auditRoutes,
  jobs: (context: Context) => [sealingJob(context)],
  sealed: { 'instance.value': sealedKey },
};
