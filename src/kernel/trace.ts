// Traces as the parts of the program see them. The present span goes along with the work, so that no part is given one. Without
// a tracer there is none, and every function here only does the work.
import { AsyncLocalStorage } from 'node:async_hooks';
import { errorCode } from '../lib/errors/error-code.ts';

/** Values that a span has. Never a secret, nor what people wrote: names, sizes and counts. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** Parameters of a new span. */
export interface SpanOptions {
  readonly kind?: 'server' | 'client' | 'internal';
  readonly attributes?: SpanAttributes;
}

/** A part of a trace that is over already. */
interface PastSpan extends SpanOptions {
  readonly name: string;
  /** The beginning, as `performance.now()` gives it. */
  readonly startedAt: number;
  readonly failure?: string;
}

/** Parameters of the first span of this service in a trace. */
export interface RootOptions extends SpanOptions {
  /** The header field by which another service names its trace; one that cannot be read begins another. */
  readonly traceparent?: unknown;
}

/** Beginning of traces. */
export interface Tracer {
  root(name: string, options: RootOptions): Span;
}

/** Part of a trace that is under way. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** False where the trace is not sent. */
  readonly isSampled: boolean;
  /** The header field that passes the trace on. */
  traceparent(): string;
  begin(name: string, options?: SpanOptions): Span;
  /** Adds a part that ends now. */
  add(past: PastSpan): void;
  set(attributes: SpanAttributes): void;
  /** Marks it as failed, with a code or the name of an error, and never with its message. */
  fail(type: string): void;
  end(): void;
}

const storage = new AsyncLocalStorage<Span | undefined>();

/** The span that the present work belongs to; undefined without a tracer, and outside of traces. */
export const presentSpan = (): Span | undefined => storage.getStore();

/** Does work that belongs to a span. */
export const inSpan = <Result>(span: Span, work: () => Result): Result => storage.run(span, work);

/** Does work that belongs to no trace, though something of one caused it. */
export const outsideOfTraces = <Result>(work: () => Result): Result => storage.run(undefined, work);

/** Does work as a part of the present trace. */
export function traced<Result>(
  name: string,
  options: SpanOptions,
  work: (span?: Span) => Promise<Result>,
): Promise<Result> {
  const parent = presentSpan();
  return parent === undefined ? work() : during(parent.begin(name, options), work);
}

/** Does work as the beginning of a trace, or as a part of the one that its `traceparent` names. */
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

/** Context of a trace as log lines have it, by the names that OpenTelemetry gives them. */
export function traceFields(): Readonly<Record<string, string>> {
  const span = presentSpan();
  return span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId };
}

/** The code of an error, else the name of its class: its message may have anything in it. */
export function errorType(error: unknown): string {
  const code = errorCode(error);
  return code === '' && error instanceof Error ? error.name : code;
}
