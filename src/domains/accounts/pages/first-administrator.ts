// Creates the first administrator in a browser. The one-time token in the URL proves that the visitor is the operator.
// The URL does not leak: the page loads nothing from other sites, its links send no path in the referrer, and the token
// works once.

import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import type { RequestHeaders } from '../../../http/client-request.ts';
import type { Rendered } from '../../../http/reply.ts';
import { ApiError, type Problem } from '../../../jsonapi/errors.ts';
import { Password } from '../../../jsonapi/schema.ts';
import { validate } from '../../../jsonapi/validate.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { pageReply, redirectTo } from '../../../pages/page-reply.ts';
import { siteOf } from '../../instance/index.ts';
import { signInInitialAdmin, unspentToken } from '../administration/initial-admin.ts';
import { users } from '../users/entity.ts';
import {
  type AccountFaults,
  accountFields,
  accountPage,
  checkPage,
  otherAddressPage,
  spentTokenPage,
} from './first-administrator-page.ts';

/**
 * Entered account data by form field. All fields are missing if the form was sent only to check the browser's address.
 */
export type TypedAccount = Readonly<Partial<Record<(typeof accountFields)[number], string>>>;

export interface FirstVisit {
  readonly actor: Actor;
  readonly token: string;
  readonly headers: RequestHeaders;
}

/**
 * Returns the form if the request has the configured host. Otherwise returns the page that makes the browser report its
 * address.
 */
export function openFirstAdministrator(context: Context, { token, headers }: FirstVisit): Promise<Rendered> {
  return withToken(context, token, async () => {
    const site = siteOf(context);
    const isAtHome = headers.host === new URL(site.address).host;
    return pageReply(site, isAtHome ? accountPage(site, { token }) : checkPage(site, token));
  });
}

/** Creates the account and opens its session. Without form fields, only checks the address that the browser uses. */
export function sendFirstAdministrator(context: Context, visit: FirstVisit, typed: TypedAccount): Promise<Rendered> {
  const { token, headers } = visit;
  return withToken(context, token, async () => {
    const site = siteOf(context);
    const seen = otherAddress(site.address, headers.origin);
    if (seen !== undefined) return pageReply(site, otherAddressPage(site, { token, seen }), 409);
    if (typed.username === undefined) return pageReply(site, accountPage(site, { token }));
    const faults = faultsOf(typed);
    if (Object.keys(faults).length > 0)
      return pageReply(site, accountPage(site, { token, ...kept(typed), faults }), 422);
    return create(context, visit, typed);
  });
}

/** Path of the page to open after the first sign-in. */
const firstSteps = '/app/first-steps';

const create = async (
  context: Context,
  { actor, token, headers }: FirstVisit,
  typed: TypedAccount,
): Promise<Rendered> => {
  const site = siteOf(context);
  const { username = '', email = '', password = '' } = typed;
  try {
    const visitor = { token, actor, userAgent: headers['user-agent'] };
    const session = await signInInitialAdmin(context, visitor, { username, email, password });
    return redirectTo(site, `/sign-in?${new URLSearchParams({ 'signed-in': '1', to: firstSteps })}`, session.headers);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 422)) throw error;
    return pageReply(site, accountPage(site, { token, ...kept(typed), faults: byField(error.problems) }), 422);
  }
};

/** Fields that are shown again after an error. */
const kept = ({ username = '', email = '' }: TypedAccount) => ({ username, email });

/** Runs `answer` for a valid unused token. Otherwise returns a page that says what to do. */
const withToken = async (context: Context, token: string, answer: () => Promise<Rendered>): Promise<Rendered> => {
  try {
    await unspentToken(context, token);
    return await answer();
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
    const site = siteOf(context);
    return pageReply(site, spentTokenPage(site), 404);
  }
};

/**
 * Returns the address in the browser's address bar if it differs from the configured address. The `Origin` header
 * contains this address, and a reverse proxy does not change the header.
 */
const otherAddress = (address: string, origin: string | undefined): string | undefined => {
  const own = new URL(address);
  if (origin === undefined || origin === own.origin) return undefined;
  return URL.canParse(origin) && /^https?:/.test(origin) ? origin + address.slice(own.origin.length) : undefined;
};

const { username, email } = users.create;
const schema = Type.Object({ username, email, password: Password() });

const faultsOf = ({ repeated, ...account }: TypedAccount): AccountFaults => {
  const result = validate(schema, account);
  return {
    ...('problems' in result && byField(result.problems)),
    ...(account.password !== repeated && { repeated: ['The two passwords are not the same.'] }),
  };
};

/** Error messages by form field. */
const byField = (problems: readonly Problem[]): AccountFaults => {
  const of = (name: string) =>
    problems.filter(({ pointer }) => pointer?.endsWith(`/${name}`)).map(({ detail }) => `${detail}.`);
  return Object.fromEntries(
    accountFields.map((name) => [name, of(name)] as const).filter(([, each]) => each.length > 0),
  );
};
