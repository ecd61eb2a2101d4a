// Parameters of traces.
import type { Tracer } from '../../kernel/trace.ts';

/** Address of the collector, and the share of the traces that are sent there. */
export interface TracingOptions {
  /** The address that takes traces, with its path. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** The certificates in PEM that alone are trusted; those of Node.js where there are none. */
  readonly authorities: string | undefined;
  readonly sampler: SamplerName;
  /** Share of the traces, from 0 to 1, for samplers by ratio. */
  readonly ratio: number;
  /** Facts about this process, in every trace. */
  readonly resource: Readonly<Record<string, string>>;
  readonly log: {
    info(details: object, message: string): void;
    warn(details: object, message: string): void;
  };
}

type Root = 'always_on' | 'always_off' | 'traceidratio';

/** Names of the specification: the latter follow the decision of the service that asks. */
type SamplerName = Root | `parentbased_${Root}`;

/** A tracer that sends what it still has when it is disposed, for some seconds at most. */
export interface OpenTracer extends Tracer, AsyncDisposable {}
