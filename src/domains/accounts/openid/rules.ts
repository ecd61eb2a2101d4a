// Rules of a sign-in by OpenID Connect, as its settings and the provider choose them.
import {
  type ClaimNames,
  readClaims,
  requireAllowedDomain,
  requireAllowedGroup,
  requireHostedDomain,
} from '../../../protocols/openid/claims.ts';
import { openIdErrorMessages } from '../../../protocols/openid/error.ts';
import { googleIssuer } from '../../../protocols/openid/provider.ts';
import type { VerifiedSignIn } from '../../../protocols/openid/verified.ts';
import { providerName } from '../../../protocols/sign-in/claims.ts';
import { signInErrorMessages } from '../../../protocols/sign-in/error.ts';
import type { OpenIdSettings } from '../identity-providers/openid-settings.ts';
import type { ProviderRow } from '../identity-providers/store.ts';
import { openIdTeamRules } from '../identity-providers/team-rules.ts';
import type { Claimed } from '../single-sign-on/identities.ts';
import type { Protocol } from '../single-sign-on/rules.ts';

export const openIdProtocol: Protocol = {
  settings: 'oidc-sign-in',
  refusal: 'oidc.refuse',
  messages: { ...signInErrorMessages, ...openIdErrorMessages },
};

/** A verified sign-in, with the settings that it is judged by. */
export interface SignedIn {
  readonly verified: VerifiedSignIn;
  readonly provider: ProviderRow;
  readonly settings: OpenIdSettings;
  /** Keys of the providers that people sign in through. */
  readonly inUse: ReadonlySet<string>;
}

/** Names of the claims that a provider is set up with. */
export const claimNames = (provider: ProviderRow): ClaimNames => ({
  username: provider.username_claim,
  email: provider.email_claim,
  groups: provider.groups_claim,
  siteAdmin: provider.site_admin_claim,
  siteAdminValue: provider.site_admin_value,
});

/** The claims of a person, and the rules for them. Throws `OpenIdError` when the claims cannot be read, or the person may not sign in. */
export function claimedBy({ verified, provider, settings, inUse }: SignedIn): Claimed {
  const read = readClaims(verified, claimNames(provider));
  const domains = JSON.parse(provider.allowed_domains);
  requireAllowedDomain(read, domains);
  if (isGoogle(provider)) requireHostedDomain(verified.claims, domains);
  requireAllowedGroup(read, JSON.parse(provider.allowed_groups));
  const name = providerName('openid', verified.issuer, verified.subject);
  return {
    // A subject is the person: another one with the same address is another person, and never takes the place of the first.
    claims: { ...read, ...name, isNameAddress: false, isEmailSent: false },
    rules: {
      teams: openIdTeamRules(settings, provider),
      groupsAbsent: settings['groups-absent'],
      confirmAfterUnusedDays: settings['confirm-after-unused-days'],
      mayCreate: () => provider.creates_accounts === 1,
      isInUse: (key) => inUse.has(key),
    },
  };
}

const isGoogle = ({ preset, issuer }: ProviderRow): boolean => preset === 'google' || issuer === googleIssuer;
