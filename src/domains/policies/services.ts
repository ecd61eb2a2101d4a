// The services of this domain.
import { type Context, service } from '../../context.ts';
import { newPlanReader } from '../../effects/plan-reading/plan-reader.ts';
import { newPolicyEngine, type PolicyEngineOptions } from '../../effects/policy-engine/policy-engine.ts';
import { serviceTimeouts, shortTimeouts } from '../../effects/policy-engine/timeouts.ts';
import { copyLimits, newByteBudget } from '../../lib/concurrency/byte-budget.ts';
import { engineChoice } from '../instance/index.ts';
import { newCodeCheckIntake } from './intake/code-check-intake.ts';
import { newPlanIntake } from './intake/plan-intake.ts';
import { newTrialIntake } from './intake/trial-intake.ts';

export const engineOptions = (context: Context): PolicyEngineOptions => ({
  ...engineChoice(context).settings,
  memory: context.config.policyEngineMemory,
  timeouts: serviceTimeouts,
  shortTimeouts,
});

/** Checks and evaluates policies, in a process that starts at the first need. */
export const policyEngine = service((core) => core.use(newPolicyEngine(engineOptions(core))));

export const planIntake = service(() => newPlanIntake());

export const codeCheckIntake = service(() => newCodeCheckIntake());

export const trialIntake = service((core) => newTrialIntake(policyEngine(core).for({ canWait: true }).usedBy));

/** Reads plans for what is kept of them. */
export const planReader = service((core) => core.use(newPlanReader()));

/** Limits the bytes of files that downloads are copied into. */
export const copyBudget = service(() => newByteBudget(copyLimits));
