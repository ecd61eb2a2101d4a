import type { Context } from '../../../context.ts';
import type { Job } from '../../../runtime/jobs.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { serviceActor } from '../jobs/job-context.ts';
import { type DeliveryParts, mailDelivery } from './mail-delivery.ts';
import { mailServer } from './settings.ts';
import { type ClaimedMail, openQueuedMail, removeMail } from './store.ts';

/** Deletes a mail that cannot be delivered. The audit record has its recipient and the reply of the server. */
export const discardMail =
  (context: Context): DeliveryParts['discard'] =>
  (mail, why) =>
    auditedTransaction(context, serviceActor(), async (tx) => {
      const removed = await removeMail(tx, mail);
      const { id, kind, attempts } = mail;
      const after = { kind, to: recipientOf(context, mail), attempts, ...why };
      return { result: undefined, audit: removed === 0 ? [] : [{ action: 'mail.give-up', type: 'mails', id, after }] };
    });

/** Sends the mails in the outbox while the SMTP settings have a server. */
export function deliveryJob(context: Context): Job {
  return mailDelivery({ ...context, mailServer: () => mailServer(context), discard: discardMail(context) });
}

/** The recipient of a mail; null when the mail cannot be opened. */
function recipientOf({ vault }: Context, mail: ClaimedMail): string | null {
  try {
    return openQueuedMail(vault, mail).to;
  } catch {
    return null;
  }
}
