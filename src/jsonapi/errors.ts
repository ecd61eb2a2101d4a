/** The statuses that this API answers errors with, and the title of each (decisions, wire conventions). */
const titles = {
  400: 'bad request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not found',
  408: 'request timeout',
  412: 'precondition failed',
  413: 'payload too large',
  415: 'unsupported media type',
  422: 'unprocessable entity',
  429: 'too many requests',
  500: 'internal server error',
  503: 'service unavailable',
  504: 'gateway timeout',
} as const;

export type ErrorStatus = keyof typeof titles;

/** One failed rule: what to tell, and what is at fault. */
export interface Problem {
  readonly detail: string;
  /** An attribute, as a JSON Pointer into the request. */
  readonly pointer?: string;
  /** A query parameter by its name. */
  readonly parameter?: string;
}

/** An answer that is an error; thrown anywhere, rendered in one place. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: ErrorStatus;
  readonly problems: readonly Problem[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: ErrorStatus, problems: readonly Problem[] = [], headers: Readonly<Record<string, string>> = {}) {
    super(`${status} ${titles[status]}`);
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

/** The credentials are a token's, and only a session will do. */
export const sessionRequired = (): ApiError =>
  halfAuthorized('This needs a session: sign in with POST /api/v2/session and send its cookie. A token is not enough.');

/** A password was right, and something beside it is missing or wrong. */
export const halfAuthorized = (detail: string): ApiError => new ApiError(401, [{ detail }]);

/** The caller is known, and still may not do this now. */
export const forbidden = (detail: string): ApiError => new ApiError(403, [{ detail }]);

/** Only people themselves may do this, and nobody who acts as them. */
export const notWhileImpersonating = (): ApiError => forbidden('This is not possible while impersonating.');

export const badRequest = (detail: string): ApiError => new ApiError(400, [{ detail }]);

/** A query parameter asks for what is not offered. */
export const invalidParameter = (parameter: string, detail: string): ApiError =>
  new ApiError(400, [{ detail, parameter }]);

/** The record is no longer the one that the client means (`If-Match`). */
export const preconditionFailed = (detail: string): ApiError => new ApiError(412, [{ detail }]);

/** The body came too slowly. */
export const requestTimeout = (detail: string): ApiError => new ApiError(408, [{ detail }], { connection: 'close' });

export const payloadTooLarge = (detail: string): ApiError => new ApiError(413, [{ detail }]);

export const unsupportedMediaType = (detail: string): ApiError => new ApiError(415, [{ detail }]);

/** The body, or attributes of it, break rules: every broken rule is reported. */
export const invalid = (...problems: readonly Problem[]): ApiError => new ApiError(422, problems);

export const requireNone = (problems: readonly Problem[]): void => {
  if (problems.length > 0) throw invalid(...problems);
};

type Counted = { readonly total: number } | undefined;

/** The problem of one more where a record has as many others as it can have; `what` is such as `An organization can have 10000 teams`. */
export const tooManyProblems = (counted: Counted, max: number, what: string): readonly Problem[] =>
  (counted?.total ?? 0) < max ? [] : [{ detail: what }];

/** Counterpart that throws the problem, as 422. */
export const requireFewer = (counted: Counted, max: number, what: string): void =>
  requireNone(tooManyProblems(counted, max, what));

/** A problem of one attribute of the document's `data`. */
export const attributeProblem = (attribute: string, detail: string): Problem => ({
  detail,
  pointer: `/data/attributes/${attribute}`,
});

/** The client asks, or guesses, too often; the headers tell when it may go on. */
export const tooManyRequests = (detail: string, headers: Readonly<Record<string, string>>): ApiError =>
  new ApiError(429, [{ detail }], headers);

/** Another server that a request is about failed (500), or did not answer in time (504). */
export const failedElsewhere = (status: 500 | 504, detail: string): ApiError => new ApiError(status, [{ detail }]);

/** The service cannot answer now; the client may try again after `seconds`. */
export const unavailable = (seconds: number, detail = 'The service cannot answer now; try again shortly.'): ApiError =>
  new ApiError(503, [{ detail }], {
    'retry-after': String(seconds),
  });

const isAboutOneMember = (pointer: string): boolean =>
  !['', '/data', '/data/attributes', '/data/type'].includes(pointer);

const errorObject = (status: ErrorStatus, problem: Problem) => {
  const { detail, pointer, parameter } = problem;
  const isOneMember = status === 422 && pointer !== undefined && isAboutOneMember(pointer);
  return {
    status: String(status),
    title: isOneMember ? 'invalid attribute' : titles[status],
    detail,
    ...(pointer !== undefined && { source: { pointer } }),
    ...(parameter !== undefined && { source: { parameter } }),
  };
};

/** The body of an error answer. */
export const errorDocument = ({ status, problems }: ApiError): object => ({
  errors:
    problems.length === 0
      ? [{ status: String(status), title: titles[status] }]
      : problems.map((problem) => errorObject(status, problem)),
});
