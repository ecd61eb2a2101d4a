// Services of the process that belong neither to the server nor to a domain.
import { service } from './context.ts';
import type { Tracer } from './kernel/trace.ts';
import { newLoadShedding } from './runtime/limits/load-shedding.ts';

/** Refuses requests while the process is overloaded. */
export const loadShedding = service((core) => core.use(newLoadShedding()));

/** Starts traces; undefined if tracing is off. */
export const tracer = service<Tracer | undefined>(() => undefined);
