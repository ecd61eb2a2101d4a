// Errors of a refused request, in the form that pages show.
import type { components } from './schema.d.ts';

type ErrorObject = components['schemas']['errors']['errors'][number];

/** The kind of a problem, by which pages decide. */
export type ProblemCode = ErrorObject['code'];

/** One reason of a refusal. */
export interface Problem {
  /** Undefined for what the page itself finds. */
  readonly code?: ProblemCode;
  readonly detail: string;
  /** The limit that was exceeded. */
  readonly limit?: number;
  /** The JSON Pointer to the value at fault. */
  readonly pointer?: string;
}

/** Details of which each is a sentence, in one line. */
export const inLine = (details: readonly string[]): string =>
  details.map((detail) => (/[.!?]$/.test(detail) ? detail : `${detail}.`)).join(' ');

/** A request that was refused, or that did not come through. */
export class ApiFailure extends Error {
  /** 0 where no answer came. */
  readonly status: number;
  readonly problems: readonly Problem[];
  /** Names the request in the service's log. */
  readonly requestId: string | undefined;

  constructor(status: number, problems: readonly Problem[], requestId?: string) {
    super(inLine(problems.map(({ detail }) => detail)) || `Status ${status}`);
    this.status = status;
    this.problems = problems;
    this.requestId = requestId;
  }
}

/** Waits for the answer to a request; throws the `ApiFailure` of one that did not come. */
export const answerOf = <Answer>(request: Promise<Answer>): Promise<Answer> =>
  request.catch((error: unknown) => {
    throw new ApiFailure(0, [{ detail: error instanceof Error ? error.message : String(error) }]);
  });

const problemOf = ({ code, title, detail = title, source, meta }: ErrorObject): Problem => ({
  code,
  detail,
  ...(source !== undefined && 'pointer' in source && { pointer: source.pointer }),
  ...(meta?.limit !== undefined && { limit: meta.limit }),
});

const isErrorObject = (error: unknown): error is ErrorObject =>
  typeof Reflect.get(Object(error), 'code') === 'string' && typeof Reflect.get(Object(error), 'title') === 'string';

/** A fault of the service itself says nothing but that there is one. */
const isExplained = ({ code, detail }: ErrorObject): boolean =>
  code !== 'internal-server-error' || detail !== undefined;

/** The problems in an error document of the service; none in anything else. */
export function problemsIn(document: unknown): readonly Problem[] {
  const errors: unknown = Reflect.get(Object(document), 'errors');
  return Array.isArray(errors) ? errors.filter(isErrorObject).filter(isExplained).map(problemOf) : [];
}

/** True if there is nothing but problems of this code. */
export const isOnly = (code: ProblemCode, problems: readonly Problem[]): boolean =>
  problems.every((problem) => problem.code === code);

/** Reads the error document of an answer. */
export function failureOf(response: Response, body: unknown): ApiFailure {
  const problems = problemsIn(body);
  return new ApiFailure(response.status, problems, response.headers.get('x-request-id') ?? undefined);
}

/** The attribute that a pointer names: `/data/attributes/name` is `name`. */
export const attributeOf = (pointer: string | undefined): string | undefined =>
  /^\/data\/(?:attributes|relationships)\/([^/]+)/.exec(pointer ?? '')?.[1];
