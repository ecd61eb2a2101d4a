import { notFound } from '../../jsonapi/errors.ts';
import type { Actor } from '../../lib/actor.ts';

/** The whole record is for site administrators; 404 for everybody else. */
export const auditReader = async ({ identity }: Actor): Promise<void> => {
  if (identity.kind !== 'user' || !identity.isAdmin) throw notFound();
};

/** An organization's own trail is read with its token, and finds the organization by it; 404 for everybody else. */
export const trailOwner = async ({ identity }: Actor): Promise<string> => {
  if (identity.kind !== 'organization') throw notFound();
  return identity.id;
};
