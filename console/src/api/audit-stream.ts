// Status of the audit stream, a test of its receiver, and a restart of the stream.
import type { Resource } from './client.ts';
import { record } from './query.ts';
import { settingsGroup } from './settings.ts';

export type AuditStreamStatus = Resource<'audit-stream-status'>['attributes'];

/** Interval in ms between refreshes of the status. */
const again = 5_000;

export const auditStreamQuery = record('audit-stream-status', '/api/v2/admin/audit-stream-status', {
  refetchInterval: again,
})();

/** Tests the connection to the receiver with the stored settings, without sending a record. */
export const testReceiver = () => settingsGroup('audit-stream').update({ test: true }, undefined);

/**
 * Restarts the stream: from `beginning`, `now`, or the sequence number of a record. The service rejects an empty text.
 */
export const streamFrom = (from: string) => settingsGroup('audit-stream').update({ from }, undefined);
