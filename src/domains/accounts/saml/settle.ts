// What a sign-in does to an account, before anybody is let in.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Actor } from '../../../lib/actor.ts';
import { timestamp } from '../../../lib/clock.ts';
import type { TeamChange } from '../../../ports.ts';
import type { Assertion } from '../../../protocols/saml/assertion.ts';
import type { Changed } from '../../audit/audit.ts';
import { updateUser } from '../users/store.ts';
import { holdUser, type UserRow } from '../users/users.ts';
import { type Found, findPerson } from './accounts.ts';
import { administer } from './administration.ts';
import { type Claims, claimsOf } from './claims.ts';
import { Refused } from './refused.ts';
import type { SamlSettings } from './settings.ts';
import { identityByName } from './store.ts';

/** An account as a sign-in leaves it. */
export interface Settled {
  readonly user: UserRow;
  readonly how: Found['how'];
  readonly wasAdmin: boolean;
  readonly teams: readonly TeamChange[];
}

const requireEntry = ({ is_suspended, is_service_account }: UserRow): void => {
  if (is_suspended === 1) throw new Refused('suspended');
  if (is_service_account === 1) throw new Refused('service-account');
};

/** Notes when the person was last seen, on which the life of their tokens depends. */
const noteSignIn = (tx: Transaction, { clock }: Context, { id, activated_at }: UserRow): Promise<number> => {
  const at = timestamp(clock.now());
  return updateUser(tx, id, { sso_signed_in_at: at, activated_at: activated_at ?? at });
};

const knownId = async (tx: Transaction, { provider, nameId }: Claims): Promise<string> =>
  (await tx.first(identityByName, { provider, nameId }))?.user_id ?? '';

/**
 * Brings the account of an assertion up to date inside a change: found, linked or created, an administrator or not, in
 * its teams. Throws `Refused` where the person may not come in.
 */
export const settle = async (
  tx: Transaction,
  context: Context,
  actor: Actor,
  { assertion, settings }: { readonly assertion: Assertion; readonly settings: SamlSettings },
): Promise<Changed<Settled>> => {
  const claims = claimsOf(assertion, settings);
  const { groups } = claims;
  const isManaging = settings['team-management-enabled'];
  const syncTeams = isManaging
    ? await context.ports.lockTeamsOfGroups(tx, { user: await knownId(tx, claims), groups })
    : undefined;
  const { user, how, audit } = await findPerson(tx, context, claims);
  requireEntry(user);
  await noteSignIn(tx, context, user);
  const placed = (await syncTeams?.(user)) ?? { teams: [], audit: [] };
  const administered = await administer(tx, context, actor, { user, claims });
  return {
    result: { user: await holdUser(tx, user.id), how, wasAdmin: user.is_admin === 1, teams: placed.teams },
    audit: [...audit, ...placed.audit, ...administered],
  };
};
