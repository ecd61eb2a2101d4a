// Grantee of an upload link: the actor for whom the link was made. A request with the link needs no credentials and
// acts as the grantee.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { Standing } from '../../../kernel/rights.ts';
import { lockUser, sessionActor } from '../../accounts/index.ts';
import { requireRight } from '../organizations/rights.ts';
import { currentTeamPrivileges } from '../teams/teams.ts';

type Grantee = Pick<Actor, 'identity' | 'session'>;

/** Values that a link carries instead of a session identifier if the grantee used a token. */
const [byToken, byTokenOfOneFactor] = ['token', 'one-factor-token'];

/** Returns the link fields that identify the grantee, or undefined for an actor who cannot get links. */
export function granteeDetails({ identity, session }: Grantee): readonly [string, string] | undefined {
  switch (identity.kind) {
    case 'user':
      return [identity.id, session?.id ?? (identity.lacksTwoFactor ? byTokenOfOneFactor : byToken)];
    case 'team':
    case 'organization':
      return [identity.id, byToken];
    default:
      return undefined;
  }
}

/** Verified contents of an upload link and the organization of the record that it is for. */
export interface GrantedLink {
  readonly details: readonly string[];
  readonly organization_id: string;
}

/**
 * Returns the grantee of a link as the actor of the request that uses it. A link may outlive its grantee's rights, so
 * they are checked again: throws 404 unless the right currently includes the grantee, and 401 if the organization
 * refuses the member. A link also ends with the session in which it was made.
 */
export async function requireGrantee(
  context: Context,
  tx: Transaction,
  { details, organization_id, right }: GrantedLink & { readonly right: readonly Standing[] },
  { requestId, address }: Actor,
): Promise<Actor> {
  const [id = '', origin = ''] = details;
  const grantee = await (id.startsWith('user-') ? personOf(context, tx, id, origin) : groupOf(tx, id, organization_id));
  const actor = { ...grantee, requestId, address };
  await requireRight(right, tx, actor, organization_id);
  return actor;
}

/** Throws 404 if the account is suspended or deleted, or if the session has ended or now impersonates another user. */
async function personOf(context: Context, tx: Transaction, id: string, origin: string): Promise<Grantee> {
  const { username, is_admin, is_suspended } = await lockUser(tx, id);
  if (is_suspended === 1) throw notFound();
  if (origin !== byToken && origin !== byTokenOfOneFactor) return personInSession(context, tx, id, origin);
  const identity = { kind: 'user', id, username, isAdmin: is_admin === 1 } as const;
  return { identity: origin === byToken ? identity : { ...identity, lacksTwoFactor: true } };
}

async function personInSession(context: Context, tx: Transaction, id: string, session: string): Promise<Grantee> {
  const actor = await sessionActor(context, tx, session);
  if (actor?.identity.kind !== 'user' || actor.identity.id !== id) throw notFound();
  const { identity, session: its } = actor;
  return its === undefined ? { identity } : { identity, session: its };
}

/** Throws 404 if the team has been deleted. */
async function groupOf(tx: Transaction, id: string, organizationId: string): Promise<Grantee> {
  if (id.startsWith('org-')) return { identity: { kind: 'organization', id } };
  return { identity: { kind: 'team', id, organizationId, ...(await currentTeamPrivileges(tx, id)) } };
}
