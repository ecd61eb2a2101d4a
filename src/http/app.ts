import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { ApiError, notFound, unauthorized } from '../jsonapi/errors.ts';
import type { Load } from '../jsonapi/include.ts';
import { queryParameters } from '../jsonapi/query.ts';
import type { Actor, Identity } from '../lib/actor.ts';
import { clientNetwork } from '../lib/address.ts';
import type { RateLimitStore } from '../lib/token-bucket.ts';
import { drain } from './body.ts';
import { entityTag, isUnchanged } from './etag.ts';
import { renderError } from './failure.ts';
import { type LimitSource, rateLimitHeaders } from './rate-limit.ts';
import type { Rendered } from './reply.ts';
import type { Route } from './route.ts';

/** A caller whose credentials were good, and what the rate limit counts them as. */
export interface Authenticated {
  readonly identity: Identity;
  readonly client: string;
}

/** What the framework needs from the features, as plain functions. */
export interface AppParts {
  readonly routes: readonly Route[];
  readonly loaders: ReadonlyMap<string, Load>;
  /** Who sent these headers; undefined when they prove nobody. */
  readonly authenticate: (headers: IncomingMessage['headers']) => Promise<Authenticated | undefined>;
  readonly limit: LimitSource;
  readonly buckets: RateLimitStore;
}

const ownRequestId = /^[A-Za-z0-9._-]{1,64}$/;
const longestParameter = 4_096;
const requestTimeout = 300_000;
const privateAnswer = { 'cache-control': 'private, no-cache' };

const requestIdOf = (request: IncomingMessage): string => {
  const own = request.headers['x-request-id'];
  return typeof own === 'string' && ownRequestId.test(own) ? own : randomUUID();
};

const tooManyRequests = (headers: Record<string, string>): ApiError =>
  new ApiError(429, [{ detail: "You have exceeded the API's rate limit." }], headers);

const splitUrl = (url: string): { path: string; query: string } => {
  const mark = url.indexOf('?');
  return mark < 0 ? { path: url, query: '' } : { path: url.slice(0, mark), query: url.slice(mark + 1) };
};

/** Takes one token from the caller's bucket; the answer's headers tell what is left. */
const limited = async (parts: AppParts, reply: FastifyReply, client: string): Promise<void> => {
  const limit = parts.limit();
  if (limit === undefined) return;
  const decision = await parts.buckets.take(client, limit);
  const headers = rateLimitHeaders(decision);
  if (!decision.isAllowed) throw tooManyRequests(headers);
  reply.headers(headers);
};

const isUnsafe = (method: string): boolean => method !== 'GET' && method !== 'HEAD';

const asItIs = (body: string): string => body;

const tagOf = (body: Rendered['body']): string | undefined => (typeof body === 'string' ? entityTag(body) : undefined);

const send = (request: FastifyRequest, reply: FastifyReply, { status, headers, body }: Rendered) => {
  reply.code(status).headers({ 'x-content-type-options': 'nosniff', 'x-request-id': request.id, ...headers });
  const tag = status === 200 && !isUnsafe(request.method) ? (headers.etag ?? tagOf(body)) : undefined;
  if (tag !== undefined) reply.header('etag', tag);
  if (isUnchanged(request.headers['if-none-match'], tag)) return reply.code(304).send();
  // JSON:API's media type takes no charset, which the framework would add to a text it knows no serializer for.
  reply.serializer(asItIs);
  return reply.send(typeof body === 'object' ? Readable.from(body, { objectMode: false }) : body);
};

const anonymous: Identity = { kind: 'anonymous' };

/** Serves one route: authenticate, count, run, send. */
const handlerOf = (context: Context, parts: AppParts, route: Route) => {
  const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<Identity> => {
    const caller = route.caller === 'anyone' ? undefined : await parts.authenticate(request.headers);
    if (route.isLimited) await limited(parts, reply, caller?.client ?? clientNetwork(request.ip));
    if (route.caller === 'anyone') return anonymous;
    if (caller === undefined) throw unauthorized();
    reply.headers(privateAnswer);
    return caller.identity;
  };

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const identity = await admit(request, reply);
    const { path, query } = splitUrl(request.raw.url ?? '');
    const actor: Actor = { identity, requestId: request.id, address: request.ip };
    const rendered = await route.run(context, {
      actor,
      params: Object(request.params),
      parameters: queryParameters(query),
      stream: request.raw,
      address: { url: context.baseUrl() + path, query },
      loaders: parts.loaders,
    });
    return send(request, reply, rendered);
  };
};

const finishAnswers = (app: FastifyInstance, { log }: Context): void => {
  app.addHook('onResponse', (request, reply, done) => {
    drain(request.raw);
    done();
    const level = isUnsafe(request.method) ? 'info' : 'debug';
    if (!log.isLevelEnabled(level)) return;
    const { path } = splitUrl(request.url);
    const milliseconds = Math.round(reply.elapsedTime * 10) / 10;
    log[level](
      { request: request.id, method: request.method, path, status: reply.statusCode, milliseconds },
      'answered',
    );
  });
};

const sendErrors = (app: FastifyInstance, context: Context, parts: AppParts): void => {
  const fail = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    send(request, reply, renderError(context, error, request.id));
  app.setErrorHandler(fail);
  app.setNotFoundHandler(async (request, reply) => {
    if (request.url.startsWith('/api/')) {
      const caller = await parts.authenticate(request.headers);
      await limited(parts, reply, caller?.client ?? clientNetwork(request.ip));
    }
    throw notFound();
  });
};

/** Builds the HTTP server for a list of routes; it does not listen yet. */
export const buildApp = (context: Context, parts: AppParts): FastifyInstance => {
  const app = Fastify({
    logger: false,
    genReqId: requestIdOf,
    trustProxy: context.config.trustedProxies.length > 0 ? [...context.config.trustedProxies] : false,
    routerOptions: { maxParamLength: longestParameter },
    frameworkErrors: (_error, request, reply) => send(request, reply, renderError(context, notFound(), request.id)),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    requestTimeout,
  });
  app.removeAllContentTypeParsers();
  // Bodies are read by the routes themselves, after authentication and rights.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  finishAnswers(app, context);
  sendErrors(app, context, parts);
  for (const route of parts.routes) {
    app.route({ method: route.method, url: route.path, handler: handlerOf(context, parts, route) });
  }
  return app;
};
