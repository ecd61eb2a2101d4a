// Creates the tracer. The OpenTelemetry SDK is only loaded if traces are sent.
import type { OpenTracer, TracingOptions } from './options.ts';

export async function openTracer(options: TracingOptions): Promise<OpenTracer> {
  const { newTracer } = await import('./sdk.ts');
  return newTracer(options);
}
