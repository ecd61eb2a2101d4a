// Requests that read the status of the audit stream, test its receiver and restart the stream.
import type { Resource } from './client.ts';
import { record } from './query.ts';
import { settingsGroup } from './settings.ts';

export type AuditStreamStatus = Resource<'audit-stream-status'>['attributes'];

/** Interval in ms between refreshes of the audit stream's status. */
const again = 5_000;

export const auditStreamQuery = record('audit-stream-status', '/api/v2/admin/audit-stream-status', {
  refetchInterval: again,
})();

/** Tests the connection to the receiver with the stored settings. No audit record is sent. */
export const testReceiver = () => settingsGroup('audit-stream').update({ test: true }, undefined);

/**
 * Restarts the audit stream from `beginning`, `now`, or the sequence number of a record. The service rejects an empty
 * string.
 */
export const streamFrom = (from: string) => settingsGroup('audit-stream').update({ from }, undefined);
