// Formats syslog messages (RFC 5424) with the octet-counting framing for TLS (RFC 5425).
import type { StreamMessage } from './line.ts';

/** Priority value of the facility "log audit" (13) and the severity "informational" (6). */
const priority = 13 * 8 + 6;
/** Maximum lengths of the fields HOSTNAME and MSGID in characters (RFC 5424). */
const [maxHost, maxMessageId] = [255, 32];
/** Largest `sequenceId`. After it, the numbers start again at 1 (RFC 5424, section 7.3.1). */
const maxSequenceId = 2_147_483_647;

const printable = (text: string, max: number): string => text.replaceAll(/[^!-~]/g, '').slice(0, max) || '-';

/** Returns one message with its length prefix. `host` is this service's host name. */
export function syslogFrame({ text, at, action, sequence }: StreamMessage, host: string): string {
  const sequenceId = ((sequence - 1) % maxSequenceId) + 1;
  const header = `<${priority}>1 ${at} ${printable(host, maxHost)} tipstaff - ${printable(action, maxMessageId)}`;
  const message = `${header} [meta sequenceId="${sequenceId}"] ${text}`;
  return `${Buffer.byteLength(message)} ${message}`;
}
