// Derives the sign-in rules for OpenID Connect from the settings and the provider.
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

/** A verified sign-in and the settings that apply to it. */
export interface SignedIn {
  readonly verified: VerifiedSignIn;
  readonly provider: ProviderRow;
  readonly settings: OpenIdSettings;
  /** Keys of the providers through which people can currently sign in. */
  readonly inUse: ReadonlySet<string>;
}

/** The claim names configured for a provider. */
export const claimNames = (provider: ProviderRow): ClaimNames => ({
  username: provider.username_claim,
  email: provider.email_claim,
  groups: provider.groups_claim,
  siteAdmin: provider.site_admin_claim,
  siteAdminValue: provider.site_admin_value,
});

/**
 * Reads a person's claims, and determines the rules for the sign-in from the settings. Throws `OpenIdError` if the
 * claims cannot be read or the person may not sign in.
 */
export function claimedBy({ verified, provider, settings, inUse }: SignedIn): Claimed {
  const read = readClaims(verified, claimNames(provider));
  const domains = JSON.parse(provider.allowed_domains);
  requireAllowedDomain(read, domains);
  if (isGoogle(provider)) requireHostedDomain(verified.claims, domains);
  requireAllowedGroup(read, JSON.parse(provider.allowed_groups));
  const name = providerName('openid', verified.issuer, verified.subject);
  return {
    // The subject identifies the person. A different subject with the same address is a different person and never
    // replaces the linked identity.
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
