import type { Context, Core } from '../../src/context.ts';
import { auditAnchor } from '../../src/domains/audit/index.ts';

/**
 * A copy of a context that makes services of its own, as another process does; those that were opened are the same. Its
 * resources are disposed with the context.
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
