import { policyEngine } from '../../src/domains/policies/services.ts';
import type { PolicyEngine } from '../../src/effects/policy-engine/policy-engine.ts';
import type { World } from './world.ts';

const overridden = (engine: PolicyEngine, changes: Partial<PolicyEngine>): PolicyEngine => ({
  ...engine,
  ...changes,
  for: (client) => overridden(engine.for(client), changes),
});

/** Replaces some methods of the policy engine in a test environment. */
export const overrideEngine = ({ context }: World, changes: Partial<PolicyEngine>): void => {
  const engine = policyEngine(context);
  Object.assign(engine, overridden({ ...engine }, changes));
};
