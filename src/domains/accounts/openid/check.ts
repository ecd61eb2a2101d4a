// Check of a provider: a whole sign-in there, of which a dry run shows the effect. Nothing is stored.
import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { Exactly, Nullable } from '../../../jsonapi/schema.ts';
import { type ClaimReading, readClaimByClaim } from '../../../protocols/openid/claim-readings.ts';
import { OpenIdError } from '../../../protocols/openid/error.ts';
import { readOpenIdSettings } from '../identity-providers/openid-settings.ts';
import type { ProviderRow } from '../identity-providers/store.ts';
import { type DryRun, dryRun, dryRunAttributes, refusedRun } from '../single-sign-on/dry-run.ts';
import { beginExchange, finishExchange } from './exchange.ts';
import { claimedBy, claimNames, openIdProtocol } from './rules.ts';

/** A check, as far as it came. */
export interface CheckedSignIn extends DryRun {
  readonly key: string;
  /** True if people can sign in through the provider at present. */
  readonly isOn: boolean;
  /** Error code of the provider, or the name of what is wrong; undefined without one. */
  readonly word: string | undefined;
}

/** Input of a check. */
export interface CheckWay {
  readonly redirectUri: string;
  /** Has a person open the address; gives the parameters of the response with this state. */
  readonly browse: (address: string, state: string) => Promise<URLSearchParams>;
}

/** Checks a provider, no matter if it is enabled. Throws what `browse` throws. */
export async function checkProvider(
  context: Context,
  provider: ProviderRow,
  { redirectUri, browse }: CheckWay,
): Promise<CheckedSignIn> {
  const { enabled } = await readOpenIdSettings(context, context.database);
  const about = { key: provider.key, isOn: enabled && provider.is_enabled === 1 };
  let readings: readonly ClaimReading[] | undefined;
  try {
    const { url, ...secrets } = await beginExchange(context, provider, redirectUri);
    const parameters = await browse(url, secrets.state);
    const signedIn = await finishExchange(context, provider, { redirectUri, parameters, ...secrets });
    readings = readClaimByClaim(signedIn.verified, claimNames(provider));
    const run = await dryRun(context, openIdProtocol, claimedBy(signedIn));
    return { ...about, ...run, readings, word: undefined };
  } catch (error) {
    const word = error instanceof OpenIdError ? error.detail : undefined;
    return { ...about, ...refusedRun(openIdProtocol, error), readings, word };
  }
}

const reading = Exactly({
  use: Type.String(),
  claim: Type.String(),
  value: Nullable(Type.String()),
  problem: Nullable(Type.String()),
});

/** The result of a check: its claims, and the account and its teams, or why the sign-in would be refused. */
export const checkResource = resource<CheckedSignIn>({
  type: 'oidc-sign-in-checks',
  attributes: {
    ...dryRunAttributes,
    enabled: shown(Type.Boolean(), ({ isOn }) => isOn),
    'provider-error': shown(Nullable(Type.String()), ({ word }) => word ?? null),
    claims: shown(Type.Array(reading), ({ readings = [] }) => readings.map((each) => ({ ...each }))),
  },
  id: ({ key }) => key,
});
