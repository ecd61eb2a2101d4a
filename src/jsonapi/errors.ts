import type { ProblemCode } from './problem-codes.ts';

/** The statuses that this API answers errors with: the title of each (decisions, wire conventions), and its usual code. */
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

/** Values of a problem, for clients that have texts of their own. */
export interface ProblemParams {
  /** The limit of `too-short`, `too-long`, `too-many`, `too-low`, `too-high` and `limit-reached`. */
  readonly limit?: number;
  /** The JSON types that a value of `wrong-type` can have. */
  readonly types?: readonly string[];
  /** The record that the request of an `answer-not-kept` made. */
  readonly record?: { readonly type: string; readonly id: string };
}

/** One failed rule: its kind, a sentence about it, and the value at fault. */
export interface Problem {
  readonly code: ProblemCode;
  readonly detail: string;
  /** An attribute, as a JSON Pointer into the request. */
  readonly pointer?: string;
  /** A query parameter by its name. */
  readonly parameter?: string;
  readonly params?: ProblemParams;
}

/** An answer that is an error; thrown anywhere, rendered in one place. */
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

/** The resource is missing, or the caller may not know of it. */
export const notFound = (): ApiError => new ApiError(404);

/** Returns the value; throws 404 where there is none. */
export const existing = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw notFound();
  return value;
};

/** No valid credentials came with the request. */
export const unauthorized = (): ApiError => new ApiError(401, [], { 'www-authenticate': 'Bearer' });

/** A refusal by one problem, with the usual code of its status unless another one is given. */
const refusal = (status: ErrorStatus, detail: string, code: ProblemCode = statuses[status].code): ApiError =>
  new ApiError(status, [{ code, detail }]);

/** The credentials are a token's, and only a session will do. */
export const sessionRequired = (): ApiError =>
  halfAuthorized(
    'session-required',
    'This needs a session: sign in with POST /api/v2/session and send its cookie. A token is not enough.',
  );

/** The credentials are valid, but something besides them is missing, wrong or not accepted. */
export const halfAuthorized = (code: ProblemCode, detail: string): ApiError => refusal(401, detail, code);

/** The caller is known, and still may not do this now. */
export const forbidden = (detail: string, code?: ProblemCode): ApiError => refusal(403, detail, code);

/** Only people themselves may do this, and nobody who acts as them. */
export const notWhileImpersonating = (): ApiError => forbidden('This is not possible while impersonating.');

/** The resource is missing for a reason that the caller may know. */
export const missing = (code: ProblemCode, detail: string): ApiError => refusal(404, detail, code);

export const badRequest = (detail: string, code?: ProblemCode): ApiError => refusal(400, detail, code);

/** A query parameter asks for what is not offered. */
export const invalidParameter = (parameter: string, detail: string): ApiError =>
  new ApiError(400, [{ code: 'invalid-parameter', detail, parameter }]);

/** The record is no longer the one that the client means (`If-Match`). */
export const preconditionFailed = (detail: string): ApiError => refusal(412, detail);

/** The body came too slowly. */
export const requestTimeout = (detail: string): ApiError =>
  new ApiError(408, [{ code: 'request-timeout', detail }], { connection: 'close' });

export const payloadTooLarge = (detail: string): ApiError => refusal(413, detail);
export const bodyTooLarge = (limit: number): ApiError => payloadTooLarge(`The body is larger than ${limit} bytes.`);

export const unsupportedMediaType = (detail: string): ApiError => refusal(415, detail);

/** The body, or attributes of it, break rules: every broken rule is reported. */
export const invalid = (...problems: readonly Problem[]): ApiError => new ApiError(422, problems);

export const requireNone = (problems: readonly Problem[]): void => {
  if (problems.length > 0) throw invalid(...problems);
};

type Counted = { readonly total: number } | undefined;

/** The problem of one more where a record has as many others as it can have; `what` is such as `An organization can have 10000 teams`. */
export const tooManyProblems = (counted: Counted, max: number, what: string): readonly Problem[] =>
  (counted?.total ?? 0) < max ? [] : [{ code: 'limit-reached', detail: what, params: { limit: max } }];

/** Counterpart that throws the problem, as 422. */
export const requireFewer = (counted: Counted, max: number, what: string): void =>
  requireNone(tooManyProblems(counted, max, what));

/** A problem of the value that a JSON Pointer leads to. */
export const problemAt = (pointer: string, code: ProblemCode, detail: string): Problem => ({ code, detail, pointer });

/** A problem of one attribute of the document's `data`. */
export const attributeProblem = (attribute: string, code: ProblemCode, detail: string): Problem =>
  problemAt(`/data/attributes/${attribute}`, code, detail);

/** The client asks, or guesses, too often; the headers tell when it may go on. */
export const tooManyRequests = (detail: string, headers: Readonly<Record<string, string>>): ApiError =>
  new ApiError(429, [{ code: 'too-many-requests', detail }], headers);

/** Another server that a request is about failed (500), or did not answer in time (504). */
export const failedElsewhere = (status: 500 | 504, detail: string): ApiError =>
  refusal(status, detail, 'failed-elsewhere');

/** The service cannot answer now; the client may try again after `seconds`. */
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

/** The body of an error answer. */
export const errorDocument = ({ status, problems }: ApiError): object => ({
  errors:
    problems.length === 0
      ? [{ status: String(status), ...statuses[status] }]
      : problems.map((problem) => errorObject(status, problem)),
});

/** Detail of the refusal of what only a service that runs plans could do. */
export const nothingRuns = 'Tipstaff stores no state and runs nothing: run plan and apply in your own environment';

/** 422 for a request that only a service that runs plans could carry out. */
export const runsNothing = (): ApiError => invalid({ code: 'not-supported', detail: nothingRuns });
