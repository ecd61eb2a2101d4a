import type { IncomingMessage } from 'node:http';
import type { TSchema } from 'typebox';
import type { Edition } from '../config.ts';
import type { Context } from '../context.ts';
import { cursorsOf } from '../jsonapi/cursor.ts';
import type { Address } from '../jsonapi/document.ts';
import { ApiError, type ErrorStatus, notFound, notWhileImpersonating } from '../jsonapi/errors.ts';
import type { Load } from '../jsonapi/include.ts';
import type { Payload } from '../jsonapi/payload.ts';
import { type ListQuery, type QuerySpec, queryIn, readQuery } from '../jsonapi/query.ts';
import type { Resource } from '../jsonapi/resource.ts';
import { declared, derived, inWords, isDeclared, pathIn, textIn, type Vocabulary } from '../jsonapi/vocabulary.ts';
import { type Actor, impersonatorOf } from '../kernel/actor.ts';
import { isStorable } from '../lib/text/text.ts';
import { anonymousBody, readPayload, requireIdentity, usualBody } from './body.ts';
import { type ClientRequest, clientRequest } from './client-request.ts';
import { repetitionOf } from './idempotency.ts';
import type { Operation } from './operation.ts';
import type { Rendered, Reply } from './reply.ts';

/**
 * Credentials that a route accepts:
 *
 * - `anyone`: none; credentials are not read
 * - `visitor`: none, or a session
 * - `token`: any type of token, or a session
 * - `trail`: those of `token`, and tokens that can only read an audit trail
 * - `user`: a user token or a session; other tokens get 404
 * - `session`: a session, even if its impersonation has ended
 */
export type Caller = 'anyone' | 'visitor' | 'token' | 'trail' | 'user' | 'session';

/** Names of the parameters in a path: `team_id` for `/teams/:team_id`, and `*` for `/docs/*`. */
type Parameters<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Parameters<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : Path extends `${string}/*`
      ? '*'
      : never;

export type PathParameters<Path extends string> = Readonly<Record<Parameters<Path>, string>>;

/** Input of a route handler. */
interface Call<Path extends string, Subject, Input> {
  readonly actor: Actor;
  readonly params: PathParameters<Path>;
  /** Value that `authorise` has returned. */
  readonly subject: Subject;
  readonly input: Input;
  readonly query: ListQuery;
  /** Request with its headers and, for an upload, its body as bytes. */
  readonly request: ClientRequest;
}

/**
 * Rate limit that counts a route's requests:
 *
 * - `api`: the limit of the API, which also counts requests that submit the form of a page
 * - `registry`: the limit of the registry protocol
 * - `refusals`: a limit that counts only requests with an invalid secret in their URL
 * - `none`: no limit
 */
type RateLimit = 'api' | 'registry' | 'refusals' | 'none';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Parts of a request in which `authorise` finds the target. */
export interface RequestParts {
  readonly params: Readonly<Record<string, string>>;
  readonly parameters: ReadonlyMap<string, string>;
  readonly headers: ClientRequest['headers'];
}

export type Authorise<Path extends string, Subject> = (
  context: Context,
  actor: Actor,
  params: PathParameters<Path>,
  request: RequestParts,
) => Promise<Subject>;

interface RouteSpec<Path extends string, Subject, Input, Output> {
  /** Whether the path is absolute. By default it is relative to `/api/v2`. */
  readonly isRoot?: boolean;
  /** Defaults to `api` for routes under `/api/v2` and for pages that accept a form, and to `none` for all others. */
  readonly rateLimit?: RateLimit;
  readonly summary: string;
  /** Operation id for the API description; see `Operation`. Required for all routes except pages. */
  readonly operationId?: string;
  readonly description?: string;
  /** Accepted credentials. Defaults to `token`, so that no route is public by mistake. */
  readonly caller?: Caller;
  /** Edition that serves the route. The edition `all` serves it as well. By default every edition serves it. */
  readonly edition?: Edition;
  /** Whether only the account's owner may use the route. It then responds with 403 during an impersonation. */
  readonly isPersonal?: boolean;
  /** Whether requests from pages of other sites are refused even without a session. */
  readonly requiresSameOrigin?: boolean;
  /** Finds the target of the request. Throws 404 if the caller has no right to it. */
  readonly authorise?: Authorise<Path, Subject>;
  readonly query?: QuerySpec;
  readonly payload?: Payload<Input>;
  /** Whether the body is a byte stream, which the handler reads from `request`. */
  readonly isUpload?: boolean;
  /**
   * Whether the route reports the health of the service. An overloaded process, which refuses other requests, still
   * serves it.
   */
  readonly isHealthCheck?: true;
  /**
   * Whether the route creates a record in a single transaction. Its requests can then be repeated with an
   * `Idempotency-Key`.
   */
  readonly creates?: true;
  readonly reply: Reply<Output>;
  /** Error statuses of this route that do not follow from the rest of its declaration. */
  readonly failures?: readonly ErrorStatus[];
  readonly handle: (context: Context, call: Call<Path, Subject, Input>) => Promise<Output> | Output;
}

