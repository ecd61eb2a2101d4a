import type { Condition } from '../../../conditions.ts';
import { administration } from '../../../http/callers.ts';
import { one } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { systemResource, systemStatus } from './status.ts';

export const systemRoute = (conditions: readonly Condition[]) =>
  route('GET', '/admin/system-status', {
    operationId: 'readSystemStatus',
    summary: 'Show how the service is',
    description:
      'What the service runs on, its processes, its jobs as all processes know them, and what `tipstaff doctor` finds as far as a running service can look: each check ends within five seconds. The size of the database is in bytes. A process that says nothing for three minutes is gone. `failures` counts the turns of a job since one ended well, and `failure` is a code: the log has the reason.',
    ...administration,
    reply: one(systemResource),
    handle: (context) => systemStatus(context, conditions),
  });
