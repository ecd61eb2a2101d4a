import { isIPv4 } from 'node:net';
import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import type { MailServer } from '../../../effects/mail.ts';
import { EmailOrBlank, HostOrBlank, Port, Text } from '../../../jsonapi/schema.ts';
import { isBlank } from '../../../lib/text/text.ts';
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
import { sendTestMessage } from './test-message.ts';

const maxCredentialLength = 1_024;

const attributes = {
  enabled: value(Type.Boolean(), false),
  host: clearable(HostOrBlank()),
  port: clearable(Port()),
  sender: clearable(EmailOrBlank()),
  auth: value(Type.Enum(['none', 'plain', 'login']), 'none'),
  username: clearable(Text(maxCredentialLength)),
  password: { ...clearable(Text(maxCredentialLength)), isSecret: true, isWriteOnly: true },
  'tls-mode': value(Type.Enum(['auto', 'starttls', 'implicit']), 'auto'),
  'ca-certificate': clearable(Text()),
  'client-name': clearable(HostOrBlank()),
  'test-email-address': transient(EmailOrBlank()),
} as const satisfies Attributes;

type Values = ValuesOf<typeof attributes>;

const sendAgain: BrokenRule = {
  attribute: 'password',
  code: 'invalid',
  message: 'must be sent again because the host has changed',
};

/** Whether the host changes while a password is stored. The password must not be sent to another host. */
const isMoved = (values: Values, before: Values): boolean =>
  before.host !== null && before.password !== null && values.host !== before.host;

/** The mail server (API reference, `smtp-settings`). A test message can be sent before a change is stored. */
export const smtp = group({
  id: 'smtp',
  attributes,
  failures: [401, 500, 504],
  rules: (values, before, _context, { isSent }) => [
    ...(values.enabled && values.auth !== 'none' && isMoved(values, before) && !isSent('password') ? [sendAgain] : []),
    ...(values.enabled ? required(values, 'host', 'port', 'sender') : []),
    ...(values.enabled && values.auth !== 'none' ? required(values, 'username', 'password') : []),
    ...(values.enabled ? authorityFaults(values) : []),
  ],
  derive: (values, before, _context, { isSent }) =>
    isMoved(values, before) && !isSent('password') ? { ...values, password: null } : values,
  prepare: async (context, values, transient) => {
    const [server, recipient] = [serverIn(context, values), recipientIn(transient)];
    if (server !== undefined && recipient !== undefined) await sendTestMessage(context, server, recipient);
  },
  report: (values, transient) => {
    if (!values.enabled) return undefined;
    const recipient = recipientIn(transient);
    return { 'test-message': recipient === undefined ? noTestMessage : `sent to ${recipient}` };
  },
});

const noTestMessage = 'not sent, because test-email-address is not set to an address';

function recipientIn({ 'test-email-address': address }: Readonly<Record<string, unknown>>): string | undefined {
  return typeof address === 'string' && !isBlank(address) ? address : undefined;
}

const smtpSettings = inForce(smtp);

/** Returns the current mail server. Undefined while mail is off. */
export function mailServer(context: Context): MailServer | undefined {
  return serverIn(context, smtpSettings(context));
}

/** Returns the mail server in the given settings. Undefined while mail is off. */
function serverIn({ baseUrl }: Pick<Context, 'baseUrl'>, values: Values): MailServer | undefined {
  const { enabled, host, port, sender, auth, username, password } = values;
  if (!enabled || host === null || port === null || sender === null) return undefined;
  const clientName = values['client-name'] ?? nameOfHost(new URL(baseUrl()).hostname);
  const { 'tls-mode': tls, 'ca-certificate': authorities } = values;
  return { host, port, sender, auth, username, password, tls, authorities, clientName };
}

/** Formats a host name for EHLO, where an IP address needs brackets. */
function nameOfHost(hostname: string): string {
  if (isIPv4(hostname)) return `[${hostname}]`;
  return hostname.startsWith('[') ? hostname.replace('[', '[IPv6:') : hostname;
}
