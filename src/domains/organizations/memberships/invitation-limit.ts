// Limits on invitations. Without them an owner could send unlimited mail to any address, or claim any number of
// addresses.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { attributeProblem, invalid } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { folded } from '../../../lib/text/text.ts';
import { countAttempt } from '../../../runtime/limits/failure-limit.ts';
import { isMailOn } from '../../instance/index.ts';

const [hour, day] = [3_600_000, 86_400_000];

/**
 * Maximum number of invitations in 24 hours: from one inviter, from one organization to the same address, and from all
 * organizations to the same address.
 */
const max = { byInviter: 1_000, ofOrganization: 5, ofAll: 20 };

/** An invitation to count: who invites, into which organization, and the invited address. */
export interface CountedInvitation {
  readonly actor: Actor;
  readonly organization: string;
  readonly email: string;
}

/**
 * Counts an invitation. Throws 422 if the inviter has reached the limit or, while mail is on, if the address has been
 * invited too often.
 */
export async function requireFewInvitations(
  tx: Transaction,
  context: Context,
  { actor: { identity }, organization, email }: CountedInvitation,
): Promise<void> {
  const now = context.clock.now();
  // Invitations with any token of an organization or of its teams count against the organization.
  const inviter = identity.kind === 'user' ? identity.id : organization;
  const byInviter = [{ key: `invitations by ${inviter}`, max: max.byInviter, window: day }];
  refuse(
    await countAttempt(tx, byInviter, now),
    `You have invited ${max.byInviter.toLocaleString('en')} people within a day`,
  );
  if (!isMailOn(context)) return;
  const address = folded(email);
  const toAddress = [
    { key: `invitations of ${organization} to ${address}`, max: max.ofOrganization, window: day },
    { key: `invitations to ${address}`, max: max.ofAll, window: day },
  ];
  refuse(await countAttempt(tx, toAddress, now), 'Email was invited too often within a day');
}

/** Throws 422 unless `wait`, in milliseconds, is zero. */
function refuse(wait: number, reason: string): void {
  if (wait === 0) return;
  const detail = `${reason}: try again in ${Math.ceil(wait / hour)} h`;
  throw invalid(attributeProblem('email', 'limit-reached', detail));
}
