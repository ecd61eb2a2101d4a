// Dry run of a sign-in, which runs in a transaction that is always rolled back.
import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import { shown } from '../../../jsonapi/resource.ts';
import { Exactly, Nullable } from '../../../jsonapi/schema.ts';
import type { ClaimReading } from '../../../protocols/openid/claim-readings.ts';
import { type Claims, providerIn } from '../../../protocols/sign-in/claims.ts';
import { SignInError } from '../../../protocols/sign-in/error.ts';
import type { Claimed } from './identities.ts';
import { type Provisioned, provision } from './provisioning.ts';
import { detailOf, identityProviderActor } from './refusals.ts';
import type { Protocol } from './rules.ts';

/** Reason why a sign-in would be refused. */
interface Refused {
  readonly code: string;
  readonly detail: string;
}

export interface DryRun {
  /** The person's claims. Undefined if the provider's message could not be verified. */
  readonly claims?: Claims;
  /** Results of reading each claim, if the protocol has named claims. */
  readonly readings?: readonly ClaimReading[] | undefined;
  readonly outcome: { readonly provisioned: Provisioned } | { readonly refused: Refused };
}

/** Makes a dry run of a sign-in with verified claims. */
export async function dryRun(context: Context, protocol: Protocol, claimed: Claimed): Promise<DryRun> {
  const { claims } = claimed;
  const actor = identityProviderActor({ requestId: '', address: '' });
  try {
    return await context.database.transaction(async (tx): Promise<never> => {
      const { result } = await provision(tx, context, actor, claimed);
      throw new RolledBack(result);
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) return { claims, ...refusedRun(protocol, error) };
    const { provisioned } = error;
    const { refusal: code } = provisioned;
    return { claims, outcome: code ? { refused: { code, detail: protocol.messages[code] } } : { provisioned } };
  }
}

/** Converts a refusal into the result of a dry run. Other errors are thrown again. */
export function refusedRun(protocol: Protocol, error: unknown): DryRun {
  if (!(error instanceof SignInError)) throw error;
  return { outcome: { refused: { code: error.code, detail: detailOf(protocol, error) } } };
}

/** Error that rolls back the transaction and carries the result out of it. */
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
const refusedIn = ({ outcome }: DryRun) => ('refused' in outcome ? outcome.refused : undefined);

const syncedTeam = Exactly({
  organization: Type.String(),
  team: Type.String(),
  change: Type.Enum(['added', 'removed', 'kept', 'limit-reached']),
});

/** Attributes of a dry run: the account and its teams, or the reason why the sign-in would be refused. */
export const dryRunAttributes = {
  'would-sign-in': shown(Type.Boolean(), (run: DryRun) => provisionedIn(run) !== undefined),
  reason: shown(TextOrNull(), (run: DryRun) => refusedIn(run)?.code ?? null),
  detail: shown(TextOrNull(), (run: DryRun) => refusedIn(run)?.detail ?? null),
  issuer: shown(TextOrNull(), ({ claims }: DryRun) => (claims ? providerIn(claims.provider).name : null)),
  'name-id': shown(TextOrNull(), ({ claims }: DryRun) => claims?.nameId ?? null),
  account: shown(
    Nullable(Type.Enum(['known', 'linked', 'created'])),
    (run: DryRun) => provisionedIn(run)?.match ?? null,
  ),
  username: shown(TextOrNull(), (run: DryRun) => provisionedIn(run)?.user.username ?? null),
  email: shown(TextOrNull(), (run: DryRun) => provisionedIn(run)?.user.email ?? run.claims?.email ?? null),
  'is-admin': shown(Nullable(Type.Boolean()), (run: DryRun) => {
    const user = provisionedIn(run)?.user;
    return user === undefined ? null : user.is_admin === 1;
  }),
  'was-admin': shown(Nullable(Type.Boolean()), (run: DryRun) => provisionedIn(run)?.wasAdmin ?? null),
  teams: shown(Type.Array(syncedTeam), (run: DryRun) =>
    (provisionedIn(run)?.teams ?? []).map(({ organization, team, change }) => ({ organization, team, change })),
  ),
};
