// What a request that has not done its work throws.
import type { components } from './api.generated.ts';

type ErrorObject = components['schemas']['errors']['errors'][number];

/** The kind of a problem, by which programs decide. */
export type ProblemCode = ErrorObject['code'];

/** One reason of a refusal. */
export interface Problem {
  /** Undefined if the service did not name the problem. */
  readonly code?: ProblemCode;
  readonly title?: string;
  /** A sentence; the title if the service has no more to say. */
  readonly detail: string;
  /** The JSON Pointer to the value at fault, in the words of the description. */
  readonly pointer?: string;
  /** The limit that was exceeded. */
  readonly limit?: number;
  /** The types of JSON that the value may have. */
  readonly types?: readonly string[];
  /** The record that was made already. */
  readonly record?: { readonly id: string };
}

/**
 * Why a request failed: the service refused it (`refused`), no connection could be made (`unreachable`), it ended before
 * the answer was complete (`lost`), or the answer is none that this client takes (`unusable`).
 */
export type FailureReason = 'refused' | 'unreachable' | 'lost' | 'unusable';

/** The request that failed. */
export interface FailedRequest {
  /** What messages call the service. */
  readonly service: string;
  readonly method: string;
  /** With the values of its parameters, in the words of the description. */
  readonly path: string;
}

interface FailureFacts {
  readonly requestId?: string | undefined;
  /** Undefined if no answer came. */
  readonly request?: FailedRequest;
  readonly reason?: FailureReason;
  /** What the failure says if no problem has more than a title. */
  readonly sentence?: string;
}

/** Details of which each is a sentence, in one line. */
export const inLine = (details: readonly string[]): string =>
  details.map((detail) => (/[.!?]$/.test(detail) ? detail : `${detail}.`)).join(' ');

/** A request that the service refused, or whose answer did not come. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  /** Status of the answer; 0 if none came. */
  readonly status: number;
  readonly problems: readonly Problem[];
  /** Names the request in the log of the service. */
  readonly requestId: string | undefined;
  /** The request that was refused; undefined if no answer came. */
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

/** Reads what a service of any make may have sent, whose members may have any type. */
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

/** A fault of the service itself says nothing but that there is one. */
const isExplained = ({ code, detail }: Partial<ErrorObject>): boolean =>
  code !== 'internal-server-error' || detail !== undefined;

/** The problems in an error document of the service; none in anything else. */
export function problemsIn(document: unknown): readonly Problem[] {
  const errors: unknown = Reflect.get(Object(document), 'errors');
  return Array.isArray(errors) ? errors.filter(isErrorObject).filter(isExplained).map(problemOf) : [];
}

/** The failure of a request that no refusal ended. */
export const failed = (reason: Exclude<FailureReason, 'refused'>, sentence: string): ApiFailure =>
  new ApiFailure(0, [], { reason, sentence });

/** The failure for an answer that no service of this API gives. `name` is what messages call the service. */
export const unknownService = (name: string): ApiFailure =>
  failed('unusable', `${name} is no service that this version of tipstaff knows.`);

/** The failure that an answer with an error status is; `document` is its JSON, in the words of the description. */
export const failureOf = (response: Response, document: unknown, request: FailedRequest): ApiFailure =>
  new ApiFailure(response.status, problemsIn(document), {
    requestId: response.headers.get('x-request-id') ?? undefined,
    request,
    sentence: `${request.service} answered ${response.status}.`,
  });

/** Whether there is nothing but problems of this code. */
export const isOnly = (code: ProblemCode, problems: readonly Problem[]): boolean =>
  problems.every((problem) => problem.code === code);

/** Whether the service has no such record, or does not show it to this caller. */
export const isMissing = (error: unknown): boolean => error instanceof ApiFailure && error.status === 404;

/** The answer to a request; undefined if the service has no such record or does not show it to this caller. */
export async function orAbsent<Value>(request: Promise<Value>): Promise<Value | undefined> {
  try {
    return await request;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
