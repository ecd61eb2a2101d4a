import type { Context } from '../../context.ts';
import { notFound } from '../../jsonapi/errors.ts';
import type { Actor } from '../../lib/actor.ts';

/** An organization's own trail is read with its token, and finds the organization by it; 404 for everybody else. */
export const requireTrailReader = async (_context: Context, { identity }: Actor): Promise<string> => {
  if (identity.kind !== 'organization') throw notFound();
  return identity.id;
};
