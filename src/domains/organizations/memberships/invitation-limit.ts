// Limits on invitations: otherwise an owner could send mail to anybody without end, or claim any number of addresses.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { attributeProblem, invalid } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { folded } from '../../../lib/text/text.ts';
import { countAct } from '../../../runtime/limits/failure-limit.ts';
import { isMailOn } from '../../instance/index.ts';

const [hour, day] = [3_600_000, 86_400_000];

/** Within a day: by one inviter to all addresses, and to one address from one organization and from all together. */
const max = { byInviter: 1_000, ofOrganization: 5, ofAll: 20 };

/** An invitation of an address by somebody into an organization. */
export interface CountedInvitation {
  readonly actor: Actor;
  readonly organization: string;
  readonly email: string;
}

/** Counts an invitation; 422 if the inviter has sent very many, or if it is mailed and the address has got very many. */
export async function requireFewInvitations(
  tx: Transaction,
  context: Context,
  { actor: { identity }, organization, email }: CountedInvitation,
): Promise<void> {
  const now = context.clock.now();
  // The tokens of an organization and its teams count together.
  const inviter = identity.kind === 'user' ? identity.id : organization;
  const byInviter = [{ key: `invitations by ${inviter}`, max: max.byInviter, window: day }];
  refuse(
    await countAct(tx, byInviter, now),
    `You have invited ${max.byInviter.toLocaleString('en')} people within a day`,
  );
  if (!isMailOn(context)) return;
  const address = folded(email);
  const toAddress = [
    { key: `invitations of ${organization} to ${address}`, max: max.ofOrganization, window: day },
    { key: `invitations to ${address}`, max: max.ofAll, window: day },
  ];
  refuse(await countAct(tx, toAddress, now), 'Email was invited too often within a day');
}

/** 422 if there is a time to wait, in milliseconds. */
function refuse(wait: number, reason: string): void {
  if (wait === 0) return;
  const detail = `${reason}: try again in ${Math.ceil(wait / hour)} h`;
  throw invalid(attributeProblem('email', 'limit-reached', detail));
}
