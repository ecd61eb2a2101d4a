// Tracing for all parts of the program. The current span is stored in the asynchronous context, so it need not be
// passed as a parameter. Without a tracer there are no spans, and the functions in this file only run the work.
import { AsyncLocalStorage } from 'node:async_hooks';
import { errorCode } from '../lib/errors/error-code.ts';

/** Attributes of a span, such as names, sizes and counts. They must not contain secrets or user input. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** Options of a new span. */
export interface SpanOptions {
  readonly kind?: 'server' | 'client' | 'internal';
  readonly attributes?: SpanAttributes;
}

/** Span for work that has already ended. */
interface PastSpan extends SpanOptions {
  readonly name: string;
  /** Start time, as returned by `performance.now()`. */
  readonly startedAt: number;
  readonly failure?: string;
}

/** Options of the first span of this service in a trace. */
export interface RootOptions extends SpanOptions {
  /**
   * Header `traceparent` of a request, which identifies the sender's trace. If it is missing or invalid, a new trace
   * begins.
   */
  readonly traceparent?: unknown;
}

/** Starts traces. */
export interface Tracer {
  root(name: string, options: RootOptions): Span;
}

/** Span that has not ended yet. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** Whether the trace is exported. */
  readonly isSampled: boolean;
  /** Returns the value of the header `traceparent`, with which another service can continue the trace. */
  traceparent(): string;
  begin(name: string, options?: SpanOptions): Span;
  /** Adds a child span that ends at the present time. */
  add(past: PastSpan): void;
  set(attributes: SpanAttributes): void;
  /**
   * Marks the span as failed. `type` is an error code or the name of an error class. It must not be an error message,
   * which may contain confidential data.
   */
  fail(type: string): void;
  end(): void;
}

const storage = new AsyncLocalStorage<Span | undefined>();

/** Returns the current span, or undefined without a tracer and outside of traces. */
export const currentSpan = (): Span | undefined => storage.getStore();

/** Runs work with the given span as the current span. */
export const inSpan = <Result>(span: Span, work: () => Result): Result => storage.run(span, work);

/** Runs work outside of any trace, even if a traced request has caused the work. */
export const outsideOfTraces = <Result>(work: () => Result): Result => storage.run(undefined, work);

/** Runs work in a new child span of the current span. */
export function traced<Result>(
  name: string,
  options: SpanOptions,
  work: (span?: Span) => Promise<Result>,
): Promise<Result> {
  const parent = currentSpan();
  return parent === undefined ? work() : during(parent.begin(name, options), work);
}

/**
 * Runs work in a new root span. The span belongs to the trace that `traceparent` identifies, or else to a new trace.
 */
export const tracedBy = <Result>(
  tracer: Tracer | undefined,
  name: string,
  options: RootOptions,
  work: (span?: Span) => Promise<Result>,
): Promise<Result> => (tracer === undefined ? work() : during(tracer.root(name, options), work));

async function during<Result>(span: Span, work: (span: Span) => Promise<Result>): Promise<Result> {
  try {
    return await inSpan(span, () => work(span));
  } catch (error) {
    span.fail(errorType(error));
    throw error;
  } finally {
    span.end();
  }
}

/** Returns the identifiers of the current trace and span for log lines. The field names are those of OpenTelemetry. */
export function traceFields(): Readonly<Record<string, string>> {
  const span = currentSpan();
  return span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId };
}

/**
 * Returns the code of an error or, if it has none, the name of its class. The error message is not used, because it may
 * contain confidential data.
 */
export function errorType(error: unknown): string {
  const code = errorCode(error);
  return code === '' && error instanceof Error ? error.name : code;
}
