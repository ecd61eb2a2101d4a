import type { Tracer } from '../../kernel/trace.ts';

/** Settings for sending traces to a collector. */
export interface TracingOptions {
  /** Complete URL to which traces are posted, including the path. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /**
   * Trusted CA certificates in PEM, which replace the default CA certificates of Node.js. Undefined for the defaults.
   */
  readonly authorities: string | undefined;
  readonly sampler: SamplerName;
  /** Fraction of traces that are sent, from 0 to 1. Only used by ratio-based samplers. */
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
 * Sampler names from the OpenTelemetry specification. A sampler whose name begins with `parentbased_` follows the
 * sampling decision of the calling service.
 */
type SamplerName = Root | `parentbased_${Root}`;

/** Tracer whose disposal sends its remaining spans, which takes at most a few seconds. */
export interface OpenTracer extends Tracer, AsyncDisposable {}
