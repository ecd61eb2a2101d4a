import type { Tracer } from '../../kernel/trace.ts';

/** Address of the collector, and the share of traces that are sent to it. */
export interface TracingOptions {
  /** URL that accepts traces, including its path. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Certificates in PEM that are trusted instead of the default ones of Node.js. Undefined for the defaults. */
  readonly authorities: string | undefined;
  readonly sampler: SamplerName;
  /** Share of traces that are sent, from 0 to 1, for ratio-based samplers. */
  readonly ratio: number;
  /** Attributes of this process, which are part of every trace. */
  readonly resource: Readonly<Record<string, string>>;
  readonly log: {
    info(details: object, message: string): void;
    warn(details: object, message: string): void;
  };
}

type Root = 'always_on' | 'always_off' | 'traceidratio';

/**
 * Sampler names of the OpenTelemetry specification. Samplers named `parentbased_…` follow the decision of the calling
 * service.
 */
type SamplerName = Root | `parentbased_${Root}`;

/** Tracer that, when disposed of, spends at most a few seconds on sending its remaining spans. */
export interface OpenTracer extends Tracer, AsyncDisposable {}
