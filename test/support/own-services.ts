import type { Context, Core } from '../../src/context.ts';
import { auditAnchor } from '../../src/domains/audit/index.ts';

/**
 * Returns a copy of a context with new services, as in another process. Opened resources are shared, and are closed
 * with the original context.
 */
export const withOwnServices = (context: Context): Context => {
  const core: Core = {
    ...context.core,
    get core() {
      return core;
    },
  };
  auditAnchor.provide(core, auditAnchor(context));
  return core;
};
