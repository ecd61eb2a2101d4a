// Warnings that an operator should look at, though the service serves.
import type { Context } from '../../../context.ts';
import { isEnding } from '../../../http/certificate.ts';
import { pressure, serverCertificate } from '../../../http/services.ts';
import { futureLeases } from '../../../runtime/jobs/leases.ts';
import { clockNote, isBehind } from '../../../runtime/state/clock-note.ts';
import { auditAnchor, oldestUnsealed } from '../../audit/index.ts';
import { streamWarnings } from '../audit-stream/findings.ts';
import { readStreamStatus } from '../audit-stream/status.ts';
import { isLate } from '../doctor/lateness.ts';
import { failingMail, oldestMail } from '../mail/store.ts';

/** Short sentences; "tipstaff doctor" says what to do. */
export async function readinessWarnings(context: Context): Promise<readonly string[]> {
  const { clock, database, ports } = context;
  const [note, leases, unsealed, stream, mail, attempts, isCounted] = await Promise.all([
    clockNote.read(database),
    futureLeases.read(database),
    oldestUnsealed.read(database),
    readStreamStatus(database),
    oldestMail.read(database),
    failingMail.read(database),
    ports.areUsersCounted(database),
  ]);
  const names = leases.join(', ');
  const now = clock.now();
  const refusal = pressure(context).reason();
  const certificate = serverCertificate(context)?.current();
  return [
    ...(refusal === undefined ? [] : [`requests are refused: ${refusal}`]),
    ...(isBehind(note, now) ? [`the clock is behind ${note}, a time that it had before`] : []),
    ...(names === '' ? [] : [`a clock was wrong when these jobs ran: ${names}`]),
    ...(isLate(unsealed, now) ? [`audit records wait to be sealed since ${unsealed}`] : []),
    ...streamWarnings(stream, now),
    ...(isLate(mail, now) ? [`mail waits since ${mail}`] : []),
    ...(attempts === undefined ? [] : [`a mail was not sent in ${attempts} attempts`]),
    ...(auditAnchor(context).rollback() === undefined ? [] : ['the database was set back to an earlier time']),
    ...(certificate !== undefined && isEnding(certificate, now)
      ? [`the certificate expires at ${certificate.expiresAt.toISOString()}`]
      : []),
    ...(isCounted ? [] : ['the counters of accounts differ from a recount']),
  ];
}
