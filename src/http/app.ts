import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { notFound, tooManyRequests, unauthorized } from '../jsonapi/errors.ts';
import type { Load } from '../jsonapi/include.ts';
import { queryParameters } from '../jsonapi/query.ts';
import type { Actor, Identity, Session } from '../lib/actor.ts';
import { clientNetwork } from '../lib/address.ts';
import type { RateLimitStore } from '../lib/token-bucket.ts';
import { withoutSecrets } from '../lib/tokens.ts';
import { prefersHtml } from './accept.ts';
import { drain } from './body.ts';
import { failureOf, type ShowFailure, showDocument } from './failure.ts';
import { requireOwnSite } from './own-site.ts';
import { type LimitSource, rateLimitHeaders } from './rate-limit.ts';
import type { Rendered } from './reply.ts';
import type { Caller, Route } from './route.ts';
import { type HeaderFields, isUnsafe, send } from './send.ts';
import { originForm } from './target.ts';
import { answerUnreadable } from './unreadable.ts';

/** A caller whose credentials were good, and what the rate limit counts them as. */
export interface Authenticated {
  readonly identity: Identity;
  readonly client: string;
  /** Present where the credentials were a session's. */
  readonly session?: Session;
}

/** What the framework needs from the features, as plain functions. */
export interface AppParts {
  readonly routes: readonly Route[];
  readonly loaders: ReadonlyMap<string, Load>;
  /** Who sent these headers, to a route for such callers; undefined when they prove nobody. */
  readonly authenticate: (headers: IncomingMessage['headers'], caller: Caller) => Promise<Authenticated | undefined>;
  /** A failure as people read it. */
  readonly showPage: ShowFailure;
  readonly limit: LimitSource;
  readonly buckets: RateLimitStore;
}

const ownRequestId = /^[A-Za-z0-9._-]{1,64}$/;
const longestParameter = 4_096;
const requestTimeout = 300_000;

const requestIdOf = (request: IncomingMessage): string => {
  const own = request.headers['x-request-id'];
  return typeof own === 'string' && ownRequestId.test(own) ? own : randomUUID();
};

const splitUrl = (url: string): { path: string; query: string } => {
  const mark = url.indexOf('?');
  return mark < 0 ? { path: url, query: '' } : { path: url.slice(0, mark), query: url.slice(mark + 1) };
};

/** Takes one token from the caller's bucket; the answer's header fields tell what is left. */
const count = async (parts: AppParts, fields: HeaderFields, client: string): Promise<void> => {
  const limit = parts.limit();
  if (limit === undefined) return;
  const decision = await parts.buckets.take(client, limit);
  const headers = rateLimitHeaders(decision);
  if (!decision.isAllowed) throw tooManyRequests("You have exceeded the API's rate limit.", headers);
  Object.assign(fields, headers);
};

const anonymous: Pick<Actor, 'identity'> = { identity: { kind: 'anonymous' } };

/** Whoever is let in, as the actor that the rules see. */
const letIn = (
  caller: Caller,
  authenticated: Authenticated | undefined,
  fields: HeaderFields,
): Pick<Actor, 'identity' | 'session'> => {
  if (caller === 'anyone' || (caller === 'visitor' && authenticated === undefined)) return anonymous;
  if (authenticated === undefined) throw unauthorized();
  fields['cache-control'] = 'private, no-cache';
  const { identity, session } = authenticated;
  return session === undefined ? { identity } : { identity, session };
};

/** Finds out who calls, and counts the request; 401 for who must prove to be somebody and does not. */
const admit = async (
  context: Context,
  parts: AppParts,
  route: Route,
  { request, fields }: { readonly request: FastifyRequest; readonly fields: HeaderFields },
): Promise<Pick<Actor, 'identity' | 'session'>> => {
  const { isLimited, refusesOtherSites } = route;
  const isServed = route.isServedIn(context.config.edition);
  // What is not served here is not found by anybody with valid credentials, of whatever kind.
  const caller = isServed ? route.caller : 'token';
  const authenticated = caller === 'anyone' ? undefined : await parts.authenticate(request.headers, caller);
  if (isLimited) await count(parts, fields, authenticated?.client ?? clientNetwork(request.ip));
  const admitted = letIn(caller, authenticated, fields);
  if (!isServed) throw notFound();
  if (isUnsafe(request.method) && (refusesOtherSites || admitted.session !== undefined)) {
    requireOwnSite(request.headers, context.baseUrl());
  }
  return admitted;
};

type Answer = (request: FastifyRequest, fields: HeaderFields) => Promise<Rendered>;

/** Unknown routes need no token, but under the API they count against who asks. */
const answerUnknown =
  (parts: AppParts): Answer =>
  async (request, fields) => {
    if (request.url.startsWith('/api/')) {
      const authenticated = await parts.authenticate(request.headers, 'token');
      await count(parts, fields, authenticated?.client ?? clientNetwork(request.ip));
    }
    throw notFound();
  };

