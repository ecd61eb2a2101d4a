// Sign-in rules that come from the settings of a protocol.
import type { TeamRules } from '../../../ports.ts';
import type { SignInErrorCode } from '../../../protocols/sign-in/error.ts';

export interface SignInRules {
  /** Rules that map groups to team memberships. Undefined if the protocol does not manage teams. */
  readonly teams: TeamRules | undefined;
  /**
   * What happens if the provider sends no groups for a person who had teams or a role through groups: the sign-in is
   * refused, or the person is treated as a member of no group.
   */
  readonly groupsAbsent: 'refuse' | 'none';
  /**
   * Number of days without use after which an account is linked by its address only if an administrator confirms the
   * link.
   */
  readonly confirmAfterUnusedDays: number;
  /** Whether an account may be created for the address. */
  readonly mayCreate: (email: string) => boolean;
  /**
   * Whether people can currently sign in through the provider. If an account has an identity at such a provider, only
   * its signed-in owner can link the account to another provider.
   */
  readonly isInUse: (provider: string) => boolean;
}

/** A protocol, with the names and messages under which refusals are recorded. */
export interface Protocol {
  /** Identifier of the protocol's settings group. */
  readonly settings: 'saml' | 'oidc-sign-in';
  /** Action name of a refused sign-in in the audit log. */
  readonly refusal: 'saml.refuse' | 'oidc.refuse';
  /** Messages for administrators by error code. */
  readonly messages: Readonly<Record<SignInErrorCode, string>> & Readonly<Record<string, string>>;
}
