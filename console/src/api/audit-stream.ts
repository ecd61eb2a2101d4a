// The audit stream: how far it is, a test of its receiver, and another beginning.
import type { Resource } from './client.ts';
import { record } from './query.ts';
import { settingsGroup } from './settings.ts';

export type AuditStreamStatus = Resource<'audit-stream-status'>['attributes'];

/** Interval in ms between refreshes of the status. */
const again = 5_000;

export const auditStreamQuery = record('audit-stream-status', '/api/v2/admin/audit-stream-status', {
  refetchInterval: again,
})();

/** Reaches the receiver with the settings in force; sends no record. */
export const testReceiver = () => settingsGroup('audit-stream').update({ test: true }, undefined);

/** Lets the stream begin again: `beginning`, `now`, or the place of a record. An empty text is refused as such. */
export const streamFrom = (from: string) => settingsGroup('audit-stream').update({ from }, undefined);
