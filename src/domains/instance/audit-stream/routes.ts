import { administration } from '../../../http/callers.ts';
import { one } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { readStreamStatus, streamResource } from './status.ts';

const read = route('GET', '/admin/audit-stream-status', {
  operationId: 'readAuditStreamStatus',
  summary: 'Show how far the audit stream has come',
  description:
    'The last record that the receiver took, with the hash of its line as `head`, how many sealed records wait, and why the last attempt failed. `skipped` are records that went into an archive before they were sent.',
  ...administration,
  reply: one(streamResource),
  handle: ({ database }) => readStreamStatus(database),
});

export const auditStreamRoutes = [read];
