// Access to the modules of an organization for actors beside its members.
import type { Context } from '../../../context.ts';
import { existing } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { folded } from '../../../lib/text/text.ts';
import {
  findRights,
  findRightsIn,
  type OrganizationAccess,
  type Rights,
  requireRights,
} from '../organizations/access.ts';
import { organizationByKey } from '../organizations/store.ts';
import { moduleSharing } from './store.ts';

/** A consumer reads modules and has no other right. */
const consumer: Rights = { isOwner: false, permissions: 0 };

/** The rights of an actor that may use the modules of an organization; 404 for everybody else. */
export async function requireModuleUserRights(context: Context, actor: Actor, organization: string): Promise<Rights> {
  const rights = await findRights(context.database, actor, organization);
  if (rights !== undefined) return rights;
  return (await isConsumer(context, actor, organization))
    ? consumer
    : requireRights(context.database, actor, organization);
}

/** Finds an organization for actors that may use its modules; 404 for everybody else. */
export async function requireModuleUser(context: Context, actor: Actor, name: string): Promise<OrganizationAccess> {
  const organization = existing(await context.database.first(organizationByKey, { key: folded(name) }));
  return { organization, rights: await requireModuleUserRights(context, actor, organization.id) };
}

/** The organizations that share modules with each other are few, so their members are looked up last. */
async function isConsumer({ database }: Context, actor: Actor, organization: string): Promise<boolean> {
  const { identity } = actor;
  if (identity.kind !== 'user' && identity.kind !== 'team' && identity.kind !== 'organization') return false;
  const sharing = await database.rows(moduleSharing, { organization });
  if (sharing[0]?.shares_modules === 1) return true;
  const consumers = sharing.flatMap(({ consumer_id }) => consumer_id ?? []);
  return consumers.length > 0 && (await findRightsIn(database, actor, consumers)).size > 0;
}
