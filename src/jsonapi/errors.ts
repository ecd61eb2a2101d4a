import type { ProblemCode } from './problem-codes.ts';

/** Error statuses of this API with their titles (decisions: wire conventions) and default problem codes. */
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

/** Values that belong to a problem. Clients need them to show their own messages. */
export interface ProblemParams {
  /**
   * Limit that was violated, for the codes `too-short`, `too-long`, `too-many`, `too-low`, `too-high` and
   * `limit-reached`.
   */
  readonly limit?: number;
  /** Accepted JSON types, for the code `wrong-type`. */
  readonly types?: readonly string[];
  /** Record that the first request with the same idempotency key created, for the code `answer-not-kept`. */
  readonly record?: { readonly type: string; readonly id: string };
}

/** Violated rule, with a code, a message, and the location of the invalid value. */
export interface Problem {
  readonly code: ProblemCode;
  readonly detail: string;
  /** JSON Pointer to the invalid value in the request body. */
  readonly pointer?: string;
  /** Name of the invalid query parameter. */
  readonly parameter?: string;
  readonly params?: ProblemParams;
}

/** Error response. It can be thrown anywhere while a request is handled, and the HTTP layer renders it. */
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

/** 404: the resource does not exist, or the caller must not learn whether it exists. */
export const notFound = (): ApiError => new ApiError(404);

/** Returns the value, or throws 404 if it is undefined. */
export const existing = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw notFound();
  return value;
};

/** 401: the request has no valid credentials. */
export const unauthorized = (): ApiError => new ApiError(401, [], { 'www-authenticate': 'Bearer' });

/** Returns an error with a single problem. By default, the problem has the default code of the status. */
const refusal = (status: ErrorStatus, detail: string, code: ProblemCode = statuses[status].code): ApiError =>
  new ApiError(status, [{ code, detail }]);

/** 401: the request was authenticated with a token, but requires a session. */
export const sessionRequired = (): ApiError =>
  halfAuthorized(
    'session-required',
    'This request requires a session. Sign in with POST /api/v2/session and send the session cookie. A token is not enough.',
  );

/** 401: the credentials are valid but not sufficient. For example, a one-time code is missing or wrong. */
export const halfAuthorized = (code: ProblemCode, detail: string): ApiError => refusal(401, detail, code);

/**
 * 403: the caller may read the resource, but either may not perform this action or the resource's state does not permit
 * it.
 */
export const forbidden = (detail: string, code?: ProblemCode): ApiError => refusal(403, detail, code);

/** 403: only the account's owner may do this, not an administrator who impersonates the account. */
export const notWhileImpersonating = (): ApiError =>
  forbidden('This request is not permitted during an impersonation. End the impersonation first.');

/** 404 with a reason, which must not reveal more than the caller may know. */
export const missing = (code: ProblemCode, detail: string): ApiError => refusal(404, detail, code);

export const badRequest = (detail: string, code?: ProblemCode): ApiError => refusal(400, detail, code);

/** 400: the value of a query parameter is not supported. */
export const invalidParameter = (parameter: string, detail: string): ApiError =>
  new ApiError(400, [{ code: 'invalid-parameter', detail, parameter }]);

/** 412: the record has changed since the client read it, so its `If-Match` header no longer matches. */
export const preconditionFailed = (detail: string): ApiError => refusal(412, detail);

/** 408: the request body was sent too slowly. */
export const requestTimeout = (detail: string): ApiError =>
  new ApiError(408, [{ code: 'request-timeout', detail }], { connection: 'close' });

export const payloadTooLarge = (detail: string): ApiError => refusal(413, detail);
export const bodyTooLarge = (limit: number): ApiError => payloadTooLarge(`The body is larger than ${limit} bytes.`);

export const unsupportedMediaType = (detail: string): ApiError => refusal(415, detail);

/** 422: the request body violates rules. There is one problem for each violated rule. */
export const invalid = (...problems: readonly Problem[]): ApiError => new ApiError(422, problems);

export const requireNone = (problems: readonly Problem[]): void => {
  if (problems.length > 0) throw invalid(...problems);
};

type Counted = { readonly total: number } | undefined;

/**
 * Returns a problem if a record already has the maximum number of dependent records. `what` is the message, such as `An
 * organization can have at most 10000 teams`.
 */
export const tooManyProblems = (counted: Counted, max: number, what: string): readonly Problem[] =>
  (counted?.total ?? 0) < max ? [] : [{ code: 'limit-reached', detail: what, params: { limit: max } }];

/** Throws 422 with the problem that `tooManyProblems` returns, if there is one. */
export const requireFewer = (counted: Counted, max: number, what: string): void =>
  requireNone(tooManyProblems(counted, max, what));

/** Returns a problem about the value at a JSON Pointer. */
export const problemAt = (pointer: string, code: ProblemCode, detail: string): Problem => ({ code, detail, pointer });

/** Returns a problem about an attribute of the document's `data`. */
export const attributeProblem = (attribute: string, code: ProblemCode, detail: string): Problem =>
  problemAt(`/data/attributes/${attribute}`, code, detail);

/**
 * 429: the client has sent too many requests, or has tried too often to guess a secret. The headers say when it may try
 * again.
 */
export const tooManyRequests = (detail: string, headers: Readonly<Record<string, string>>): ApiError =>
  new ApiError(429, [{ code: 'too-many-requests', detail }], headers);

/** 500 or 504: another server that the request depends on has failed (500) or did not answer in time (504). */
export const failedElsewhere = (status: 500 | 504, detail: string): ApiError =>
  refusal(status, detail, 'failed-elsewhere');

/** 503: the service cannot handle the request at present. The client may try again after `seconds` seconds. */
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

/** Message for requests that require a service that executes runs. */
export const nothingRuns = 'Tipstaff does not store state or execute runs: run plan and apply in your own environment';

/** 422: the request requires a service that executes runs. */
export const runsNothing = (): ApiError => invalid({ code: 'not-supported', detail: nothingRuns });
