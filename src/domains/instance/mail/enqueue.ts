// Mail on its way: queued inside the change that it tells of, as long as the SMTP settings name a server.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { type Content, composeMail } from './compose.ts';
import { mailServer } from './settings.ts';
import { queueMail } from './store.ts';

/** A mail to one person. */
export interface MailMessage extends Content {
  /** What it is for, as the log tells it. */
  readonly kind: string;
  /** After so many milliseconds it is of no use to anybody. */
  readonly lifetime?: number;
}

/** Whether mail is sent at present. */
export const isMailOn = (context: Context): boolean => mailServer(context) !== undefined;

/** Sends a mail once the change has happened; nothing while mail is off. */
export const enqueueMail = async (
  tx: Transaction,
  context: Context,
  to: string,
  message: MailMessage,
): Promise<void> => {
  if (!isMailOn(context)) return;
  const { kind, lifetime } = message;
  await queueMail(tx, context, {
    ...composeMail(context, to, message),
    kind,
    ...(lifetime !== undefined && { lifetime }),
  });
};
