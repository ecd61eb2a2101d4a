import type { Context } from '../../context.ts';
import { notFound } from '../../jsonapi/errors.ts';
import type { Actor } from '../../kernel/actor.ts';

/** The trail of an organization is read with a token of that organization; 404 for every other caller. */
export const requireTrailReader = async (_context: Context, { identity }: Actor): Promise<string> => {
  if (identity.kind === 'audit-trails') return identity.organizationId;
  if (identity.kind !== 'organization') throw notFound();
  return identity.id;
};
