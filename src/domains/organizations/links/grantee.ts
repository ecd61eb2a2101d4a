// Whom an upload link was made for: the one who uses it needs no credentials, and acts in that name.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { Standing } from '../../../kernel/rights.ts';
import { lockUser, sessionActor } from '../../accounts/index.ts';
import { requireRight } from '../organizations/rights.ts';
import { currentTeamPrivileges } from '../teams/teams.ts';

type Grantee = Pick<Actor, 'identity' | 'session'>;

/** Words in the link in place of a session, for a grantee with a token. */
const [byToken, byTokenOfOneFactor] = ['token', 'one-factor-token'];

/** The grantee as a link names it; undefined for an actor who gets no links. */
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

/** A link to a record of an organization. */
export interface GrantedLink {
  readonly details: readonly string[];
  readonly organization_id: string;
}

/**
 * The actor that a link names, in the request that uses it. 404 unless the right includes that actor in the organization
 * now, and 401 if the organization refuses a member: a link can live longer than a right, and ends with the session that it was made in.
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

/** 404 for an account that is suspended or gone, and for a session that has ended or acts as somebody else now. */
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

/** 404 for a team that is gone. */
async function groupOf(tx: Transaction, id: string, organizationId: string): Promise<Grantee> {
  if (id.startsWith('org-')) return { identity: { kind: 'organization', id } };
  return { identity: { kind: 'team', id, organizationId, ...(await currentTeamPrivileges(tx, id)) } };
}
