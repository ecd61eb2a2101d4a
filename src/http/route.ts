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
 * Callers that a route admits: `anyone`, without credentials; a `visitor`, with or without a session; a `token` of any kind or
 * a session; a `trail`, the same with tokens that read an audit trail and nothing else; a `user`, where other tokens get 404;
 * or a `session`, even one whose impersonation is over.
 */
export type Caller = 'anyone' | 'visitor' | 'token' | 'trail' | 'user' | 'session';

/** The names of the parameters in a path: `/teams/:team_id` has `team_id`, and `/docs/*` has `*`. */
type Parameters<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Parameters<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : Path extends `${string}/*`
      ? '*'
      : never;

export type PathParameters<Path extends string> = Readonly<Record<Parameters<Path>, string>>;

/** Input of a handler. */
interface Call<Path extends string, Subject, Input> {
  readonly actor: Actor;
  readonly params: PathParameters<Path>;
  /** Result of `authorise`. */
  readonly subject: Subject;
  readonly input: Input;
  readonly query: ListQuery;
  /** The request itself: its head, and the bytes of an upload. */
  readonly request: ClientRequest;
}

/**
 * Which requests count against the limit of a client: those to the API and those that send a page's form (`api`), those
 * of the registry protocol in a window of their own (`registry`), only those that are refused because the secret in
 * their address is not valid (`refusals`), or none.
 */
type RateLimit = 'api' | 'registry' | 'refusals' | 'none';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Parts of a request that tell its target, and the caller's right to it. */
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
  /** True if its path is not under `/api/v2`. */
  readonly isRoot?: boolean;
  /** Default: `api` under `/api/v2` and for pages that take a form, `none` elsewhere. */
  readonly rateLimit?: RateLimit;
  readonly summary: string;
  /** Of every route but pages: see `Operation`. */
  readonly operationId?: string;
  readonly description?: string;
  /** Default: `token`, so that no route is open by an oversight. */
  readonly caller?: Caller;
  /** The only edition that serves it, beside `all`; without it every edition does. */
  readonly edition?: Edition;
  /** For people themselves: 403 while impersonating. */
  readonly isPersonal?: boolean;
  /** A page of another site must not send it, though it needs no session. */
  readonly requiresSameOrigin?: boolean;
  /** Finds the target for a caller who has the right to it; throws 404 for everybody else. */
  readonly authorise?: Authorise<Path, Subject>;
  readonly query?: QuerySpec;
  readonly payload?: Payload<Input>;
  /** The body is bytes, which the handler reads from `request`. */
  readonly isUpload?: boolean;
  /** It tells how the service is, and is answered even where all else is refused. */
  readonly isHealthCheck?: true;
  /** It makes a record, and its one change can be sent again with an `Idempotency-Key`. */
  readonly creates?: true;
  readonly reply: Reply<Output>;
  /** The statuses of this route's own refusals, beside those that its other parts imply. */
  readonly failures?: readonly ErrorStatus[];
  readonly handle: (context: Context, call: Call<Path, Subject, Input>) => Promise<Output> | Output;
}

/** A request as a route sees it, after authentication and rate limit. */
interface RouteRequest {
  readonly actor: Actor;
  readonly params: Readonly<Record<string, string>>;
  readonly parameters: ReadonlyMap<string, string>;
  readonly stream: IncomingMessage;
  readonly address: Address;
  /** The types of record that documents include. */
  readonly includable: ReadonlyMap<string, Includable>;
}

/** An endpoint as a value: all that serving and describing it takes. */
export interface Route {
  readonly method: Method;
  /** The whole path, parameters as `:name`. */
  readonly path: string;
  readonly rateLimit: RateLimit;
  /** Absent for pages, which no API description shows. */
  readonly operation: Operation | undefined;
  /** The domain that serves it, by its name in the API description. */
  readonly tag?: string;
  readonly caller: Caller;
  readonly isPersonal: boolean;
  readonly requiresSameOrigin: boolean;
  readonly query: QuerySpec;
  readonly payload: Payload<unknown> | undefined;
  readonly isUpload: boolean;
  readonly isHealthCheck: boolean;
  /** True if it honours an `Idempotency-Key`. */
  readonly creates: boolean;
  readonly reply: Reply<never>;
  readonly failures: readonly ErrorStatus[];
  isServedIn(edition: Edition): boolean;
  run(context: Context, request: RouteRequest): Promise<Rendered>;
}

export type Routes = readonly Route[];

/** A type of record that other records' documents may include. */
export interface Includable {
  readonly type: string;
  readonly schema: TSchema;
  readonly resource: Resource<never>;
  load(context: Context): Load;
}

/** Declares what loads the rows of a resource by their identifiers on the wire. */
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

/** Lets a reply that has a form of its own for refusals render those that are not the service's fault. */
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

/** The steps of a request, in the order of the reference: right, target, body, state. */
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

/** Declares a route; parameters of its path as `:name`. */
export const route = <const Path extends string, Subject = undefined, Input = undefined, Output = void>(
  method: Method,
  path: Path,
  spec: RouteSpec<Path, Subject, Input, Output>,
): Route => declared((words) => routeOf(method, pathIn(words, path) as Path, specIn(spec, words)));

/** A route in a vocabulary. Throws if it is a copy, such as `{ ...route }`, which would keep the neutral words in every vocabulary. */
export function routeIn(declaredRoute: Route, words: Vocabulary): Route {
  const { method, path } = declaredRoute;
  if (!isDeclared(declaredRoute)) throw new Error(`${method} ${path} is a copy of a route. Declare it with "route".`);
  return inWords(declaredRoute, words);
}

/** The parts of a route in a vocabulary. */
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

/** Further address of a route. Its path has the same parameters; without one it differs by its method. */
interface OtherAddress {
  readonly method?: Method;
  readonly path?: string;
  /** Suffix that distinguishes the name of its operation. */
  readonly suffix?: string;
}

/** Copy of a route at another address, for clients that know it there. */
export const alias = (of: Route, { method, path, suffix = 'Alias' }: OtherAddress): Route =>
  derived(of, (original) => {
    const { operation } = original;
    const prefix = original.path.startsWith(apiPrefix) ? apiPrefix : '';
    return {
      ...original,
      method: method ?? original.method,
      path: path === undefined ? original.path : `${prefix}${path}`,
      operation: operation && {
        ...operation,
        operationId: `${operation.operationId}${suffix}`,
        description: `${operation.description} The same as \`${operation.operationId}\`, at another address.`,
      },
    };
  });
