// Queues a mail in the transaction of the change that the mail reports.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { mailSignal } from '../services.ts';
import { composeMail, type MailContent } from './compose.ts';
import { mailServer } from './settings.ts';
import { queueMail } from './store.ts';

/** A mail to one person. */
export interface MailMessage extends MailContent {
  /** Type of the mail, which appears in the log. */
  readonly kind: string;
  /** Time in milliseconds during which the mail is useful. */
  readonly lifetime?: number;
}

/** Whether the settings contain a mail server and mail is enabled. */
export function isMailOn(context: Context): boolean {
  return mailServer(context) !== undefined;
}

/** Queues a mail, which is sent after the commit. Does nothing while mail is off. */
export async function enqueueMail(tx: Transaction, context: Context, to: string, message: MailMessage): Promise<void> {
  if (!isMailOn(context)) return;
  const { kind, lifetime } = message;
  await queueMail(
    tx,
    { ...context, mailSignal: mailSignal(context) },
    {
      ...composeMail(context, to, message),
      kind,
      ...(lifetime !== undefined && { lifetime }),
    },
  );
}
