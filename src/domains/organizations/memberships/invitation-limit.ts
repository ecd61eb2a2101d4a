// Limit on the invitations to an address: otherwise an owner could send mail to anybody without end.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { attributeProblem, invalid } from '../../../jsonapi/errors.ts';
import { folded } from '../../../lib/text/text.ts';
import { countAct } from '../../../runtime/limits/failure-limit.ts';
import type { UserRow } from '../../accounts/index.ts';
import { isMailOn } from '../../instance/index.ts';

const [hour, day] = [3_600_000, 86_400_000];

/** Within a day, from one organization and from all together. */
const max = { ofOrganization: 5, ofAll: 20 };

/** Counts an invitation that is mailed; 422 where the address has got very many. */
export async function requireFewInvitations(
  tx: Transaction,
  context: Context,
  organization: string,
  { email }: Pick<UserRow, 'email'>,
): Promise<void> {
  if (!isMailOn(context)) return;
  const address = folded(email);
  const limits = [
    { key: `invitations of ${organization} to ${address}`, max: max.ofOrganization, window: day },
    { key: `invitations to ${address}`, max: max.ofAll, window: day },
  ];
  const wait = await countAct(tx, limits, context.clock.now());
  if (wait === 0) return;
  const detail = `Email was invited too often within a day: try again in ${Math.ceil(wait / hour)} h`;
  throw invalid(attributeProblem('email', 'limit-reached', detail));
}
