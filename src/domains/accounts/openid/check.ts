// Checks a provider with a complete sign-in. A dry run then shows what the sign-in would change, and stores nothing.
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

/** Result of a check. If a step failed, the result covers the steps before it. */
export interface CheckedSignIn extends DryRun {
  readonly key: string;
  /** Whether people can currently sign in through the provider. */
  readonly isOn: boolean;
  /**
   * Error code or HTTP status from the provider, or the name of the invalid claim or missing scope. Undefined if the
   * check succeeded or the error has no such detail.
   */
  readonly word: string | undefined;
}

export interface CheckWay {
  readonly redirectUri: string;
  /**
   * Opens the URL in the person's browser. Returns the parameters of the authorization response that has this `state`.
   */
  readonly browse: (address: string, state: string) => Promise<URLSearchParams>;
}

/** Checks a provider, even if it is disabled. Errors thrown by `browse` are passed on. */
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

/**
 * Result of a check: the claims, and either the account and its teams or the reason why the sign-in would be refused.
 */
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
