import { one } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { evaluationFor } from '../evaluations/access.ts';
import { comparisonOf } from './comparison.ts';
import { comparisonResource } from './resource.ts';

const show = route('GET', '/policy-evaluations/:policy_evaluation_id/comparison', {
  operationId: 'comparePolicyEvaluation',
  summary: 'Compare an evaluation with the last one that passed',
  description:
    'Shows what changed since the last earlier evaluation of the same workspace that passed and counts for the workspace. `status` is `compared`, `no-passed-evaluation` if there is no such evaluation, `hidden` if the caller may not read it (whether or not it exists), or `not-comparable` if the evaluation has not finished, has no registered workspace, or evaluated a state or only one policy set. `policies` lists the policies that block the run, at most 50, with their changes: `new` if the policy did not apply before, `revision` for its code, `set-version` for its code in a version of the policy set, `enforcement-level`, `introduction`, `query`, `input`, `parameters` (without their values), and `exemption-ended` with the identifier of the exemption in `from` and its end in `to`. `message`, `by` and `at` describe the new revision or version and are null for callers who may not read the policy. If a policy has no changes, its verdict changed because of the plan, the run or the time. `plan` compares the plans without `timestamp` and `relevant_attributes`: `changed`, `added` and `removed` are numbers of entries in `resource_changes`, and null if a plan has more than 10,000 entries. `unknown` means that the plans cannot be compared, for example because an older release evaluated one of them or because the encryption key was changed. `resources` lists resources that the blocking findings name, and whether their entry in the plan is the `same`.',
  authorise: evaluationFor('read'),
  reply: one(comparisonResource),
  handle: (context, { actor, subject }) => comparisonOf(context, actor, subject),
});

export const comparisonRoutes = [show];
