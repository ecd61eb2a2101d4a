// Traces for a collector of OpenTelemetry. Its SDK is loaded only where traces are sent.
import type { OpenTracer, TracingOptions } from './options.ts';

export async function openTracer(options: TracingOptions): Promise<OpenTracer> {
  const { newTracer } = await import('./sdk.ts');
  return newTracer(options);
}
