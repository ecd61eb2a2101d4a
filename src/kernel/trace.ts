// Tracing for all parts of the program. The current span follows the asynchronous context, so it is not passed as a
// parameter. Without a tracer there is no span, and the functions here only run the work.
import { AsyncLocalStorage } from 'node:async_hooks';
import { errorCode } from '../lib/errors/error-code.ts';

/** Attributes of a span: names, sizes and counts. They must not contain secrets or user input. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** Options of a new span. */
export interface SpanOptions {
  readonly kind?: 'server' | 'client' | 'internal';
  readonly attributes?: SpanAttributes;
}

/** A span that has ended already. */
interface PastSpan extends SpanOptions {
  readonly name: string;
  /** Start time, as returned by `performance.now()`. */
  readonly startedAt: number;
  readonly failure?: string;
}

/** Options of the first span of this service in a trace. */
export interface RootOptions extends SpanOptions {
  /** Header with which another service passes its trace. If it is invalid, a new trace begins. */
  readonly traceparent?: unknown;
}

/** Starts traces. */
export interface Tracer {
  root(name: string, options: RootOptions): Span;
}

/** An active span of a trace. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** Whether the trace is exported. */
  readonly isSampled: boolean;
  /** Returns the header that passes the trace to another service. */
  traceparent(): string;
  begin(name: string, options?: SpanOptions): Span;
  /** Adds a child span that ends now. */
  add(past: PastSpan): void;
  set(attributes: SpanAttributes): void;
  /** Marks the span as failed with an error code or the name of an error class. An error message must not be used. */
  fail(type: string): void;
  end(): void;
}

const storage = new AsyncLocalStorage<Span | undefined>();

/** Returns the current span; undefined without a tracer and outside of traces. */
export const currentSpan = (): Span | undefined => storage.getStore();

/** Runs work with the given span as the current span. */
export const inSpan = <Result>(span: Span, work: () => Result): Result => storage.run(span, work);

/** Runs work outside of any trace, even if it was caused by a traced request. */
export const outsideOfTraces = <Result>(work: () => Result): Result => storage.run(undefined, work);

/** Runs work in a child span of the current span. */
export function traced<Result>(
  name: string,
  options: SpanOptions,
  work: (span?: Span) => Promise<Result>,
): Promise<Result> {
  const parent = currentSpan();
  return parent === undefined ? work() : during(parent.begin(name, options), work);
}

/** Runs work in a root span: of a new trace, or of the trace that `traceparent` identifies. */
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

/** Returns the trace context for log lines, with the field names of OpenTelemetry. */
export function traceFields(): Readonly<Record<string, string>> {
  const span = currentSpan();
  return span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId };
}

/**
 * Returns the code of an error, or else the name of its class. Its message is not used, because it may contain
 * anything.
 */
export function errorType(error: unknown): string {
  const code = errorCode(error);
  return code === '' && error instanceof Error ? error.name : code;
}