/** The router finds `/organizations/` and `/organizations//policies` to have an empty name: they are no route's. */
const hasEmptyName = ({ params }: FastifyRequest): boolean => Object.values(Object(params)).includes('');

/** Answers one route's requests: admit, then run. */
const answerOf =
  (context: Context, parts: AppParts, route: Route): Answer =>
  async (request, fields) => {
    if (hasEmptyName(request)) return answerUnknown(parts)(request, fields);
    const params: Readonly<Record<string, string>> = Object(request.params);
    const admitted = await admit(context, parts, route, { request, fields });
    const { path, query } = splitUrl(request.raw.url ?? '');
    const actor: Actor = { ...admitted, requestId: request.id, address: request.ip };
    return route.run(context, {
      actor,
      params,
      parameters: queryParameters(query),
      stream: request.raw,
      address: { url: context.baseUrl() + path, query },
      loaders: parts.loaders,
    });
  };

/**
 * A path as the log tells it. Where a route asks nobody who they are, what stands in its path may be the proof itself,
 * however much of it came; so the log tells such a route, and not the path.
 */
const loggedPath = ({ url }: IncomingMessage, route: Route | undefined): string =>
  route?.caller === 'anyone' ? route.path : withoutSecrets(splitUrl(url ?? '').path);

const logAnswer = ({ log }: Context, { raw, id }: FastifyRequest, route: Route | undefined, answered: object): void => {
  const level = isUnsafe(raw.method) ? 'info' : 'debug';
  if (!log.isLevelEnabled(level)) return;
  log[level]({ request: id, method: raw.method, path: loggedPath(raw, route), ...answered }, 'answered');
};

const millisecondsSince = (start: number): number => Math.round((performance.now() - start) * 10) / 10;

/** Whether what is not there was asked for by somebody who opened an address. */
const isForPeople = ({ url, headers }: FastifyRequest): boolean =>
  !url.startsWith('/api/') && prefersHtml(headers.accept);

/** How a route's failures are to be shown; without a route, the request tells who will read it. */
const showFor = ({ showPage }: AppParts, request: FastifyRequest, route?: Route): ShowFailure => {
  const own = route?.reply.showFailure;
  if (own !== undefined && !hasEmptyName(request)) return own;
  return (route === undefined ? isForPeople(request) : route.reply.isPage === true) ? showPage : showDocument;
};

/** What every answer says of the service, in vocabularies that have words for it. */
const ownHeaders = ({ vocabulary, config }: Context): Readonly<Record<string, string>> | undefined =>
  vocabulary.headersOf?.(config.edition === 'hosted');

/** Sends what `answer` gives, or what its failure is to the client. */
const handlerFor = (context: Context, parts: AppParts, answer: Answer, route?: Route) => {
  const own = ownHeaders(context);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const startedAt = performance.now();
    const fields: HeaderFields = { 'x-content-type-options': 'nosniff', 'x-request-id': request.id };
    if (own !== undefined) Object.assign(fields, own);
    const rendered = await answer(request, fields).catch((error: unknown) =>
      showFor(parts, request, route)(failureOf(context, error, request.id), request.id),
    );
    try {
      await send(reply, rendered, fields);
    } catch (error) {
      context.log.warn({ request: request.id, error }, 'an answer broke off');
    }
    drain(request.raw);
    const answered = { status: reply.raw.statusCode, milliseconds: millisecondsSince(startedAt) };
    logAnswer(context, request, route, answered);
  };
};

/** Builds the HTTP server for a list of routes; it does not listen yet. */
export const buildApp = (context: Context, parts: AppParts): FastifyInstance => {
  const unknown = handlerFor(context, parts, answerUnknown(parts));
  const app = Fastify({
    logger: false,
    genReqId: requestIdOf,
    rewriteUrl: ({ url = '/' }) => originForm(url),
    trustProxy: context.config.trustedProxies.length > 0 ? [...context.config.trustedProxies] : false,
    routerOptions: { maxParamLength: longestParameter },
    clientErrorHandler: answerUnreadable(ownHeaders(context) ?? {}),
    frameworkErrors: (_error, request, reply) => unknown(request, reply),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    requestTimeout,
  });
  // Bodies are read by the routes themselves, after authentication and rights.
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'QUERY'])
    app.addHttpMethod(method, { overrideExisting: true });
  // An expectation that nobody here knows is no reason to refuse.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.setNotFoundHandler(unknown);
  for (const route of parts.routes) {
    const handler = handlerFor(context, parts, answerOf(context, parts, route), route);
    app.route({ method: route.method, url: route.path, handler });
  }
  return app;
};
