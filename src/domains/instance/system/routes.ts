import type { Condition } from '../../../conditions.ts';
import { administration } from '../../../http/callers.ts';
import { one } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { systemResource, systemStatus } from './status.ts';

export const systemRoute = (conditions: readonly Condition[]) =>
  route('GET', '/admin/system-status', {
    operationId: 'readSystemStatus',
    summary: 'Show the status of the service',
    description:
      'Returns the environment of the service, its processes, its jobs across all processes, and the findings of `tipstaff doctor` that a running service can check. Each check ends within five seconds. The size of the database is in bytes. A process that has not reported for three minutes is not listed. `failures` is the number of failed runs of a job since its last success. `failure` is an error code. See the log for the reason.',
    ...administration,
    reply: one(systemResource),
    handle: (context) => systemStatus(context, conditions),
  });
