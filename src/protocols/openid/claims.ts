// Claims of a verified sign-in about a person, read by the names in the settings.
import { isObject, type JsonObject } from '../../lib/json/json-tree.ts';
import { folded, isStorable } from '../../lib/text/text.ts';
import type { Claims } from '../sign-in/claims.ts';
import { isMailAddress } from '../sign-in/mail-address.ts';
import { OpenIdError } from './error.ts';
import { addressProofs } from './merged-claims.ts';
import type { VerifiedSignIn } from './verified.ts';

/** Names of claims that the settings choose; a claim inside of another one has dots in its name, such as `realm_access.roles`. */
export interface ClaimNames {
  readonly username: string;
  readonly email: string;
  /** Blank where the provider has no groups. */
  readonly groups: string;
  /** Blank for the claim of the groups. */
  readonly siteAdmin: string;
  /** Value of that claim that makes a site administrator; blank when none does. */
  readonly siteAdminValue: string;
}

/** Throws `OpenIdError` where a claim that the settings name cannot be read, or the groups were not sent. */
export function readClaims({ issuer, subject, claims }: VerifiedSignIn, names: ClaimNames): Claims {
  const groups = valuesOf(claims, names.groups);
  if (groups === undefined && areGroupsElsewhere(claims, names.groups)) throw new OpenIdError('groups-not-sent');
  const email = verifiedEmail(claims, names.email);
  const username = textOf(claims, names.username);
  return {
    provider: issuer,
    nameId: subject,
    // A subject is compared as it is.
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

/** Throws `OpenIdError` unless the verified address of a person is in one of the allowed domains, if there are any. */
export function requireAllowedDomain({ email }: Claims, domains: readonly string[]): void {
  if (domains.length === 0) return;
  if (email === undefined) throw new OpenIdError('unproved-address');
  const domain = folded(email.slice(email.lastIndexOf('@') + 1));
  if (!domains.some((allowed) => folded(allowed) === domain)) throw new OpenIdError('domain-not-allowed');
}

/**
 * Throws `OpenIdError` unless Google says that the account belongs to a Google Workspace with one of the allowed domains, if
 * there are any. An address alone proves less: a private Google account can have one of any domain.
 */
export function requireHostedDomain(claims: JsonObject, domains: readonly string[]): void {
  const hosted = typeof claims.hd === 'string' ? folded(claims.hd) : undefined;
  const isAllowed = domains.some((domain) => folded(domain) === hosted);
  if (domains.length > 0 && !isAllowed) throw new OpenIdError('workspace-not-allowed');
}

/** Throws `OpenIdError` unless a person is in one of the allowed groups, if there are any. */
export function requireAllowedGroup({ groups }: Claims, allowed: readonly string[]): void {
  if (allowed.length > 0 && !allowed.some((group) => groups.has(group))) throw new OpenIdError('group-not-allowed');
}

/** The value of a claim. A name with dots is that of a claim as it is, else of a claim inside of one. */
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

/** The texts of a claim: a list, or one; undefined where the claim is absent. */
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
 * The address, if the provider vouches for it. What it says is about the claim `email`; another claim is an address only if
 * it has the same one.
 */
function verifiedEmail(claims: JsonObject, name: string): string | undefined {
  const value = textOf(claims, name);
  const isOwn = value !== undefined && isAboutEmail(claims, value) && isMailAddress(value);
  return isOwn && vouchersIn(claims).length > 0 ? value : undefined;
}

/** Claims by which the provider vouches for the address; none where one of them says no. */
export function vouchersIn(claims: JsonObject): readonly string[] {
  const sent = addressProofs.filter((name) => (claims[name] ?? undefined) !== undefined);
  return sent.every((name) => isTrue(claims[name])) ? sent : [];
}

/** True if an address is the one that the provider vouches for. */
export const isAboutEmail = ({ email }: JsonObject, address: string): boolean =>
  typeof email === 'string' && folded(email) === folded(address);

/** Some providers write flags as texts, and Microsoft Entra writes `xms_edov` in several ways. */
const isTrue = (flag: unknown): boolean => flag === true || flag === 1 || flag === 'true' || flag === '1';

/** True if a provider sent a link in place of more groups than it lists. */
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
