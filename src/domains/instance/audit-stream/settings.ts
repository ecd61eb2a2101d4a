import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import { type DeliveryOutcome, deliver } from '../../../effects/delivery.ts';
import { attributeProblem, failedElsewhere, invalid } from '../../../jsonapi/errors.ts';
import { Text } from '../../../jsonapi/schema.ts';
import { keysOf } from '../../../lib/functions/records.ts';
import { randomText } from '../../../lib/text/random-text.ts';
import { isBlank } from '../../../lib/text/text.ts';
import type { StreamMessage } from '../../../protocols/audit-stream/line.ts';
import { lastPlace } from '../../audit/index.ts';
import { requireNotHeld } from '../held/refusal.ts';
import { authorityFaults } from '../settings/authorities.ts';
import { type Attributes, clearable, group, transient, type ValuesOf, value } from '../settings/group.ts';
import { inForce } from '../settings/live.ts';
import { receiverAttributes, receiverKinds } from './receivers/kinds.ts';

/** Maximum time in milliseconds for a test, because a person waits for its result. */
const testTimeout = 10_000;

const attributes = {
  enabled: value(Type.Boolean(), false),
  kind: value(Type.Enum(keysOf(receiverKinds)), 'https'),
  ...receiverAttributes,
  'ca-certificate': clearable(Text()),
  /**
   * Value of `from` in the last change that contained it, followed by a random mark. Each change that contains `from`
   * gets a new mark, which makes the stream start over.
   */
  start: { ...clearable(Text()), isReadOnly: true, isWriteOnly: true },
  from: transient(
    Type.String({
      maxLength: 32,
      pattern: '^(beginning|now|[1-9][0-9]{0,14})$',
      'x-detail': 'must be beginning, now, or the sequence number of a record',
    }),
  ),
  test: transient(Type.Boolean()),
} as const satisfies Attributes;

type Values = ValuesOf<typeof attributes>;

/**
 * Settings of the audit stream. A change that contains `from` makes the stream start over. Other changes continue at
 * the cursor.
 */
export const auditStream = group({
  id: 'audit-stream',
  attributes,
  failures: [500, 504],
  rules: (values, _before, _context, { transient }) =>
    values.enabled || transient.test === true ? [...receiverFaults(values), ...authorityFaults(values)] : [],
  derive: (values, _before, _context, { transient: { from } }) =>
    typeof from === 'string' ? { ...values, start: `${from}#${randomText(8)}` } : values,
  prepare: async (context, values, { from, test }) => {
    await requirePlace(context, Number(from));
    if (test === true) await testReceiver(context, values);
  },
});

const receiverFaults = (values: Values) => receiverKinds[values.kind].faults(values);

/**
 * Throws 422 if `place` is higher than the sequence number of the next record, because the stream would then skip the
 * records in between.
 */
async function requirePlace({ database }: Context, place: number): Promise<void> {
  const next = (await lastPlace(database)) + 1;
  if (place > next)
    throw invalid(
      attributeProblem('from', 'too-high', `From must be at most ${next}, the sequence number of the next record`),
    );
}

/**
 * Tests the receiver. Throws 500 or 504 with the reason if the test fails, and 400 while the instance is held after a
 * restore.
 */
async function testReceiver(context: Context, values: Values): Promise<void> {
  await requireNotHeld(context);
  const outcome = await sendBy(context, values)([], { timeout: testTimeout, signal: new AbortController().signal });
  if (outcome.kind !== 'accepted')
    throw failedElsewhere(outcome.kind === 'timed-out' ? 504 : 500, `The test failed. ${outcome.reason}`);
}

/** Sends a batch of lines to the stream's receiver. */
type SendBatch = (
  lines: readonly StreamMessage[],
  limits: { readonly timeout: number; readonly signal: AbortSignal },
) => Promise<DeliveryOutcome>;

function sendBy({ baseUrl, clock, config }: Context, values: Values): SendBatch {
  const { kind, 'ca-certificate': certificate } = values;
  const authorities = certificate === null || isBlank(certificate) ? null : certificate;
  const facts = { host: new URL(baseUrl()).hostname, now: clock.now(), authorities, proxy: config };
  return (lines, limits) =>
    deliver({ ...facts, ...limits }, (sender) => receiverKinds[kind].send(values, lines, sender));
}

const settings = inForce(auditStream);

/** Current settings of an enabled stream. */
export interface StreamInForce {
  readonly send: SendBatch;
  readonly start: string | null;
  /** Number of times the settings have changed. */
  readonly revision: number;
}

/** Returns the current settings of the stream. Undefined while the stream is off or the settings are incomplete. */
export function streamInForce(context: Context): StreamInForce | undefined {
  const values = settings(context);
  if (!values.enabled || receiverFaults(values).length > 0) return undefined;
  const { revision } = context.settings.row(auditStream.id);
  return { send: sendBy(context, values), start: values.start, revision };
}
