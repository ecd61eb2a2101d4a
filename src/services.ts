// Services of the process that belong neither to the server nor to a domain.
import { service } from './context.ts';
import type { Tracer } from './kernel/trace.ts';
import { newPressure } from './runtime/limits/pressure.ts';

/** Refuses requests while the process is overloaded. */
export const pressure = service((core) => core.use(newPressure()));

/** Starts traces; undefined if tracing is off. */
export const tracer = service<Tracer | undefined>(() => undefined);
