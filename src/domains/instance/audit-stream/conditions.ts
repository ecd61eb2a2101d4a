import { conditionsOf, lateAlert, secondsOf } from '../../../conditions.ts';
import { type StreamStatus, stalledSince, streamFact } from './status.ts';

const unsentMetric = 'tipstaff_audit_stream_oldest_unsent_timestamp_seconds';

/** Returns the progress of the audit stream. Undefined if the stream is off or has not started. */
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
      warning: 'Audit records {from} to {to} were archived before they were sent to the audit stream.',
      advice: 'The audit stream does not send archived records. Copy the archive file to the receiver.',
      cases: (status) => cursorOf(status)?.skipped ?? undefined,
    },
  }),
  ...ofStream({
    'audit-stream-stalled': {
      problem:
        'Audit records have been waiting to be sent to the audit stream since {since}. No record is lost. {reason}',
      places: ['doctor', 'system', 'readyz'],
      cases: (status, { now }) => {
        const since = stalledSince(status, now);
        const reason = status.cursor?.failure ?? 'Start the service. If it is running, see its log.';
        return since !== undefined && { since: `${since} (${status.behind} records)`, reason };
      },
      metrics: {
        [unsentMetric]: {
          help: 'Time when the oldest unsent record of the audit stream was written.',
          value: (status) => (status.isOn ? secondsOf(status.oldestUnsent) : undefined),
        },
      },
      alert: lateAlert('TipstaffAuditStreamBehind', unsentMetric, {
        seconds: 900,
        fill: { reason: 'See the log for the reason.' },
      }),
    },
    'audit-stream-fails': {
      warning: 'The receiver of the audit stream did not accept records in {failures} attempts. {reason}',
      cases: (status) => {
        const { failures = 0, failure } = cursorOf(status) ?? {};
        return failures > 0 && { failures, reason: failure ?? 'See the log of the service.' };
      },
      metrics: {
        tipstaff_audit_stream_failed_attempts: {
          help: 'Number of failed attempts since the receiver of the audit stream last accepted records.',
          value: (status) => cursorOf(status)?.failures,
        },
      },
    },
    'audit-stream': {
      ok: 'The audit stream has sent the records up to {sequence}. {behind} records are waiting.',
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
