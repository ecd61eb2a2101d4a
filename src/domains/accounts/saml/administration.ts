// Whether a person is a site administrator, as far as the identity provider says so.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { ApiError } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../lib/actor.ts';
import type { AuditEntry } from '../../../lib/audit-entry.ts';
import { applyTransition, type TransitionName } from '../administration/standing.ts';
import type { UserRow } from '../users/users.ts';
import type { Claims } from './claims.ts';
import { Refused } from './refused.ts';
import { identityByName } from './store.ts';

const guarded = async <Result>(transition: Promise<Result>): Promise<Result> => {
  try {
    return await transition;
  } catch (error) {
    throw error instanceof ApiError && error.status === 422 ? new Refused('last-administrator') : error;
  }
};

/**
 * Who the provider makes an administrator is one as long as it says so: silence ends that, while it changes nothing for
 * those whom somebody here made one.
 */
const isWanted = ({ isAdmin }: Claims, isGranted: boolean): boolean | undefined =>
  isAdmin ?? (isGranted ? false : undefined);

/** Makes a person an administrator, or no longer one; throws `Refused` where nobody else would be one. */
export const administer = async (
  tx: Transaction,
  context: Context,
  actor: Actor,
  { user, claims }: { readonly user: UserRow; readonly claims: Claims },
): Promise<readonly AuditEntry[]> => {
  const { provider, nameId } = claims;
  const identity = await tx.first(identityByName, { provider, nameId });
  const isGranted = identity?.grants_admin === 1;
  const wanted = isWanted(claims, isGranted);
  const grants_admin = wanted === true ? 1 : 0;
  if (isGranted !== (wanted === true)) {
    await tx.run((db) =>
      db
        .updateTable('saml_identities')
        .set({ grants_admin })
        .where('provider', '=', provider)
        .where('name_id', '=', nameId),
    );
  }
  if (wanted === undefined || wanted === (user.is_admin === 1)) return [];
  const name: TransitionName = wanted ? 'grant_admin' : 'revoke_admin';
  return [await guarded(applyTransition(tx, context, actor, { before: user, name }))];
};
