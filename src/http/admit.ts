import type { IncomingMessage } from 'node:http';
import type { Context } from '../context.ts';
import { ApiError, notFound, sessionRequired, tooManyRequests, unauthorized } from '../jsonapi/errors.ts';
import type { Actor, Identity, Session, UsedToken } from '../kernel/actor.ts';
import { clientNetwork } from '../lib/network/address.ts';
import type { Exchange } from './exchange.ts';
import { type Budget, type LimitSource, rateLimitHeaders } from './rate-limit.ts';
import type { Rendered } from './reply.ts';
import type { Caller, Route } from './route.ts';
import { requireSameOrigin } from './same-origin.ts';
import { type HeaderFields, isUnsafe } from './send.ts';

/** Caller with valid credentials. `client` is the name of the rate limit window that counts the caller's requests. */
export interface Authenticated {
  readonly identity: Identity;
  readonly client: string;
  /** Session of the caller. Absent if the request is authenticated with a token. */
  readonly session?: Session;
  /** Token with which the request is authenticated. Absent for requests with a session. */
  readonly token?: UsedToken;
  /** Account against whose limits the actions of a team or organization token count; see `Actor.account`. */
  readonly account?: string;
}

/** Functions that authentication and rate limiting need from the domains. */
export interface AdmissionFunctions {
  /**
   * Authenticates a request. `caller` says which credentials the route accepts. Returns undefined if the request has no
   * valid credentials.
   */
  readonly authenticate: (headers: IncomingMessage['headers'], caller: Caller) => Promise<Authenticated | undefined>;
  readonly limit: LimitSource;
  readonly budgets: Readonly<Record<'api' | 'registry', Budget>>;
}

type Admitted = Pick<Actor, 'identity' | 'session' | 'token' | 'account'>;

/** Authenticates a request and counts it against the rate limit of its route. Throws 401, 403, 404 or 429. */
export async function admit(
  { config, baseUrl }: Context,
  admission: AdmissionFunctions,
  route: Route,
  { exchange, fields }: { readonly exchange: Exchange; readonly fields: HeaderFields },
): Promise<Admitted> {
  const { rateLimit, requiresSameOrigin } = route;
  const { request } = exchange;
  const isServed = route.isServedIn(config.edition);
  // If this edition does not serve the route, every type of valid credentials is accepted here and gets 404 below.
  const caller = isServed ? route.caller : 'token';
  const authenticated = caller === 'anyone' ? undefined : await admission.authenticate(request.headers, caller);
  if (rateLimit === 'api' || rateLimit === 'registry') {
    // Requests with invalid credentials count against the rate limit of the API, whatever the route's own limit is,
    // because they may be attempts to guess a token.
    const budget = authenticated === undefined ? 'api' : rateLimit;
    await count(admission, clientOf(exchange, authenticated), fields, budget);
  }
  if (caller === 'session' && authenticated === undefined && request.headers.authorization !== undefined)
    throw sessionRequired();
  const admitted = admittedAs(caller, authenticated, fields);
  if (!isServed) throw notFound();
  if (isUnsafe(request.method) && (requiresSameOrigin || admitted.session !== undefined)) {
    requireSameOrigin(request.headers, baseUrl());
  }
  return admitted;
}

/** Response statuses that mean that the secret in the URL is unknown, expired or already used. */
const refusals: readonly number[] = [401, 404];

/**
 * Runs a request to a route whose URL contains a secret. Only requests with an invalid secret count against the rate
 * limit of the client's address. If the limit is exceeded, they get 429. Requests with a valid secret are not limited.
 */
export async function limitRefusals(
  admission: AdmissionFunctions,
  exchange: Exchange,
  fields: HeaderFields,
  run: () => Promise<Rendered>,
): Promise<Rendered> {
  const client = `refused ${clientNetwork(exchange.address)}`;
  try {
    const rendered = await run();
    if (refusals.includes(rendered.status)) await count(admission, client, fields);
    return rendered;
  } catch (error) {
    if (error instanceof ApiError && refusals.includes(error.status)) await count(admission, client, fields);
    throw error;
  }
}

/** Counts a request that matches no route, whether or not it has credentials. */
export async function countUnknown(
  admission: AdmissionFunctions,
  exchange: Exchange,
  fields: HeaderFields,
): Promise<void> {
  const authenticated = await admission.authenticate(exchange.request.headers, 'token');
  await count(admission, clientOf(exchange, authenticated), fields);
}

const clientOf = ({ address }: Exchange, authenticated: Authenticated | undefined): string =>
  authenticated?.client ?? clientNetwork(address);

/** Counts a request in a client's rate limit window, and adds the rate limit headers to the response. */
const count = async (
  { limit, budgets }: AdmissionFunctions,
  client: string,
  fields: HeaderFields,
  budget: keyof AdmissionFunctions['budgets'] = 'api',
): Promise<void> => {
  const max = limit();
  if (max === undefined) return;
  const { prefix, times, windows } = budgets[budget];
  const decision = await windows.take(prefix + client, max * times);
  const headers = rateLimitHeaders(decision);
  if (!decision.isAllowed) throw tooManyRequests("You have exceeded the API's rate limit.", headers);
  Object.assign(fields, headers);
};

const anonymous: Admitted = { identity: { kind: 'anonymous' } };

const admittedAs = (caller: Caller, authenticated: Authenticated | undefined, fields: HeaderFields): Admitted => {
  if (caller === 'anyone' || (caller === 'visitor' && authenticated === undefined)) return anonymous;
  if (authenticated === undefined) throw unauthorized();
  fields['cache-control'] = 'private, no-cache';
  const { client: _client, ...admitted } = authenticated;
  return admitted;
};
