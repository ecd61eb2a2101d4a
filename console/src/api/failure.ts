// Errors of a refused request, in the form that pages show.

/** One reason of a refusal. */
export interface Problem {
  readonly detail: string;
  /** The JSON Pointer to the value at fault. */
  readonly pointer?: string;
}

/** A request that was refused, or that did not come through. */
export class ApiFailure extends Error {
  /** 0 where no answer came. */
  readonly status: number;
  readonly problems: readonly Problem[];
  /** Names the request in the service's log. */
  readonly requestId: string | undefined;

  constructor(status: number, problems: readonly Problem[], requestId?: string) {
    super(problems.map(({ detail }) => detail).join(' ') || `Status ${status}`);
    this.status = status;
    this.problems = problems;
    this.requestId = requestId;
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const problemOf = (error: unknown): Problem => {
  const detail = textOf(Reflect.get(Object(error), 'detail')) ?? textOf(Reflect.get(Object(error), 'title')) ?? '';
  const pointer = textOf(Reflect.get(Object(Reflect.get(Object(error), 'source')), 'pointer'));
  return { detail, ...(pointer !== undefined && { pointer }) };
};

const errorsIn = (document: unknown): readonly unknown[] => {
  const errors: unknown = Reflect.get(Object(document), 'errors');
  return Array.isArray(errors) ? errors : [];
};

/** True if an error document says more than its status. */
export const hasDetail = (document: unknown): boolean =>
  errorsIn(document).some((error) => textOf(Reflect.get(Object(error), 'detail')) !== undefined);

/** Reads the error document of an answer. */
export function failureOf(response: Response, body: unknown): ApiFailure {
  const problems = errorsIn(body).map(problemOf);
  return new ApiFailure(response.status, problems, response.headers.get('x-request-id') ?? undefined);
}

/** The attribute that a pointer names: `/data/attributes/name` is `name`. */
export const attributeOf = (pointer: string | undefined): string | undefined =>
  /^\/data\/(?:attributes|relationships)\/([^/]+)/.exec(pointer ?? '')?.[1];
