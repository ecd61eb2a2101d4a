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
 * Maximum number of invitations in 24 hours: by one inviter, by one organization to the same address, and by all
 * organizations to the same address.
 */
const max = { byInviter: 1_000, ofOrganization: 5, ofAll: 20 };

/** An invitation that counts against the limits. */
export interface CountedInvitation {
  readonly actor: Actor;
  readonly organization: string;
  readonly email: string;
}

/**
 * Counts an invitation. Throws 422 if the inviter has reached the limit. If mail is turned on, also throws 422 if the
 * address has been invited too often.
 */
export async function requireFewInvitations(
  tx: Transaction,
  context: Context,
  { actor: { identity }, organization, email }: CountedInvitation,
): Promise<void> {
  const now = context.clock.now();
  // Invitations that are sent with a token of an organization or of one of its teams count against the organization.
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

/** Throws 422 if `wait` is not zero. `wait` is the time in milliseconds until the next invitation is allowed. */
function refuse(wait: number, reason: string): void {
  if (wait === 0) return;
  const detail = `${reason}: try again in ${Math.ceil(wait / hour)} h`;
  throw invalid(attributeProblem('email', 'limit-reached', detail));
}
