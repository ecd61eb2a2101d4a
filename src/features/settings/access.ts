import { notFound } from '../../jsonapi/errors.ts';
import type { Actor } from '../../lib/actor.ts';

/** The settings of the instance are for site administrators; 404 for everybody else. */
export const settingsAdministrator = async ({ identity }: Actor): Promise<void> => {
  if (identity.kind !== 'user' || !identity.isAdmin) throw notFound();
};
