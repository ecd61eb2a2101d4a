import type { Context } from '../context.ts';
import { halfAuthorized, notFound } from '../jsonapi/errors.ts';
import type { Actor, Person } from '../kernel/actor.ts';

/** Only site administrators pass: 401 for administrators who lack the required second factor, 404 for every other caller. */
export async function requireSiteAdministrator(_context: unknown, { identity }: Actor): Promise<void> {
  if (identity.kind !== 'user') throw notFound();
  requireAdministratorRole(identity);
}

/** Counterpart of `requireSiteAdministrator` for an account that is not the one that acts, as in an impersonation. */
export function requireAdministratorRole({ isAdmin, isRefusedAsAdmin }: Person): void {
  if (isAdmin) return;
  throw isRefusedAsAdmin ? halfAuthorized('two-factor-required', factorOfAdmins) : notFound();
}

const factorOfAdmins =
  'Site administrators need two-factor authentication here (require-two-factor-for-admins is true): turn it on with POST /api/v2/account/two-factor to get access.';

/** Finds the subject of a route for site administrators. */
export const forAdministrators =
  <Params, Subject>(find: (context: Context, params: Params) => Promise<Subject>) =>
  async (context: Context, actor: Actor, params: Params): Promise<Subject> => {
    await requireSiteAdministrator(context, actor);
    return find(context, params);
  };

/** Common properties of the administration's routes. */
export const administration = { caller: 'user', edition: 'self-hosted', authorise: requireSiteAdministrator } as const;
