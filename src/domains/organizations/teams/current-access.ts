// Current rights of an identity in an organization, for work that the identity started earlier.
import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/database.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { currentPerson } from '../../accounts/index.ts';
import { findRightsIn, type Rights } from '../organizations/rights.ts';
import { privilegesOfTeams } from './store.ts';

/** Kind and identifier of an identity, as stored with the work. */
interface StoredIdentity {
  readonly kind: string;
  readonly id: string | null;
}

export interface CurrentAccess {
  readonly actor: Actor;
  readonly rights: Rights;
}

/**
 * Returns an identity as an actor, and its rights in an organization. Undefined if the identity has no rights there:
 * the account is suspended or is not a member, the account or team was deleted, or the organization refuses the person.
 */
export async function currentAccess(
  context: Context,
  reader: Reader,
  identity: StoredIdentity,
  organization: string,
): Promise<CurrentAccess | undefined> {
  const actor = await currentActor(context, reader, identity, organization);
  const rights = actor && (await findRightsIn(reader, actor, [organization])).get(organization);
  return rights && { actor, rights };
}

async function currentActor(
  context: Context,
  reader: Reader,
  { kind, id }: StoredIdentity,
  organizationId: string,
): Promise<Actor | undefined> {
  const origin = { requestId: '', address: '' };
  if (id === null) return undefined;
  if (kind === 'organization') return { ...origin, identity: { kind, id } };
  if (kind === 'team') {
    const [team] = await reader.rows(privilegesOfTeams, { ids: JSON.stringify([id]), organization: organizationId });
    if (team === undefined) return undefined;
    const { name, permissions } = team;
    return { ...origin, identity: { kind, id, name, organizationId, isOwners: team.is_owners === 1, permissions } };
  }
  const person = kind === 'user' ? await currentPerson(context, reader, id) : undefined;
  // The person is treated as if signed in with a session. Otherwise, the person would have no rights in an organization
  // that refuses user tokens.
  return person && { ...origin, identity: person, session: { id: '', owner: person } };
}
