import type { IncomingMessage } from 'node:http';
import newRouter from 'find-my-way';
import type { Context } from '../context.ts';
import { notFound } from '../jsonapi/errors.ts';
import { queryParameters } from '../jsonapi/query.ts';
import { memoize } from '../lib/functions/memoize.ts';
import { withoutSecrets } from '../lib/secrets/tokens.ts';
import type { LoadShedding } from '../runtime/limits/load-shedding.ts';
import type { Answered } from '../runtime/observability/metrics.ts';
import { inRequest } from '../runtime/observability/present-request.ts';
import { tracer } from '../services.ts';
import { prefersHtml } from './accept.ts';
import { type AdmissionFunctions, admit, countUnknown, limitRefusals } from './admit.ts';
import { closingFields, drain } from './body.ts';
import { clientAddresses } from './client-address.ts';
import { brokeOff } from './client-request.ts';
import { type Exchange, newExchange } from './exchange.ts';
import { failureOf, type ShowFailure, showDocument } from './failure.ts';
import { type HttpServer, newHttpServer } from './http-server.ts';
import { resetField } from './rate-limit.ts';
import type { Rendered } from './reply.ts';
import type { Includable, Method, Route } from './route.ts';
import { AnswerBrokeOff, type HeaderFields, isUnsafe, send } from './send.ts';
import { serverCertificate, transferLimits } from './services.ts';
import { originForm } from './target.ts';
import { tracedHandler } from './traced-request.ts';

/** Routes and functions that the HTTP layer gets from the domains. */
export interface AppParts extends AdmissionFunctions {
  readonly routes: readonly Route[];
  /** Resource types that can be included in documents, by type name. */
  readonly includable: ReadonlyMap<string, Includable>;
  /** Renders an error as an HTML page. */
  readonly showPage: ShowFailure;
  /** Called with each request before it is handled. */
  readonly noteRequest?: (request: IncomingMessage) => void;
  /** Refuses requests while the process is overloaded. */
  readonly pressure: Pick<LoadShedding, 'enter'>;
  /** Called after each response, with the method, route, status and duration of the request. */
  readonly noteAnswer: (answered: Answered) => void;
}

const maxParameterLength = 4_096;

/** Builds the HTTP server for a list of routes. The server does not listen yet. */
export function buildApp(context: Context, parts: AppParts): HttpServer {
  const addressOf = clientAddresses(context.config.trustedProxies);
  const find = finderOf(parts.routes);
  const handlerOf = memoize((route: Route) => handlerFor(context, parts, answerOf(context, parts, route), route));
  const handleUnknown = handlerFor(context, parts, answerUnknown(parts));
  const app = newHttpServer(
    (request, response) => {
      request.url = originForm(request.url ?? '/');
      parts.noteRequest?.(request);
      // While the server is shutting down, each client must open its next connection to another instance.
      if (!app.server.listening) response.setHeader('Connection', 'close');
      const { route, params } = find(request.method, request.url) ?? { params: {} };
      const handle = route === undefined ? handleUnknown : handlerOf(route);
      return handle(newExchange(request, response, addressOf(request), params));
    },
    ownHeaders(context),
    serverCertificate(context),
  );
  return app;
}

/** Route that matches a request, and its path parameters. Without a match, `route` is undefined. */
interface RouteMatch {
  readonly route?: Route;
  readonly params: Exchange['params'];
}

/**
 * Returns the router for a list of routes. Building one takes longer than a request, so servers with the same routes
 * share one router.
 */
const finderOf = memoize((routes: readonly Route[]) => {
  const router = newRouter({
    maxParamLength: maxParameterLength,
    // The router need not parse the query string, because each route does this according to its declaration.
    querystringParser: () => undefined,
  });
  for (const route of routes) router.on(methodsOf(route), route.path, () => undefined, route);
  return (method: string | undefined, target: string): RouteMatch | undefined => {
    const match = isServed(method) ? router.find(method, target) : null;
    return match === null ? undefined : { route: match.store, params: Object(match.params) };
  };
});

const isServed = (method: string | undefined): method is Method | 'HEAD' =>
  ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(method ?? '');

const methodsOf = ({ method }: Route): (Method | 'HEAD')[] => (method === 'GET' ? ['GET', 'HEAD'] : [method]);

type Answer = (exchange: Exchange, fields: HeaderFields) => Promise<Rendered>;

/**
 * Returns the handler of a route's requests. It sends the result of `answer`, or an error response if `answer` throws.
 */
const handlerFor = (context: Context, parts: AppParts, answer: Answer, route?: Route) => {
  const own = { ...ownHeaders(context), ...(route?.path.startsWith('/api/') !== false && apiHeaders) };
  const limits = transferLimits(context);
  const isLogged = { info: context.log.isLevelEnabled('info'), debug: context.log.isLevelEnabled('debug') };
  const handle = async (exchange: Exchange): Promise<void> => {
    const startedAt = performance.now();
    const { id, request, response } = exchange;
    const fields: HeaderFields = { 'x-request-id': id, ...own };
    const show = (error: unknown) => showFor(parts, exchange, route)(failureOf(context, error, id), id);
    let rendered: Rendered;
    try {
      rendered = await answer(exchange, fields);
    } catch (error) {
      rendered = show(error);
    }
    const isAnonymous = isForAnyone(route) || isOfNobody(exchange, rendered);
    Object.assign(fields, closingFields(request, isAnonymous), resetField(fields, rendered));
    try {
      await send(limits, exchange, rendered, fields);
    } catch (error) {
      if (response.headersSent) logBreakOff(context, id, error);
      else await send(limits, exchange, show(error), fields).catch((again) => logBreakOff(context, id, again));
    }
    drain(request, isAnonymous);
    parts.noteAnswer(answered(exchange, route, startedAt));
    if (isLogged[isUnsafe(request.method) ? 'info' : 'debug']) logAnswer(context, exchange, route, startedAt);
  };
  // Requests are recorded only for the log of slow statements.
  const isNoted = context.config.slowQueryMs > 0;
  return tracedHandler(tracer(context), route, (exchange) =>
    (isNoted ? inRequest(exchange.id, () => handle(exchange)) : handle(exchange)).catch((error: unknown) => {
      failureOf(context, error, exchange.id);
      exchange.response.destroy();
    }),
  );
};

