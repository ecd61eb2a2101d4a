import { type Actor, actorName } from '../../kernel/actor.ts';
import type { MailMessage } from '../instance/index.ts';

/** Mail to a person with an existing account who has become a member of an organization. */
export const welcome = (actor: Actor, organization: string): MailMessage => ({
  kind: 'welcome',
  subject: `You are a member of ${organization} at Tipstaff`,
  body: [`${actorName(actor)} added you to the organization ${organization}.`],
});
