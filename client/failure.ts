// Errors of failed requests.
import type { components } from './api.generated.ts';

type ErrorObject = components['schemas']['errors']['errors'][number];

/** Machine-readable error code. */
export type ProblemCode = ErrorObject['code'];

/** One error in the error document of a refused request. */
export interface Problem {
  /** Error code; undefined if the service sent none. */
  readonly code?: ProblemCode;
  readonly title?: string;
  /** Error message as a sentence. If the service sent no message, this is the title. */
  readonly detail: string;
  /** JSON Pointer to the invalid value, in the vocabulary of the OpenAPI description. */
  readonly pointer?: string;
  /** Limit that the request exceeded, as a number. */
  readonly limit?: number;
  /** JSON types that are allowed for the value. */
  readonly types?: readonly string[];
  /** Record that an earlier attempt of the same request created. */
  readonly record?: { readonly id: string };
}

/**
 * Reason why a request failed. `refused` means that the service refused the request, `unreachable` that no connection
 * could be established, `lost` that the connection ended before the response was complete, and `unusable` that this
 * client cannot use the response.
 */
export type FailureReason = 'refused' | 'unreachable' | 'lost' | 'unusable';

export interface FailedRequest {
  /** Name of the service in messages. */
  readonly service: string;
  readonly method: string;
  /** Path with the values of its parameters, in the vocabulary of the OpenAPI description. */
  readonly path: string;
}

interface FailureFacts {
  readonly requestId?: string | undefined;
  /** The request; undefined if no server responded to it. */
  readonly request?: FailedRequest;
  readonly reason?: FailureReason;
  /** Message to use if no error in the error document has a message other than its title. */
  readonly sentence?: string;
}

/** Joins messages into one line and adds missing full stops. */
export const inLine = (details: readonly string[]): string =>
  details.map((detail) => (/[.!?]$/.test(detail) ? detail : `${detail}.`)).join(' ');

/** Error for a request that the service refused, or that got no valid response. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  /** HTTP status of the response; 0 if there was none. */
  readonly status: number;
  readonly problems: readonly Problem[];
  /** Identifier of the request in the service's log. */
  readonly requestId: string | undefined;
  /** The request; undefined if no server responded to it. */
  readonly request: FailedRequest | undefined;
  readonly reason: FailureReason;

  constructor(status: number, problems: readonly Problem[], facts: FailureFacts = {}) {
    const explained = problems.filter(({ detail, title }) => detail !== title);
    super(inLine(explained.map(({ detail }) => detail)) || (facts.sentence ?? `Status ${status}`));
    this.status = status;
    this.problems = problems;
    this.requestId = facts.requestId;
    this.request = facts.request;
    this.reason = facts.reason ?? 'refused';
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';

const isErrorObject = (error: unknown): error is Partial<ErrorObject> =>
  ['title', 'detail'].some((name) => isText(Reflect.get(Object(error), name)));

/** Converts an error object. Its members are checked at run time, because the server may be a different product. */
const problemOf = ({ code, title, detail, source, meta }: Partial<ErrorObject>): Problem => {
  const pointer: unknown = Reflect.get(Object(source), 'pointer');
  const { limit, types, record } = meta ?? {};
  return {
    ...(isText(code) && { code }),
    ...(isText(title) && { title }),
    detail: [detail, title].find(isText) ?? '',
    ...(isText(pointer) && { pointer }),
    ...(typeof limit === 'number' && { limit }),
    ...(Array.isArray(types) && { types: types.filter(isText) }),
    ...(isText(record?.id) && { record: { id: record.id } }),
  };
};

/** Whether the error object contains more information than the code of an internal server error. */
const isExplained = ({ code, detail }: Partial<ErrorObject>): boolean =>
  code !== 'internal-server-error' || detail !== undefined;

/** Returns the errors in an error document. Returns none for any other document. */
export function problemsIn(document: unknown): readonly Problem[] {
  const errors: unknown = Reflect.get(Object(document), 'errors');
  return Array.isArray(errors) ? errors.filter(isErrorObject).filter(isExplained).map(problemOf) : [];
}

/** Creates the error for a request that failed for a reason other than a refusal by the service. */
export const failed = (reason: Exclude<FailureReason, 'refused'>, sentence: string): ApiFailure =>
  new ApiFailure(0, [], { reason, sentence });

/**
 * Creates the error for a response from a server that does not provide this API. `name` is the name of the service in
 * messages.
 */
export const unknownService = (name: string): ApiFailure =>
  failed('unusable', `${name} is not a service that this version of tipstaff supports.`);

/**
 * Creates the error for a response with an error status. `document` is the parsed response body in the vocabulary of
 * the OpenAPI description.
 */
export const failureOf = (response: Response, document: unknown, request: FailedRequest): ApiFailure =>
  new ApiFailure(response.status, problemsIn(document), {
    requestId: response.headers.get('x-request-id') ?? undefined,
    request,
    sentence: `${request.service} answered ${response.status}.`,
  });

/** Whether all problems have the given code. */
export const isOnly = (code: ProblemCode, problems: readonly Problem[]): boolean =>
  problems.every((problem) => problem.code === code);

/** Whether the error means that the record does not exist or is not visible to the caller. */
export const isMissing = (error: unknown): boolean => error instanceof ApiFailure && error.status === 404;

/** Returns the result of a request; undefined if the record does not exist or is not visible to the caller. */
export async function orAbsent<Value>(request: Promise<Value>): Promise<Value | undefined> {
  try {
    return await request;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
