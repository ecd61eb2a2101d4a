// Services of the process that neither the server nor a domain owns.
import { service } from './context.ts';
import type { Tracer } from './kernel/trace.ts';
import { newPressure } from './runtime/limits/pressure.ts';

/** Refuses requests before the process falls over. */
export const pressure = service((core) => core.use(newPressure()));

/** Begins traces; undefined if none are sent. */
export const tracer = service<Tracer | undefined>(() => undefined);
