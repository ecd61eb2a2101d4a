// Rights that depend only on the caller, such as those of site administrators.
import type { Context } from '../context.ts';
import { halfAuthorized, notFound } from '../jsonapi/errors.ts';
import type { Actor, Identity } from '../kernel/actor.ts';
import { type CallerCondition, type IdentityOf, isCaller, type RightsTable } from '../kernel/rights.ts';

export const administrationRights = {
  '/admin/*': { use: ['site-administrator'] },
} as const satisfies RightsTable<CallerCondition>;

const { use } = administrationRights['/admin/*'];

/**
 * Throws 404 if the caller does not have the right. Throws 401 for a site administrator without the required two-factor
 * authentication.
 */
export function requireCaller<const Word extends CallerCondition>(
  right: readonly Word[],
  identity: Identity,
): IdentityOf<Word> {
  if (isCaller(identity, right)) return identity;
  const isRefused = identity.kind === 'user' && identity.isRefusedAsAdmin === true;
  const isForAdministrators = right.some((word) => word === 'site-administrator');
  throw isRefused && isForAdministrators ? halfAuthorized('two-factor-required', factorOfAdmins) : notFound();
}

const factorOfAdmins =
  'This instance requires two-factor authentication for site administrators (require-two-factor-for-admins is true). Turn it on with POST /api/v2/account/two-factor.';

/**
 * Returns the `authorise` function of a route that all callers with a right may use. The route's `subject` is the
 * caller's identity.
 */
export const onlyCallers =
  <const Word extends CallerCondition>(right: readonly Word[]) =>
  async (_context: unknown, { identity }: Actor): Promise<IdentityOf<Word>> =>
    requireCaller(right, identity);

/** Properties that all routes for site administrators share. */
export const administration = { caller: 'user', edition: 'self-hosted', authorise: onlyCallers(use) } as const;

/**
 * Properties of a site administrator's route for one record. The record is read only after the caller has been checked.
 */
export const administrationOf = <Params, Subject>(find: (context: Context, params: Params) => Promise<Subject>) =>
  ({
    ...administration,
    authorise: async (context: Context, { identity }: Actor, params: Params): Promise<Subject> => {
      requireCaller(use, identity);
      return find(context, params);
    },
  }) as const;
