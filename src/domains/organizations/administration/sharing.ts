// Access to an organization's modules from other organizations.
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { findRightsIn } from '../organizations/rights.ts';
import { moduleSharing } from './store.ts';

/**
 * Whether a caller from another organization may use an organization's modules. The caller's organizations are read
 * only if the modules are shared with selected organizations, which is rare.
 */
export async function isConsumer({ database }: Context, actor: Actor, organization: string): Promise<boolean> {
  const { identity } = actor;
  if (identity.kind !== 'user' && identity.kind !== 'team' && identity.kind !== 'organization') return false;
  const sharing = await database.rows(moduleSharing, { organization });
  if (sharing[0]?.shares_modules === 1) return true;
  const consumers = sharing.flatMap(({ consumer_id }) => consumer_id ?? []);
  return consumers.length > 0 && (await findRightsIn(database, actor, consumers)).size > 0;
}

/**
 * SQL condition that the organization `reader` may use the modules of the organization `publisher`: both are the same
 * organization, or `publisher` shares its modules with `reader`. The arguments are identifiers of organizations. The
 * condition is false if `publisher` was deleted.
 */
export const mayUse = (publisher: Expression<string>, reader: Expression<string>): Expression<SqlBool> =>
  sql<SqlBool>`exists (select 1 from organizations as publisher where publisher.id = ${publisher}
    and (publisher.id = ${reader} or publisher.shares_modules = 1 or exists (select 1 from module_consumers as consumer
      where consumer.organization_id = publisher.id and consumer.consumer_id = ${reader})))`;
