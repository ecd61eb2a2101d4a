// Rules of a sign-in by SAML, as its settings choose them.
import type { TeamRules } from '../../../ports.ts';
import type { Assertion } from '../../../protocols/saml/assertion.ts';
import { readClaims } from '../../../protocols/saml/claims.ts';
import { samlErrorMessages } from '../../../protocols/saml/error.ts';
import type { SamlSettings } from '../identity-providers/saml-settings.ts';
import type { Claimed } from '../single-sign-on/identities.ts';
import type { Protocol } from '../single-sign-on/rules.ts';

export const samlProtocol: Protocol = { settings: 'saml', refusal: 'saml.refuse', messages: samlErrorMessages };

/** An assertion that was verified by these settings. */
export interface Verified {
  readonly assertion: Assertion;
  readonly settings: SamlSettings;
  /** Undefined if groups do not become teams. */
  readonly teams: TeamRules | undefined;
  /** Keys of the providers that people sign in through. */
  readonly inUse: ReadonlySet<string>;
}

/** The claims of an assertion, and the rules for them. Throws `SamlError` when the claims cannot be read. */
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