/** Request that has passed authentication and rate limiting. */
interface RouteRequest {
  readonly actor: Actor;
  readonly params: Readonly<Record<string, string>>;
  readonly parameters: ReadonlyMap<string, string>;
  readonly stream: IncomingMessage;
  readonly address: Address;
  /** Resource types that can be included in documents, by type name. */
  readonly includable: ReadonlyMap<string, Includable>;
}

/** Endpoint with everything that is needed to serve and describe it. */
export interface Route {
  readonly method: Method;
  /** Full path. A parameter is written as `:name`. */
  readonly path: string;
  readonly rateLimit: RateLimit;
  /** Documentation of the route. Undefined for pages, which the API description omits. */
  readonly operation: Operation | undefined;
  /** Tag of the route in the API description. It is the name of the domain that serves the route. */
  readonly tag?: string;
  readonly caller: Caller;
  readonly isPersonal: boolean;
  readonly requiresSameOrigin: boolean;
  readonly query: QuerySpec;
  readonly payload: Payload<unknown> | undefined;
  readonly isUpload: boolean;
  readonly isHealthCheck: boolean;
  /** Whether the route supports `Idempotency-Key`. */
  readonly creates: boolean;
  readonly reply: Reply<never>;
  readonly failures: readonly ErrorStatus[];
  isServedIn(edition: Edition): boolean;
  run(context: Context, request: RouteRequest): Promise<Rendered>;
}

export type Routes = readonly Route[];

/** Resource type that can be included in documents of other resources. */
export interface Includable {
  readonly type: string;
  readonly schema: TSchema;
  readonly resource: Resource<never>;
  load(context: Context): Load;
}

/** Declares how the rows of a resource are loaded by their API identifiers. */
export const includable = <Row>(
  of: Resource<Row>,
  load: (context: Context, ids: readonly string[], actor: Actor) => Promise<readonly Row[]>,
): Includable =>
  derived(of, (resource) => ({
    type: resource.type,
    schema: resource.schema,
    resource,
    load: (context) => async (ids, actor) => (await load(context, ids, actor)).map((row) => resource.object(row)),
  }));

const apiPrefix = '/api/v2';

const requireCaller = (caller: Caller, { identity: { kind } }: Actor): void => {
  const isAdmitted = caller === 'user' ? kind === 'user' : caller === 'trail' || kind !== 'audit-trails';
  if (!isAdmitted) throw notFound();
};

const requireOneself = (actor: Actor): void => {
  if (impersonatorOf(actor) !== undefined) throw notWhileImpersonating();
};

/** Wraps `run` so that a reply with its own error format renders expected errors. */
const refusing =
  (run: Route['run'], reply: Reply<never>): Route['run'] =>
  async (context, request) => {
    try {
      return await run(context, request);
    } catch (error) {
      const isRefusal = error instanceof ApiError && error.status < 500;
      if (!isRefusal || reply.refuse === undefined) throw error;
      return reply.refuse(error);
    }
  };

const operationOf = ({ operationId, summary, description }: Partial<Operation>): Operation | undefined =>
  operationId === undefined || summary === undefined || description === undefined
    ? undefined
    : { operationId, summary, description };

/**
 * Returns the function that handles a request. Its steps have the order of the API reference: check the right, find the
 * target, validate the body, check the state.
 */
