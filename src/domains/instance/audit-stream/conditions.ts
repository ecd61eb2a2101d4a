import { conditionsOf, lateAlert, secondsOf } from '../../../conditions.ts';
import { type StreamStatus, stalledSince, streamFact } from './status.ts';

const unsentMetric = 'tipstaff_audit_stream_oldest_unsent_timestamp_seconds';

/** The last record that a stream has sent, with the attempts since; undefined if it is off or has not begun. */
const cursorOf = ({ isOn, cursor }: StreamStatus) => (isOn ? cursor : undefined);

export const streamConditions = [
  ...conditionsOf({ check: 'audit stream', fact: streamFact, places: ['doctor', 'system'], page: 'audit-stream.md' }, [
    {
      code: 'audit-stream-skipped',
      severity: 'warning',
      sentence: 'The records {from} to {to} went into an archive before they were sent to the audit stream.',
      advice: 'Give the file of that archive to the receiver.',
      cases: (status) => cursorOf(status)?.skipped ?? undefined,
    },
    {
      code: 'audit-stream-stalled',
      severity: 'problem',
      sentence: 'Audit records have waited to be sent to the audit stream since {since}. None is lost. {reason}',
      places: ['doctor', 'system', 'readyz'],
      cases: (status, { now }) => {
        const since = stalledSince(status, now);
        const reason = status.cursor?.failure ?? 'Start the service, or see its log if it runs.';
        return since !== undefined && { since: `${since} (${status.behind} records)`, reason };
      },
      metrics: [
        {
          name: unsentMetric,
          help: 'When the oldest audit record was written that the audit stream has not sent.',
          value: (status) => (status.isOn ? secondsOf(status.oldestUnsent) : undefined),
        },
      ],
      alert: lateAlert(
        {
          name: 'TipstaffAuditStreamBehind',
          severity: 'warning',
          seconds: 900,
          fill: { reason: 'The log has the reason.' },
        },
        unsentMetric,
      ),
    },
    {
      code: 'audit-stream-fails',
      severity: 'warning',
      sentence: 'The receiver of the audit stream took nothing in {failures} attempts. {reason}',
      cases: (status, { now }) => {
        const { failures = 0, failure } = cursorOf(status) ?? {};
        const isShown = failures > 0 && stalledSince(status, now) === undefined;
        return isShown && { failures, reason: failure ?? 'See the log of the service.' };
      },
      metrics: [
        {
          name: 'tipstaff_audit_stream_failed_attempts',
          help: 'How often the receiver of the audit stream took nothing since it last took records.',
          value: (status) => cursorOf(status)?.failures,
        },
      ],
    },
    {
      code: 'audit-stream',
      severity: 'ok',
      sentence: 'The audit stream has sent the records up to {sequence}; {behind} records wait.',
      cases: (status, { now }) => {
        const cursor = stalledSince(status, now) === undefined ? cursorOf(status) : undefined;
        return cursor && { sequence: cursor.sequence, behind: status.behind };
      },
      metrics: [
        {
          name: 'tipstaff_audit_stream_records_behind',
          help: 'Number of sealed audit records that the audit stream has not sent.',
          value: ({ isOn, behind }) => (isOn ? behind : undefined),
        },
      ],
    },
  ]),
];
