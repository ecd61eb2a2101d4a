import type { Context } from '../../context.ts';
import type { Job } from '../../effects/jobs.ts';
import { mailDelivery } from '../../effects/mail-delivery.ts';
import { mailServer } from '../settings/groups/smtp.ts';

/** Sends what is in the outbox, as long as the SMTP settings name a server. */
export const delivery = (context: Context): Job => mailDelivery({ ...context, mailServer: () => mailServer(context) });