const runOf = <Path extends string, Subject, Input, Output>(
  method: Method,
  spec: RouteSpec<Path, Subject, Input, Output>,
): Route['run'] => {
  const { authorise, payload, query = {}, reply, caller = 'token', creates = false, isPersonal = false } = spec;
  const bodyLimits = caller === 'anyone' || caller === 'visitor' ? anonymousBody : usualBody;
  return async (context, request) => {
    const { actor, includable, stream, parameters } = request;
    const sent = clientRequest(stream, context);
    const params = request.params as PathParameters<Path>;
    requireCaller(caller, actor);
    if (!Object.values(request.params).every(isStorable)) throw notFound();
    const subject = (await authorise?.(context, actor, params, {
      params: request.params,
      parameters,
      headers: sent.headers,
    })) as Subject;
    if (isPersonal) requireOneself(actor);
    const { url } = request.address;
    const cursors = cursorsOf(context.vault, `${url}?${parameters.get('sort') ?? ''}`);
    const listQuery = readQuery(query, parameters, cursors);
    const { answer, fingerprint } = repetitionOf(creates, { method, actor, address: request.address, stream });
    const reading = { context, actor, fingerprint };
    const input = (payload && (await readPayload(reading, stream, payload, bodyLimits))) as Input;
    if (spec.isUpload) requireIdentity(stream);
    const address = { ...request.address, cursorOf: cursors.write };
    return answer(context, async (own) => {
      const output = await spec.handle(own, { actor, params, subject, input, query: listQuery, request: sent });
      const loaderOf = (type: string) => includable.get(type)?.load(own);
      return reply.render(output, { address, include: listQuery.include, loaderOf, actor });
    });
  };
};

/** Declares a route. A path parameter is written as `:name`. */
export const route = <const Path extends string, Subject = undefined, Input = undefined, Output = void>(
  method: Method,
  path: Path,
  spec: RouteSpec<Path, Subject, Input, Output>,
): Route => declared((words) => routeOf(method, pathIn(words, path) as Path, specIn(spec, words)));

/**
 * Translates a route to a vocabulary. Throws for a copy of a declared route, such as `{ ...route }`, because a copy
 * cannot be translated.
 */
export function routeIn(declaredRoute: Route, words: Vocabulary): Route {
  const { method, path } = declaredRoute;
  if (!isDeclared(declaredRoute)) throw new Error(`${method} ${path} is a copy of a route. Declare it with "route".`);
  return inWords(declaredRoute, words);
}

/** Translates the declaration of a route. */
const specIn = <Path extends string, Subject, Input, Output>(
  spec: RouteSpec<Path, Subject, Input, Output>,
  words: Vocabulary,
): RouteSpec<Path, Subject, Input, Output> => {
  const { payload, reply, query, summary, description } = spec;
  return {
    ...spec,
    reply: inWords(reply, words),
    summary: textIn(words, summary),
    ...(payload && { payload: inWords(payload, words) }),
    ...(query && { query: queryIn(query, words) }),
    ...(description !== undefined && { description: textIn(words, description) }),
  };
};

const routeOf = <Path extends string, Subject, Input, Output>(
  method: Method,
  path: Path,
  spec: RouteSpec<Path, Subject, Input, Output>,
): Route => {
  const { query = {}, payload, reply, caller = 'token', edition, isPersonal = false } = spec;
  const isRoot = spec.isRoot ?? false;
  const run = runOf(method, spec);
  return {
    method,
    path: isRoot ? path : `${apiPrefix}${path}`,
    rateLimit: spec.rateLimit ?? (isRoot && !(reply.isPage && method === 'POST') ? 'none' : 'api'),
    operation: operationOf(spec),
    caller,
    isPersonal,
    requiresSameOrigin: spec.requiresSameOrigin ?? false,
    query,
    payload,
    isUpload: spec.isUpload ?? false,
    isHealthCheck: spec.isHealthCheck ?? false,
    creates: spec.creates ?? false,
    reply,
    failures: spec.failures ?? [],
    isServedIn: (one) => edition === undefined || one === 'all' || one === edition,
    run: reply.refuse === undefined ? run : refusing(run, reply),
  };
};

/**
 * Alternative method or path of a route. The path must have the same parameters. If `path` is absent, only the method
 * differs.
 */
interface OtherAddress {
  readonly method?: Method;
  readonly path?: string;
  /** Suffix that is appended to the operation id. */
  readonly suffix?: string;
}

/** Copies a route to an alternative method or path that some clients use. */
export const alias = (of: Route, { method, path, suffix = 'Alias' }: OtherAddress): Route =>
  derived(of, (original) => {
    const { operation } = original;
    const difference = path === undefined ? 'with another HTTP method' : 'at another path';
    const prefix = original.path.startsWith(apiPrefix) ? apiPrefix : '';
    return {
      ...original,
      method: method ?? original.method,
      path: path === undefined ? original.path : `${prefix}${path}`,
      operation: operation && {
        ...operation,
        operationId: `${operation.operationId}${suffix}`,
        description: `${operation.description} This operation does the same as \`${operation.operationId}\` ${difference}.`,
      },
    };
  });
