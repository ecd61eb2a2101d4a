// Services of the policies domain.
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

/** The policy engine, which checks and evaluates policies in a child process. The process starts on first use. */
export const policyEngine = service((core) => core.use(newPolicyEngine(engineOptions(core))));

export const planIntake = service(() => newPlanIntake());

export const codeCheckIntake = service(() => newCodeCheckIntake());

export const trialIntake = service((core) => newTrialIntake(policyEngine(core).for({ canWait: true }).usedBy));

/** The plan reader, which extracts the data to store from evaluated plans. */
export const planReader = service((core) => core.use(newPlanReader()));

/** Limit on the total size of temporary files for downloads. */
export const copyBudget = service(() => newByteBudget(copyLimits));