/** Handles the requests of one route: authenticates and counts them, then runs the route. */
const answerOf =
  (context: Context, parts: AppParts, route: Route): Answer =>
  async (exchange, fields) => {
    if (hasEmptyName(exchange)) return answerUnknown(parts)(exchange, fields);
    using _request = route.isHealthCheck ? undefined : parts.pressure.enter();
    const { id, address, request, path, query, params } = exchange;
    const admitted = await admit(context, parts, route, { exchange, fields });
    exchange.sender = admitted;
    // If the client has disconnected, nobody would receive a response, so the request is not handled.
    if (request.socket.destroyed) throw brokeOff();
    const run = () =>
      route.run(context, {
        actor: { ...admitted, requestId: id, address },
        params,
        parameters: queryParameters(query),
        stream: request,
        address: { url: context.baseUrl() + path, query, pathPrefix: context.pathPrefix() },
        includable: parts.includable,
      });
    return route.rateLimit === 'refusals' ? limitRefusals(parts, exchange, fields, run) : run();
  };

/** Handles requests that match no route. They need no token. Under the API path, they count against the rate limit. */
const answerUnknown =
  (parts: AppParts): Answer =>
  async (exchange, fields) => {
    if (exchange.path.startsWith('/api/')) await countUnknown(parts, exchange, fields);
    throw notFound();
  };

/** Whether a route accepts requests without credentials. */
const isForAnyone = (route: Route | undefined): boolean =>
  route === undefined || route.caller === 'anyone' || route.caller === 'visitor';

/**
 * Whether the response means that the request has no valid credentials. The status 401 alone is not enough. For
 * example, an authenticated caller also gets it if an organization requires two-factor authentication.
 */
const isOfNobody = ({ sender: { identity } }: Exchange, { status }: Rendered): boolean =>
  status === 401 && identity.kind === 'anonymous';

/**
 * Whether a path parameter is empty. The router also matches empty path segments, as in `/organizations/` or
 * `/organizations//policies`, but no record has an empty name.
 */
const hasEmptyName = ({ params }: Exchange): boolean => Object.values(params).includes('');

/**
 * Returns the function that renders errors in the format of the route. If the request matches no route, its `Accept`
 * header determines the format.
 */
const showFor = ({ showPage }: AppParts, exchange: Exchange, route?: Route): ShowFailure => {
  const own = route?.reply.showFailure;
  if (own !== undefined && !hasEmptyName(exchange)) return own;
  return (route === undefined ? isForPeople(exchange) : route.reply.isPage === true) ? showPage : showDocument;
};

const isForPeople = ({ path, request }: Exchange): boolean =>
  !path.startsWith('/api/') && prefersHtml(request.headers.accept);

/**
 * Headers of API responses. They keep browsers from executing or framing the content. Routes for browsers set their own
 * headers.
 */
const apiHeaders = { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" };

/** Returns the headers of every response. In some vocabularies, they include headers that identify the service. */
const ownHeaders = ({ vocabulary, config }: Context): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  ...vocabulary.headersOf?.(config.edition === 'hosted'),
});

const answered = ({ request, response }: Exchange, route: Route | undefined, startedAt: number): Answered => ({
  method: request.method ?? '',
  route: route?.path ?? 'unknown',
  status: response.statusCode,
  seconds: (performance.now() - startedAt) / 1_000,
});

/**
 * Logs one short line if the client disconnected or did not read the response, because that is not an error of the
 * service.
 */
const logBreakOff = ({ log }: Context, id: string, error: unknown): void => {
  if (error instanceof AnswerBrokeOff) log.info({ request: id, reason: error.message }, 'a response was interrupted');
  else log.warn({ request: id, error }, 'a response was interrupted');
};

const logAnswer = ({ log }: Context, exchange: Exchange, route: Route | undefined, startedAt: number): void => {
  const { id, request, response } = exchange;
  const { method } = request;
  const answered = { status: response.statusCode, milliseconds: millisecondsSince(startedAt) };
  log[isUnsafe(method) ? 'info' : 'debug'](
    { request: id, method, path: loggedPath(exchange, route), ...answered },
    'answered',
  );
};

/**
 * Returns the path to log. The path of a route without authentication may contain a secret, so the route's pattern is
 * logged instead.
 */
const loggedPath = ({ path }: Exchange, route: Route | undefined): string =>
  route?.caller === 'anyone' ? route.path : shortened(withoutSecrets(path));

/**
 * Truncates long paths, so that each log line stays below 1 kB. Otherwise anyone could fill the disk by requesting long
 * paths.
 */
const shortened = (path: string): string => (path.length > maxLoggedPath ? `${path.slice(0, maxLoggedPath)}…` : path);

const maxLoggedPath = 400;

const millisecondsSince = (start: number): number => Math.round((performance.now() - start) * 10) / 10;
