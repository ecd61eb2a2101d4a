// Grantee of an upload link, which is the actor who got the link. Requests with the link need no credentials. They are
// executed as if the grantee had sent them.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { existing, notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { Standing } from '../../../kernel/rights.ts';
import { lockUser, sessionActor } from '../../accounts/index.ts';
import { requireRight } from '../organizations/rights.ts';
import { organizationById } from '../organizations/store.ts';
import { currentTeamPrivileges } from '../teams/teams.ts';

type Grantee = Pick<Actor, 'identity' | 'session'>;

/** If the grantee used a token, a link contains one of these values instead of a session identifier. */
const [byToken, byTokenOfOneFactor] = ['token', 'one-factor-token'];

/** Returns the fields of a link that identify the grantee. Undefined if the actor may not get upload links. */
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

/** Verified contents of an upload link, and the organization to which the upload belongs. */
interface GrantedLink {
  readonly details: readonly string[];
  readonly organization_id: string;
}

/**
 * Returns the grantee of a link, who is the actor of the request that uses the link. The grantee's right is checked
 * again, because it may have been revoked after the link was made. Throws 404 if the grantee no longer has the right or
 * if the session in which the link was made has ended. Throws 401 if the organization's security settings refuse the
 * grantee.
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

/**
 * Returns the person who got the link. Throws 404 if the account is suspended or deleted, or if the session has ended
 * or now impersonates another user.
 */
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

/** Returns the team or organization whose token got the link. Throws 404 if the team has been deleted. */
async function groupOf(tx: Transaction, id: string, organizationId: string): Promise<Grantee> {
  if (id.startsWith('org-')) {
    const { name } = existing(await tx.first(organizationById, { id }));
    return { identity: { kind: 'organization', id, name } };
  }
  return { identity: { kind: 'team', id, organizationId, ...(await currentTeamPrivileges(tx, id)) } };
}
