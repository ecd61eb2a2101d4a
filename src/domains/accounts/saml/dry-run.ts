// What a sign-in would do: it is done in a transaction that is always rolled back.
import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import { resource } from '../../../jsonapi/resource.ts';
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
 * What a sign-in with a saved response would do, whether or not single sign-on is enabled. It does not check that the
 * response answers a request of this service, or that it was not used before.
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

/** What a sign-in with a verified assertion would do. */
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
    if (error instanceof RolledBack) return { claims, outcome: { provisioned: error.provisioned } };
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

/** The result of a dry run: the account and its teams, or why the sign-in would be refused. */
export const dryRunResource = resource<DryRun>()({
  type: 'saml-checks',
  attributes: Exactly({
    'would-sign-in': Type.Boolean(),
    reason: TextOrNull(),
    detail: TextOrNull(),
    issuer: TextOrNull(),
    'name-id': TextOrNull(),
    account: Nullable(Type.Enum(['known', 'linked', 'created'])),
    username: TextOrNull(),
    email: TextOrNull(),
    'is-admin': Nullable(Type.Boolean()),
    'was-admin': Nullable(Type.Boolean()),
    teams: Type.Array(
      Exactly({
        organization: Type.String(),
        team: Type.String(),
        change: Type.Enum(['added', 'removed', 'kept', 'no-room']),
      }),
    ),
  }),
  id: () => 'saml',
  present: ({ claims, outcome }) => {
    const provisioned = 'provisioned' in outcome ? outcome.provisioned : undefined;
    const reason = 'refused' in outcome ? outcome.refused : undefined;
    return {
      'would-sign-in': provisioned !== undefined,
      reason: reason ?? null,
      detail: reason === undefined ? null : samlErrorMessages[reason],
      issuer: claims?.provider ?? null,
      'name-id': claims?.nameId ?? null,
      account: provisioned?.match ?? null,
      username: provisioned?.user.username ?? null,
      email: provisioned?.user.email ?? claims?.email ?? null,
      'is-admin': provisioned ? provisioned.user.is_admin === 1 : null,
      'was-admin': provisioned?.wasAdmin ?? null,
      teams: provisioned?.teams.map(({ organization, team, change }) => ({ organization, team, change })) ?? [],
    };
  },
});
