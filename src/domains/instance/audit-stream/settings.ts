import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import { type AuditReceiver, sendAuditLines } from '../../../effects/audit-receiver.ts';
import { attributeProblem, failedElsewhere, invalid } from '../../../jsonapi/errors.ts';
import { HostOrBlank, Port, Text } from '../../../jsonapi/schema.ts';
import { randomText } from '../../../lib/text/random-text.ts';
import { isBlank } from '../../../lib/text/text.ts';
import { lastPlace } from '../../audit/index.ts';
import { requireNotHeld } from '../held/refusal.ts';
import { authorityFaults } from '../settings/authorities.ts';
import {
  type Attributes,
  type BrokenRule,
  clearable,
  group,
  required,
  transient,
  type ValuesOf,
  value,
} from '../settings/group.ts';
import { inForce } from '../settings/live.ts';

const [maxUrlLength, maxSecretLength, minSecretLength] = [2_048, 512, 16];
/** Port of syslog over TLS (RFC 5425). */
const syslogPort = 6_514;
/** Maximum time in ms for a test, whose result somebody waits for. */
const testTimeout = 10_000;

const attributes = {
  enabled: value(Type.Boolean(), false),
  kind: value(Type.Enum(['https', 'syslog-tls']), 'https'),
  url: clearable(Text(maxUrlLength)),
  'syslog-host': clearable(HostOrBlank()),
  'syslog-port': value(Port(), syslogPort),
  secret: { ...clearable(Text(maxSecretLength)), isSecret: true, isWriteOnly: true },
  'ca-certificate': clearable(Text()),
  /** The place at which it begins, and a mark of the change that said so: another one begins again. */
  start: { ...clearable(Text()), isReadOnly: true, isWriteOnly: true },
  from: transient(
    Type.String({
      maxLength: 32,
      pattern: '^(beginning|now|[1-9][0-9]{0,14})$',
      'x-detail': 'must be beginning, now, or the place of a record in the chain',
    }),
  ),
  test: transient(Type.Boolean()),
} as const satisfies Attributes;

type Values = ValuesOf<typeof attributes>;

/** The receiver of the audit stream. A change that names `from` lets the stream begin again; another one goes on where it was. */
export const auditStream = group({
  id: 'audit-stream',
  attributes,
  failures: [500, 504],
  rules: (values, _before, _context, { transient }) =>
    values.enabled || transient.test === true ? receiverFaults(values) : [],
  derive: (values, _before, _context, { transient: { from } }) =>
    typeof from === 'string' ? { ...values, start: `${from}#${randomText(8)}` } : values,
  prepare: async (context, values, { from, test }) => {
    await requirePlace(context, Number(from));
    const receiver = receiverIn(values);
    if (test === true && receiver !== undefined) await testReceiver(context, receiver);
  },
});

function receiverFaults(values: Values): readonly BrokenRule[] {
  const { kind, url, secret } = values;
  if (kind === 'syslog-tls') return [...required(values, 'syslog-host'), ...authorityFaults(values)];
  return [
    ...required(values, 'url', 'secret'),
    ...(url === null || isBlank(url) || isReceiverUrl(url) ? [] : [wrongUrl]),
    ...(secret === null || isBlank(secret) || secret.length >= minSecretLength ? [] : [shortSecret]),
    ...authorityFaults(values),
  ];
}

const wrongUrl: BrokenRule = {
  attribute: 'url',
  code: 'malformed',
  message: 'must be an address over https, without a name, a password or a fragment',
};

const shortSecret: BrokenRule = {
  attribute: 'secret',
  code: 'too-short',
  message: `is too short (minimum is ${minSecretLength} characters)`,
};

/** Credentials in an address would be shown, and a fragment is not sent. */
function isReceiverUrl(text: string): boolean {
  // The parser drops line breaks and tabs, which are no part of an address.
  const url = /^https:\/\/\S+$/i.test(text) ? URL.parse(text) : null;
  return url !== null && url.username === '' && url.password === '' && url.hash === '';
}

/** Throws 422 for a place after the next record: the stream would begin there, and leave out what it has not sent. */
async function requirePlace({ database }: Context, place: number): Promise<void> {
  const next = (await lastPlace(database)) + 1;
  if (place > next)
    throw invalid(attributeProblem('from', 'too-high', `From must be ${next} at most, the place of the next record`));
}

/** Throws 500 or 504 with what was wrong, and 400 while the instance is held. */
async function testReceiver(context: Context, receiver: AuditReceiver): Promise<void> {
  await requireNotHeld(context);
  const { signal } = new AbortController();
  const sender = { host: streamHost(context), now: context.clock.now(), timeout: testTimeout, signal };
  const outcome = await sendAuditLines(receiver, [], sender);
  if (outcome.kind !== 'accepted')
    throw failedElsewhere(outcome.kind === 'timed-out' ? 504 : 500, `The receiver was not reached. ${outcome.reason}`);
}

/** Name of this service in messages of syslog. */
export const streamHost = ({ baseUrl }: Pick<Context, 'baseUrl'>): string => new URL(baseUrl()).hostname;

const settings = inForce(auditStream);

/** Settings in force of a stream that is on. */
export interface StreamInForce {
  readonly receiver: AuditReceiver;
  readonly start: string | null;
  /** Counts the changes of the settings. */
  readonly revision: number;
}

/** Undefined while the stream is off. */
export function streamInForce(context: Context): StreamInForce | undefined {
  const values = settings(context);
  const receiver = values.enabled ? receiverIn(values) : undefined;
  const { revision } = context.settings.row(auditStream.id);
  return receiver && { receiver, start: values.start, revision };
}

function receiverIn(values: Values) {
  const { kind, url, secret, 'syslog-host': host, 'syslog-port': port, 'ca-certificate': certificate } = values;
  const authorities = certificate === null || isBlank(certificate) ? null : certificate;
  if (kind === 'syslog-tls') return host === null ? undefined : ({ kind, host, port, authorities } as const);
  if (url === null || secret === null || !isReceiverUrl(url)) return undefined;
  return { kind, url: new URL(url), secret, authorities } as const;
}
