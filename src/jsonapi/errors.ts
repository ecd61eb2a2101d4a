import type { ProblemCode } from './problem-codes.ts';

/** Error statuses of this API, with their titles (decisions, wire conventions) and default codes. */
const statuses = {
  400: { code: 'bad-request', title: 'bad request' },
  401: { code: 'unauthorized', title: 'unauthorized' },
  403: { code: 'forbidden', title: 'forbidden' },
  404: { code: 'not-found', title: 'not found' },
  408: { code: 'request-timeout', title: 'request timeout' },
  412: { code: 'precondition-failed', title: 'precondition failed' },
  413: { code: 'payload-too-large', title: 'payload too large' },
  415: { code: 'unsupported-media-type', title: 'unsupported media type' },
  422: { code: 'invalid', title: 'unprocessable entity' },
  429: { code: 'too-many-requests', title: 'too many requests' },
  500: { code: 'internal-server-error', title: 'internal server error' },
  503: { code: 'unavailable', title: 'service unavailable' },
  504: { code: 'failed-elsewhere', title: 'gateway timeout' },
} as const satisfies Record<number, { readonly title: string; readonly code: ProblemCode }>;

export type ErrorStatus = keyof typeof statuses;

/** Values of a problem, for clients that show their own messages. */
export interface ProblemParams {
  /** Limit of the codes `too-short`, `too-long`, `too-many`, `too-low`, `too-high` and `limit-reached`. */
  readonly limit?: number;
  /** Accepted JSON types, for the code `wrong-type`. */
  readonly types?: readonly string[];
  /** The record that the original request created, for the code `answer-not-kept`. */
  readonly record?: { readonly type: string; readonly id: string };
}

/** A violated rule: its code, a sentence about it, and the location of the faulty value. */
export interface Problem {
  readonly code: ProblemCode;
  readonly detail: string;
  /** JSON Pointer to the faulty value in the request body. */
  readonly pointer?: string;
  /** Name of the faulty query parameter. */
  readonly parameter?: string;
  readonly params?: ProblemParams;
}

/** An error response. It may be thrown anywhere, and is rendered in one place. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: ErrorStatus;
  readonly problems: readonly Problem[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: ErrorStatus, problems: readonly Problem[] = [], headers: Readonly<Record<string, string>> = {}) {
    super(`${status} ${statuses[status].title}`);
    this.status = status;
    this.problems = problems;
    this.headers = headers;
  }
}

/** 404: the resource does not exist, or the caller may not know about it. */
export const notFound = (): ApiError => new ApiError(404);

/** Returns the value. Throws 404 if it is undefined. */
export const existing = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw notFound();
  return value;
};

/** 401: the request has no valid credentials. */
export const unauthorized = (): ApiError => new ApiError(401, [], { 'www-authenticate': 'Bearer' });

/** Returns an error with a single problem. The code defaults to that of the status. */
const refusal = (status: ErrorStatus, detail: string, code: ProblemCode = statuses[status].code): ApiError =>
  new ApiError(status, [{ code, detail }]);

/** 401: the request was authenticated with a token, but requires a session. */
export const sessionRequired = (): ApiError =>
  halfAuthorized(
    'session-required',
    'This needs a session: sign in with POST /api/v2/session and send its cookie. A token is not enough.',
  );

/** 401: the credentials are valid, but something else required for authentication is missing, wrong or not accepted. */
export const halfAuthorized = (code: ProblemCode, detail: string): ApiError => refusal(401, detail, code);

/** 403: the caller may read the resource but not do this, or not in its current state. */
export const forbidden = (detail: string, code?: ProblemCode): ApiError => refusal(403, detail, code);

/** 403: only the person may do this, not an administrator who impersonates the person. */
export const notWhileImpersonating = (): ApiError => forbidden('This is not possible while impersonating.');

/** 404 with a reason that the caller may know. */
export const missing = (code: ProblemCode, detail: string): ApiError => refusal(404, detail, code);

export const badRequest = (detail: string, code?: ProblemCode): ApiError => refusal(400, detail, code);

