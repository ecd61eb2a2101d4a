// The audit domain: the record of every change, its chain, and the trails that show it.
import type { Context } from '../../context.ts';
import { auditRoutes } from './routes.ts';
import { sealing } from './sealing.ts';

export { type Changed, change } from './audit.ts';

export const audit = { routes: auditRoutes, jobs: (context: Context) => [sealing(context)] };
