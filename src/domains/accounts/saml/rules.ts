// Derives the sign-in rules for SAML from the settings.
import type { TeamRules } from '../../../ports.ts';
import type { Assertion } from '../../../protocols/saml/assertion.ts';
import { readClaims } from '../../../protocols/saml/claims.ts';
import { samlErrorMessages } from '../../../protocols/saml/error.ts';
import type { SamlSettings } from '../identity-providers/saml-settings.ts';
import type { Claimed } from '../single-sign-on/identities.ts';
import type { Protocol } from '../single-sign-on/rules.ts';

export const samlProtocol: Protocol = { settings: 'saml', refusal: 'saml.refuse', messages: samlErrorMessages };

/** A verified assertion and the settings with which it was verified. */
export interface Verified {
  readonly assertion: Assertion;
  readonly settings: SamlSettings;
  /** Rules that map groups to teams. Undefined if SAML does not manage teams. */
  readonly teams: TeamRules | undefined;
  /** Keys of the providers through which people can currently sign in. */
  readonly inUse: ReadonlySet<string>;
}

/**
 * Reads the claims of an assertion, and determines the rules for the sign-in from the settings. Throws `SamlError` if
 * the claims cannot be read.
 */
export const claimedBy = ({ assertion, settings, teams, inUse }: Verified): Claimed => ({
  claims: readClaims(assertion, settings),
  rules: {
    teams,
    groupsAbsent: settings['groups-absent'],
    confirmAfterUnusedDays: settings['confirm-after-unused-days'],
    mayCreate: () => true,
    isInUse: (key) => inUse.has(key),
  },
});
