// Rules of a sign-in that the settings of a protocol choose.
import type { TeamRules } from '../../../ports.ts';
import type { SignInErrorCode } from '../../../protocols/sign-in/error.ts';

export interface SignInRules {
  /** Rules by which groups become memberships of teams; undefined if they do not. */
  readonly teams: TeamRules | undefined;
  /** A sign-in without groups of somebody who had something by them. */
  readonly groupsAbsent: 'refuse' | 'none';
  /** Days until an address no longer enters an account that is unused. */
  readonly confirmAfterUnusedDays: number;
  /** True if an account may be created for an address. */
  readonly mayCreate: (email: string) => boolean;
  /** True of a provider through which people sign in: who has a name there links another one only while signed in. */
  readonly isInUse: (provider: string) => boolean;
}

/** A protocol, as refusals are recorded and shown. */
export interface Protocol {
  /** Identifier of its group of settings. */
  readonly settings: 'saml' | 'oidc-sign-in';
  /** Action of the audit record of a refusal. */
  readonly refusal: 'saml.refuse' | 'oidc.refuse';
  /** Messages about refusals for administrators, in the words of the protocol. */
  readonly messages: Readonly<Record<SignInErrorCode, string>> & Readonly<Record<string, string>>;
}
