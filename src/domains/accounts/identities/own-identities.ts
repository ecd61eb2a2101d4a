// Lets people unlink external identities from their own accounts.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { invalid } from '../../../jsonapi/errors.ts';
import { needsSso, providersInUse } from '../identity-providers/sign-in-state.ts';
import { requireOwner, withOwnerProof } from '../ownership/ownership.ts';
import { endSomeSessionsOf } from '../sessions/store.ts';
import { identitiesOfUser, type LinkedIdentityRow, sessionsOfName } from '../single-sign-on/store.ts';
import type { PersonalActor, Proof } from '../two-factor/proof.ts';
import { updateUser } from '../users/store.ts';
import { lockCredentials, type UserRow } from '../users/users.ts';
import { removeIdentity } from './linked-identities.ts';

/**
 * Unlinks an external identity from the caller's own account and ends the sessions that were opened through the
 * identity. Requires proof of ownership. 404 if the identity was unlinked concurrently. 422 if the identity is the only
 * way to sign in to the account, or if the account belongs to the last active administrator.
 */
export async function unlinkOwnIdentity(
  context: Context,
  personal: PersonalActor,
  identity: LinkedIdentityRow,
  proof: Proof,
): Promise<void> {
  const inUse = await providersInUse(context);
  await withOwnerProof(context, personal, proof, async (owner) => {
    await removeIdentity(context, personal.actor, identity, {
      prove: (tx) => requireOwner(tx, owner),
      requireAllowed: async (tx, user, before) => {
        const { password_hash } = await lockCredentials(tx, user.id);
        const isAdmin = user.is_admin === 1 && before.grants_admin === 0;
        const isPasswordEnough = password_hash !== null && (isAdmin || !needsSso(context));
        if (!isPasswordEnough) await requireOtherWay(tx, before, inUse);
      },
      endAccess: endAccessOf,
    });
    return owner;
  });
}

async function requireOtherWay(tx: Transaction, own: LinkedIdentityRow, inUse: ReadonlySet<string>): Promise<void> {
  const all = await tx.rows(identitiesOfUser, { user: own.user_id });
  const others = all.filter(({ provider }) => provider !== own.provider && inUse.has(provider));
  if (others.some((other) => other.to_confirm_since === null)) return;
  const detail = 'This identity is the only way to sign in to your account. Link another identity first.';
  throw invalid({ code: 'wrong-state', detail });
}

async function endAccessOf(
  tx: Transaction,
  { id }: UserRow,
  { provider, name_id: nameId, name_key: nameKey }: LinkedIdentityRow,
): Promise<object> {
  const began = await tx.rows(sessionsOfName, { provider, nameId, nameKey });
  const ids = began.filter(({ user_id }) => user_id === id).map((session) => session.id);
  const ended = await endSomeSessionsOf(tx, id, ids);
  const remaining = await tx.rows(identitiesOfUser, { user: id });
  // If the account has no identity left, its tokens no longer expire a certain time after the last single sign-on.
  if (remaining.length === 0) await updateUser(tx, id, { sso_signed_in_at: null });
  return { sessions: ended.length };
}
