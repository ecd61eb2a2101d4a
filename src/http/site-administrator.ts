import { notFound } from '../jsonapi/errors.ts';
import type { Actor } from '../kernel/actor.ts';

/** Only site administrators pass; 404 for every other caller (reference, Authentication 3). */
export async function requireSiteAdministrator(_context: unknown, { identity }: Actor): Promise<void> {
  if (identity.kind !== 'user' || !identity.isAdmin) throw notFound();
}

/** Common properties of the administration's routes. */
export const administration = { caller: 'user', edition: 'self-hosted', authorise: requireSiteAdministrator } as const;
