import { type Finding, ok, problem, warning } from '../doctor/finding.ts';
import type { StreamCursor } from './cursor.ts';
import { type StreamStatus, stalledSince } from './status.ts';

/** Findings about the audit stream; none while it is off. */
export function streamFindings(status: StreamStatus | undefined, now: number): readonly Finding[] {
  if (status?.isOn !== true || status.cursor === undefined) return [];
  const { behind, cursor, oldestUnsent } = status;
  const since = stalledSince(status, now);
  const skipped = cursor.skipped === null ? [] : [warning('audit stream', skippedDetail(cursor.skipped))];
  if (since === undefined) {
    const waiting = behind === 0 ? '' : ` ${behind} records wait.`;
    const detail = `It has sent the records up to ${cursor.sequence}.${waiting}`;
    return [
      ...skipped,
      cursor.failures === 0 ? ok('audit stream', detail) : warning('audit stream', `${failing(cursor)} ${detail}`),
    ];
  }
  const advice = cursor.failure ?? 'Start the service, or see its log where it runs.';
  const waiting = `${behind} records wait, the oldest of ${oldestUnsent}`;
  return [...skipped, problem('audit stream', `Nothing was sent since ${since}: ${waiting}. None is lost. ${advice}`)];
}

/** Reason why the last attempts failed, from a cursor with failures. */
const failing = ({ failures, failure }: Pick<StreamCursor, 'failures' | 'failure'>): string =>
  `${failures === 1 ? 'The last attempt' : `The last ${failures} attempts`} to send failed: ${failure ?? 'see the log of the service.'}`;

const skippedDetail = ({ from, to }: { readonly from: number; readonly to: number }): string =>
  `The records ${from} to ${to} went into an archive before they were sent: give that file to the receiver.`;

/** Warnings in the detail of readiness. */
export function streamWarnings(status: StreamStatus, now: number): readonly string[] {
  const since = stalledSince(status, now);
  return since === undefined
    ? []
    : [`${status.behind} audit records wait to be sent to the audit stream since ${since}`];
}
