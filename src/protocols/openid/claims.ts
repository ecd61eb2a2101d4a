// Reads claims about the user from a verified sign-in. The settings contain the names of the claims.
import { isObject, type JsonObject } from '../../lib/json/json-tree.ts';
import { folded, isStorable } from '../../lib/text/text.ts';
import type { Claims } from '../sign-in/claims.ts';
import { isMailAddress } from '../sign-in/mail-address.ts';
import { OpenIdError } from './error.ts';
import { addressProofs } from './merged-claims.ts';
import type { VerifiedSignIn } from './verified.ts';

/** Claim names in the settings. A nested claim is named with dots, such as `realm_access.roles`. */
export interface ClaimNames {
  readonly username: string;
  readonly email: string;
  /** Name of the claim with the groups. Blank if the provider does not send groups. */
  readonly groups: string;
  /** Name of the claim with the roles. If it is blank, the `groups` claim is used. */
  readonly siteAdmin: string;
  /** Value of the `siteAdmin` claim that makes a user a site administrator. Blank if the claim is not used. */
  readonly siteAdminValue: string;
}

/**
 * Reads the claims. Throws `OpenIdError` if a claim in the settings has an invalid value, or if the groups were not
 * sent.
 */
export function readClaims({ issuer, subject, claims }: VerifiedSignIn, names: ClaimNames): Claims {
  const groups = valuesOf(claims, names.groups);
  if (groups === undefined && areGroupsElsewhere(claims, names.groups)) throw new OpenIdError('groups-not-sent');
  const email = verifiedEmail(claims, names.email);
  const username = textOf(claims, names.username);
  return {
    provider: issuer,
    nameId: subject,
    // OpenID Connect subjects are compared exactly.
    nameKey: subject,
    isNameAddress: false,
    email,
    isEmailSent: email !== undefined,
    username: username === undefined || username.trim() === '' ? (email ?? subject) : username,
    groups: new Set(groups?.filter((group) => group.trim() !== '')),
    areGroupsSent: groups !== undefined,
    isAdmin: isAdminIn(claims, names),
  };
}

/** If domains are configured, throws `OpenIdError` unless the user's verified email address is in one of them. */
export function requireAllowedDomain({ email }: Claims, domains: readonly string[]): void {
  if (domains.length === 0) return;
  if (email === undefined) throw new OpenIdError('unproved-address');
  const domain = folded(email.slice(email.lastIndexOf('@') + 1));
  if (!domains.some((allowed) => folded(allowed) === domain)) throw new OpenIdError('domain-not-allowed');
}

/**
 * If domains are configured, throws `OpenIdError` unless Google states that the account belongs to a Google Workspace
 * with one of them. The email address is not sufficient, because a private Google account can have an address of any
 * domain.
 */
export function requireHostedDomain(claims: JsonObject, domains: readonly string[]): void {
  const hosted = typeof claims.hd === 'string' ? folded(claims.hd) : undefined;
  const isAllowed = domains.some((domain) => folded(domain) === hosted);
  if (domains.length > 0 && !isAllowed) throw new OpenIdError('workspace-not-allowed');
}

/** If groups are configured, throws `OpenIdError` unless the user is in one of them. */
export function requireAllowedGroup({ groups }: Claims, allowed: readonly string[]): void {
  if (allowed.length > 0 && !allowed.some((group) => groups.has(group))) throw new OpenIdError('group-not-allowed');
}

/**
 * Returns the value of a claim. A name with dots is first looked up as a claim name, and then as the path of a nested
 * claim.
 */
export function claimAt(claims: JsonObject, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
    const outer = claims[name.slice(0, dot)];
    if (Object.hasOwn(claims, name.slice(0, dot)) && isObject(outer)) return claimAt(outer, name.slice(dot + 1));
  }
  return undefined;
}

function textOf(claims: JsonObject, name: string): string | undefined {
  const value = claimAt(claims, name) ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || !isStorable(value)) throw new OpenIdError('unreadable-claim', { detail: name });
  return value;
}

/** Returns the values of a claim as a list of texts, or undefined if the claim is absent. */
function valuesOf(claims: JsonObject, name: string): readonly string[] | undefined {
  const value = claimAt(claims, name) ?? undefined;
  if (value === undefined) return undefined;
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.map((each) => {
    const isScalar = typeof each === 'boolean' || typeof each === 'number';
    const isText = typeof each === 'string' && isStorable(each);
    if (!isText && !isScalar) throw new OpenIdError('unreadable-claim', { detail: name });
    return String(each);
  });
}

/**
 * Returns the email address if the provider has verified it. The provider verifies the claim `email`. Another claim is
 * accepted only if it has the same address.
 */
function verifiedEmail(claims: JsonObject, name: string): string | undefined {
  const value = textOf(claims, name);
  const isOwn = value !== undefined && isAboutEmail(claims, value) && isMailAddress(value);
  return isOwn && vouchersIn(claims).length > 0 ? value : undefined;
}

/** Returns the names of the claims that confirm the email address. Returns none if any of these claims denies it. */
export function vouchersIn(claims: JsonObject): readonly string[] {
  const sent = addressProofs.filter((name) => (claims[name] ?? undefined) !== undefined);
  return sent.every((name) => isTrue(claims[name])) ? sent : [];
}

/** Whether an address equals the claim `email`, which is the only address that the provider can confirm. */
export const isAboutEmail = ({ email }: JsonObject, address: string): boolean =>
  typeof email === 'string' && folded(email) === folded(address);

/**
 * Whether a claim is true. Some providers send booleans as text, and Microsoft Entra sends `xms_edov` in several forms.
 */
const isTrue = (flag: unknown): boolean => flag === true || flag === 1 || flag === 'true' || flag === '1';

/** Whether the provider sent a link instead of the groups, because the user is in too many groups. */
export function areGroupsElsewhere(claims: JsonObject, name: string): boolean {
  const elsewhere = claims._claim_names;
  const isLinked =
    isObject(elsewhere) && Object.keys(elsewhere).some((each) => name === each || name.startsWith(`${each}.`));
  return isLinked || (name === 'groups' && isTrue(claims.hasgroups));
}

function isAdminIn(claims: JsonObject, names: ClaimNames): boolean | undefined {
  const role = names.siteAdminValue.trim();
  const name = names.siteAdmin.trim() === '' ? names.groups : names.siteAdmin;
  if (role === '') return undefined;
  return valuesOf(claims, name)?.includes(role);
}
