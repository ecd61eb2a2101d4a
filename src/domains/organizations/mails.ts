import { type Actor, actorName } from '../../kernel/actor.ts';
import type { MailMessage } from '../instance/index.ts';

/** For a person with an account who has become a member of an organization. */
export const welcome = (actor: Actor, organization: string): MailMessage => ({
  kind: 'welcome',
  subject: `You are a member of ${organization} at Tipstaff`,
  body: [`${actorName(actor)} added you to the organization ${organization}.`],
});
