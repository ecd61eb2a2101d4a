import { conditionsOf, lateAlert, secondsOf } from '../../../conditions.ts';
import { type StreamStatus, stalledSince, streamFact } from './status.ts';

const unsentMetric = 'tipstaff_audit_stream_oldest_unsent_timestamp_seconds';

/** Returns the cursor of an enabled stream. Undefined if the stream is off or has not started. */
const cursorOf = ({ isOn, cursor }: StreamStatus) => (isOn ? cursor : undefined);

const ofStream = conditionsOf({
  check: 'audit stream',
  fact: streamFact,
  places: ['doctor', 'system'],
  page: 'audit-stream.md',
});

export const streamConditions = [
  ...ofStream({
    'audit-stream-skipped': {
      warning: 'The records {from} to {to} went into an archive before they were sent to the audit stream.',
      advice: 'Give the file of that archive to the receiver.',
      cases: (status) => cursorOf(status)?.skipped ?? undefined,
    },
  }),
  ...ofStream({
    'audit-stream-stalled': {
      problem: 'Audit records have waited to be sent to the audit stream since {since}. None is lost. {reason}',
      places: ['doctor', 'system', 'readyz'],
      cases: (status, { now }) => {
        const since = stalledSince(status, now);
        const reason = status.cursor?.failure ?? 'Start the service, or see its log if it runs.';
        return since !== undefined && { since: `${since} (${status.behind} records)`, reason };
      },
      metrics: {
        [unsentMetric]: {
          help: 'When the oldest audit record was written that the audit stream has not sent.',
          value: (status) => (status.isOn ? secondsOf(status.oldestUnsent) : undefined),
        },
      },
      alert: lateAlert('TipstaffAuditStreamBehind', unsentMetric, {
        seconds: 900,
        fill: { reason: 'The log has the reason.' },
      }),
    },
    'audit-stream-fails': {
      warning: 'The receiver of the audit stream took nothing in {failures} attempts. {reason}',
      cases: (status) => {
        const { failures = 0, failure } = cursorOf(status) ?? {};
        return failures > 0 && { failures, reason: failure ?? 'See the log of the service.' };
      },
      metrics: {
        tipstaff_audit_stream_failed_attempts: {
          help: 'How often the receiver of the audit stream took nothing since it last took records.',
          value: (status) => cursorOf(status)?.failures,
        },
      },
    },
    'audit-stream': {
      ok: 'The audit stream has sent the records up to {sequence}; {behind} records wait.',
      cases: (status) => cursorOf(status) && { sequence: status.cursor?.sequence ?? 0, behind: status.behind },
      metrics: {
        tipstaff_audit_stream_records_behind: {
          help: 'Number of sealed audit records that the audit stream has not sent.',
          value: ({ isOn, behind }) => (isOn ? behind : undefined),
        },
      },
    },
  }),
];
