// Results of a dry run for each claim, for administrators who configure a provider.

import { isObject, type JsonObject } from '../../lib/json/json-tree.ts';
import { shortened, visibleLine } from '../../lib/text/text.ts';
import { isMailAddress } from '../sign-in/mail-address.ts';
import { areGroupsElsewhere, type ClaimNames, claimAt, isAboutEmail, vouchersIn } from './claims.ts';
import type { VerifiedSignIn } from './verified.ts';

/** Claim that a sign-in uses, as sent by the provider. */
export interface ClaimReading {
  readonly use: keyof typeof uses;
  /** Name of the claim at the provider. */
  readonly claim: string;
  /** Shortened value. Null if the claim was not sent. */
  readonly value: string | null;
  /** Sentence about a claim that is missing or unusable. Null if it is usable. */
  readonly problem: string | null;
}

/** Labels of the purposes for which a sign-in uses claims. */
export const uses = {
  person: 'Person',
  username: 'Username of a new account',
  email: 'E-mail address',
  proof: 'Address confirmation',
  groups: 'Groups',
  'site-admin': 'Site administrator',
} as const;

/** Reads all claims without stopping at an error, so that all problems are shown. */
export function readClaimByClaim(
  { subject, claims }: Pick<VerifiedSignIn, 'subject' | 'claims'>,
  names: ClaimNames,
): readonly ClaimReading[] {
  const reading = (use: ClaimReading['use'], claim: string, problemOf: (value: unknown) => string | null) => {
    const value = claimAt(claims, claim) ?? undefined;
    return { use, claim, value: value === undefined ? null : valueText(value), problem: problemOf(value) };
  };
  const adminClaim = names.siteAdmin.trim() === '' ? names.groups : names.siteAdmin;
  return [
    { use: 'person', claim: 'sub', value: valueText(subject), problem: null },
    reading('username', names.username, usernameProblem),
    reading('email', names.email, (value) => emailProblem(claims, value)),
    proofIn(claims),
    ...(names.groups === '' ? [] : [reading('groups', names.groups, (value) => groupsProblem(claims, names, value))]),
    ...(names.siteAdminValue.trim() === '' ? [] : [reading('site-admin', adminClaim, adminProblem(names))]),
  ];
}

const maxLength = 80;
const maxItems = 10;

function valueText(value: unknown): string {
  if (typeof value === 'string') return shortened(visibleLine(value), maxLength);
  if (!Array.isArray(value)) return shortened(visibleLine(JSON.stringify(value)), maxLength);
  const more = value.length - maxItems;
  return [...value.slice(0, maxItems).map(valueText), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

const notText = 'The claim is not text. To use a nested claim, write its path with dots.';
const notTexts = 'The claim is neither text nor a list of texts. To use a nested claim, write its path with dots.';

function usernameProblem(value: unknown): string | null {
  if (value === undefined)
    return 'The claim was not sent: the username of a new account is taken from the e-mail address or, without one, from the subject.';
  return typeof value === 'string' ? null : notText;
}

function emailProblem(claims: JsonObject, value: unknown): string | null {
  if (value === undefined) return 'The claim was not sent: without an e-mail address, no account is linked or created.';
  if (typeof value !== 'string') return notText;
  if (!isMailAddress(value)) return 'The claim is not an e-mail address and is ignored.';
  return isAboutEmail(claims, value)
    ? null
    : 'The claim differs from the claim "email", which is the only address that the provider confirms, and is ignored.';
}

function proofIn(claims: JsonObject): ClaimReading {
  const [voucher] = vouchersIn(claims);
  const claim = voucher ?? (claims.xms_edov === undefined ? 'email_verified' : 'xms_edov');
  const value = claims[claim];
  const problem =
    voucher === undefined
      ? 'The provider does not confirm that the address is verified, so the address is ignored.'
      : null;
  return { use: 'proof', claim, value: value === undefined ? null : valueText(value), problem };
}

const isText = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);
const areTexts = (value: unknown): boolean => (Array.isArray(value) ? value.every(isText) : isText(value));

function groupsProblem(claims: JsonObject, { groups }: ClaimNames, value: unknown): string | null {
  if (value !== undefined) return areTexts(value) ? null : notTexts;
  if (areGroupsElsewhere(claims, groups))
    return 'The provider sent a link instead of the groups, because the user is in too many groups. Assign groups to the application, or filter them.';
  return 'The claim was not sent. Configure the provider to send the claim, or leave the groups claim blank.';
}

const adminProblem =
  ({ siteAdminValue }: ClaimNames) =>
  (value: unknown): string | null => {
    if (value === undefined)
      return 'The claim was not sent: a site administrator role that the claim granted earlier is removed.';
    if (!areTexts(value)) return isObject(value) ? notTexts : notText;
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    const isIn = values.some((each) => String(each) === siteAdminValue.trim());
    return isIn ? null : `The claim does not contain "${siteAdminValue.trim()}": the user is not a site administrator.`;
  };
