import { administration } from '../../../http/callers.ts';
import { one } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { readStreamStatus, streamResource } from './status.ts';

const read = route('GET', '/admin/audit-stream-status', {
  operationId: 'readAuditStreamStatus',
  summary: 'Show the progress of the audit stream',
  description:
    'Returns the last record that the receiver accepted, the hash of the line that contains this record as `head`, the number of waiting records, and the reason for the last failure. `skipped` is the range of records that were archived before they could be sent.',
  ...administration,
  reply: one(streamResource),
  handle: ({ database }) => readStreamStatus(database),
});

export const auditStreamRoutes = [read];
