// Dry run of a sign-in: it is done in a transaction that is always rolled back.
import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { Exactly, Nullable } from '../../../jsonapi/schema.ts';
import type { Assertion } from '../../../protocols/saml/assertion.ts';
import { type Claims, readClaims } from '../../../protocols/saml/claims.ts';
import { SamlError, type SamlErrorCode, samlErrorMessages } from '../../../protocols/saml/error.ts';
import { type Provisioned, provision } from './provisioning.ts';
import { readSamlSettings, type SamlSettings } from './settings.ts';
import { identityProviderActor, verifySavedResponse } from './verify.ts';

export interface DryRun {
  /** Undefined when the response could not be verified. */
  readonly claims?: Claims;
  readonly outcome: { readonly provisioned: Provisioned } | { readonly refused: SamlErrorCode };
}

/**
 * Dry run of a sign-in with a saved response, no matter if single sign-on is enabled. It does not check that the response
 * answers a request of this service, or that it was not used before.
 */
export async function dryRunOfResponse(context: Context, text: string): Promise<DryRun> {
  const settings = await readSamlSettings(context, context.database);
  try {
    return await dryRun(context, { assertion: verifySavedResponse(context, settings, text.trim()), settings });
  } catch (error) {
    if (error instanceof SamlError) return { outcome: { refused: error.code } };
    throw error;
  }
}

/** Dry run of a sign-in with a verified assertion. */
export async function dryRun(
  context: Context,
  verified: { readonly assertion: Assertion; readonly settings: SamlSettings },
): Promise<DryRun> {
  const claims = readClaims(verified.assertion, verified.settings);
  const actor = identityProviderActor({ requestId: '', address: '' });
  try {
    return await context.database.transaction(async (tx): Promise<never> => {
      const { result } = await provision(tx, context, actor, verified);
      throw new RolledBack(result);
    });
  } catch (error) {
    if (error instanceof RolledBack) {
      const { provisioned } = error;
      return { claims, outcome: provisioned.refusal ? { refused: provisioned.refusal } : { provisioned } };
    }
    if (error instanceof SamlError) return { claims, outcome: { refused: error.code } };
    throw error;
  }
}

/** Rolls the transaction back, and carries the result out of it. */
class RolledBack extends Error {
  override readonly name = 'RolledBack';
  readonly provisioned: Provisioned;

  constructor(provisioned: Provisioned) {
    super('a dry run is rolled back');
    this.provisioned = provisioned;
  }
}

const TextOrNull = () => Nullable(Type.String());

const provisionedIn = ({ outcome }: DryRun) => ('provisioned' in outcome ? outcome.provisioned : undefined);
const refusalIn = ({ outcome }: DryRun) => ('refused' in outcome ? outcome.refused : null);

const syncedTeam = Exactly({
  organization: Type.String(),
  team: Type.String(),
  change: Type.Enum(['added', 'removed', 'kept', 'limit-reached']),
});

/** The result of a dry run: the account and its teams, or why the sign-in would be refused. */
export const dryRunResource = resource<DryRun>({
  type: 'saml-checks',
  attributes: {
    'would-sign-in': shown(Type.Boolean(), (run) => provisionedIn(run) !== undefined),
    reason: shown(TextOrNull(), refusalIn),
    detail: shown(TextOrNull(), (run) => {
      const refusal = refusalIn(run);
      return refusal && samlErrorMessages[refusal];
    }),
    issuer: shown(TextOrNull(), ({ claims }) => claims?.provider ?? null),
    'name-id': shown(TextOrNull(), ({ claims }) => claims?.nameId ?? null),
    account: shown(Nullable(Type.Enum(['known', 'linked', 'created'])), (run) => provisionedIn(run)?.match ?? null),
    username: shown(TextOrNull(), (run) => provisionedIn(run)?.user.username ?? null),
    email: shown(TextOrNull(), (run) => provisionedIn(run)?.user.email ?? run.claims?.email ?? null),
    'is-admin': shown(Nullable(Type.Boolean()), (run) => {
      const user = provisionedIn(run)?.user;
      return user === undefined ? null : user.is_admin === 1;
    }),
    'was-admin': shown(Nullable(Type.Boolean()), (run) => provisionedIn(run)?.wasAdmin ?? null),
    teams: shown(Type.Array(syncedTeam), (run) =>
      (provisionedIn(run)?.teams ?? []).map(({ organization, team, change }) => ({ organization, team, change })),
    ),
  },
  id: () => 'saml',
});
