// The policies domain: policies, their code and code checks, policy sets, and evaluations of plans.
import type { Context } from '../../context.ts';
import { applicableSetRoutes } from './applicable-sets/routes.ts';
import { approvalRoutes } from './approvals/routes.ts';
import { deleteChangeValues } from './changes/changes.ts';
import { valuesPlace } from './changes/store.ts';
import { codeCheckRoutes } from './code-checks/routes.ts';
import { comparisonRoutes } from './comparisons/routes.ts';
import { policyConditions } from './conditions.ts';
import { changeRoutes } from './evaluations/change-routes.ts';
import { evaluationJob } from './evaluations/job.ts';
import { evaluationRoutes } from './evaluations/routes.ts';
import { ruleRoutes } from './evaluations/rule-routes.ts';
import { chunkPlace } from './evaluations/store.ts';
import { exemptionRequestRoutes } from './exemption-requests/routes.ts';
import { shownTime } from './exemptions/exemptions.ts';
import { exemptionRoutes } from './exemptions/routes.ts';
import { failureRoutes } from './failures/routes.ts';
import { findingRoutes } from './findings/routes.ts';
import { policyHistoryRoutes } from './history/routes.ts';
import { retainPolicyInputs } from './inputs/inputs.ts';
import { inputRoutes } from './inputs/routes.ts';
import { inputChunkPlace } from './inputs/store.ts';
import { introductionRoutes } from './introductions/routes.ts';
import { policyLifecycleRoutes, policySetLifecycleRoutes } from './lifecycle/routes.ts';
import { overrideRoutes } from './parameters/override-routes.ts';
import { overridePlace } from './parameters/override-store.ts';
import { parameterRoutes } from './parameters/routes.ts';
import { parameterPlace } from './parameters/store.ts';
import { codeCheckJob } from './policies/check-job.ts';
import { includablePolicies, policyRoutes } from './policies/routes.ts';
import { supersededCode } from './policies/superseded.ts';
import { includablePolicySets, policySetRoutes } from './policy-sets/routes.ts';
import { countRepairJob, recountJob } from './posture/repair.ts';
import { postureRoutes } from './posture/routes.ts';
import { replayJob } from './replays/job.ts';
import { replayRoutes } from './replays/routes.ts';
import { policyRevisionRoutes } from './revisions/routes.ts';
import { callJob } from './run-tasks/job.ts';
import { runTaskRoutes } from './run-tasks/routes.ts';
import { callPlace, hmacKeyPlace, openRunTaskCalls } from './run-tasks/store.ts';
import { policyTestRoutes } from './tests/routes.ts';
import { toolVersionRoutes } from './tool-versions/routes.ts';
import { trialRoutes } from './trials/routes.ts';
import { archiveCheckJob } from './versions/check-job.ts';
import { includableVersions, policySetVersionRoutes } from './versions/routes.ts';
import { supersededArchives } from './versions/superseded.ts';

export { latestEvaluations } from './overview/latest-evaluations.ts';
export { policyOverview } from './overview/organization-overview.ts';
export { policyEngine } from './services.ts';

export const policies = {
  ports: { retainPolicyInputs, deleteChangeValues, openRunTaskCalls },
  routes: [
    ...policyRoutes,
    ...policyLifecycleRoutes,
    ...policyRevisionRoutes,
    ...policyHistoryRoutes,
    ...failureRoutes,
    ...introductionRoutes,
    ...policySetRoutes,
    ...policySetLifecycleRoutes,
    ...applicableSetRoutes,
    ...parameterRoutes,
    ...overrideRoutes,
    ...policySetVersionRoutes,
    ...toolVersionRoutes,
    ...policyTestRoutes,
    ...trialRoutes,
    ...codeCheckRoutes,
    ...evaluationRoutes,
    ...postureRoutes,
    ...findingRoutes,
    ...changeRoutes,
    ...ruleRoutes,
    ...comparisonRoutes,
    ...inputRoutes,
    ...exemptionRoutes,
    ...exemptionRequestRoutes,
    ...approvalRoutes,
    ...runTaskRoutes,
    ...replayRoutes,
  ],
  includable: [includablePolicies, includablePolicySets, includableVersions],
  conditions: policyConditions,
  jobs: (context: Context) => [
    codeCheckJob(context),
    archiveCheckJob(context),
    evaluationJob(context),
    callJob(context),
    replayJob(context),
    countRepairJob(context),
    recountJob(context),
  ],
  expiring: [
    // The changes must be deleted before the evaluations. Each evaluation has up to a thousand changes, which would
    // otherwise be deleted together with the evaluation in a single statement.
    { table: 'policy_evaluation_changes', key: 'id' },
    { table: 'policy_evaluations', key: 'id' },
    { table: 'policy_outcome_bytes', key: 'id' },
    { table: 'policy_outcome_days', key: 'id' },
    { table: 'policy_evaluation_days', key: 'id' },
    { table: 'policy_inputs', key: 'id' },
    { table: 'policy_exemptions', key: 'id', keptFor: shownTime },
    { table: 'policy_run_task_calls', key: 'id' },
    { table: 'policy_replays', key: 'id' },
  ],
  superseded: [supersededCode, supersededArchives],
  sealed: {
    'policy_set_parameters.sealed_value': { placeOf: parameterPlace, key: 'id' },
    'policy_parameter_overrides.sealed_value': { placeOf: overridePlace, key: 'id' },
    'policy_input_chunks.sealed': { placeOf: inputChunkPlace, key: 'id' },
    'policy_evaluation_values.sealed': { placeOf: valuesPlace, key: 'id' },
    'policy_evaluation_chunks.sealed': { placeOf: chunkPlace, key: 'id' },
    'policy_run_tasks.sealed_hmac_key': { placeOf: hmacKeyPlace, key: 'id' },
    'policy_run_task_calls.sealed': { placeOf: callPlace, key: 'id' },
  },
} as const;