/** 400: the value of a query parameter is not supported. */
export const invalidParameter = (parameter: string, detail: string): ApiError =>
  new ApiError(400, [{ code: 'invalid-parameter', detail, parameter }]);

/** 412: the record has changed since the client read it (`If-Match`). */
export const preconditionFailed = (detail: string): ApiError => refusal(412, detail);

/** 408: the request body was sent too slowly. */
export const requestTimeout = (detail: string): ApiError =>
  new ApiError(408, [{ code: 'request-timeout', detail }], { connection: 'close' });

export const payloadTooLarge = (detail: string): ApiError => refusal(413, detail);
export const bodyTooLarge = (limit: number): ApiError => payloadTooLarge(`The body is larger than ${limit} bytes.`);

export const unsupportedMediaType = (detail: string): ApiError => refusal(415, detail);

/** 422: the body violates rules. Every violated rule is one problem. */
export const invalid = (...problems: readonly Problem[]): ApiError => new ApiError(422, problems);

export const requireNone = (problems: readonly Problem[]): void => {
  if (problems.length > 0) throw invalid(...problems);
};

type Counted = { readonly total: number } | undefined;

/**
 * Returns a problem if a record has reached the maximum number of dependent records. `what` is the message, such as `An
 * organization can have at most 10000 teams`.
 */
export const tooManyProblems = (counted: Counted, max: number, what: string): readonly Problem[] =>
  (counted?.total ?? 0) < max ? [] : [{ code: 'limit-reached', detail: what, params: { limit: max } }];

/** Like `tooManyProblems`, but throws the problem as 422. */
export const requireFewer = (counted: Counted, max: number, what: string): void =>
  requireNone(tooManyProblems(counted, max, what));

/** Returns a problem of the value at a JSON Pointer. */
export const problemAt = (pointer: string, code: ProblemCode, detail: string): Problem => ({ code, detail, pointer });

/** Returns a problem of an attribute of the document's `data`. */
export const attributeProblem = (attribute: string, code: ProblemCode, detail: string): Problem =>
  problemAt(`/data/attributes/${attribute}`, code, detail);

/** 429: the client has sent too many requests, or guessed too often. The headers say when it may try again. */
export const tooManyRequests = (detail: string, headers: Readonly<Record<string, string>>): ApiError =>
  new ApiError(429, [{ code: 'too-many-requests', detail }], headers);

/** Another server that the request depends on failed (500) or did not answer in time (504). */
export const failedElsewhere = (status: 500 | 504, detail: string): ApiError =>
  refusal(status, detail, 'failed-elsewhere');

/** 503: the service cannot answer now. The client may try again after `seconds`. */
export const unavailable = (
  seconds: number,
  detail = 'The service cannot answer now; try again shortly.',
  code: ProblemCode = 'unavailable',
): ApiError => new ApiError(503, [{ code, detail }], { 'retry-after': String(seconds) });

const isAboutOneMember = (pointer: string): boolean =>
  !['', '/data', '/data/attributes', '/data/type'].includes(pointer);

const errorObject = (status: ErrorStatus, problem: Problem) => {
  const { code, detail, pointer, parameter, params } = problem;
  const isOneMember = status === 422 && pointer !== undefined && isAboutOneMember(pointer);
  return {
    status: String(status),
    code,
    title: isOneMember ? 'invalid attribute' : statuses[status].title,
    detail,
    ...(pointer !== undefined && { source: { pointer } }),
    ...(parameter !== undefined && { source: { parameter } }),
    ...(params !== undefined && { meta: params }),
  };
};

/** Returns the body of an error response. */
export const errorDocument = ({ status, problems }: ApiError): object => ({
  errors:
    problems.length === 0
      ? [{ status: String(status), ...statuses[status] }]
      : problems.map((problem) => errorObject(status, problem)),
});

/** Message for requests that only a service that runs plans can carry out. */
export const nothingRuns = 'Tipstaff does not store state or execute runs: run plan and apply in your own environment';

/** 422 for a request that only a service that runs plans can carry out. */
export const runsNothing = (): ApiError => invalid({ code: 'not-supported', detail: nothingRuns });
