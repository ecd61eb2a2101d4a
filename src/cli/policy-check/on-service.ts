// Evaluates a plan with the policies on a service.

import type { Resource } from '../../../client/index.ts';
import { unknownSentence } from '../../effects/policy-engine/unknown-sentence.ts';
import { verdictNotice } from '../../effects/policy-engine/verdict-notices.ts';
import { evaluationPage } from '../../kernel/console-address.ts';
import { withFullStop } from '../../lib/text/text.ts';
import { oldNotices } from '../../protocols/policy-output/old-findings.ts';
import { poll } from '../client/poll.ts';
import type { ServiceClient } from '../client/service.ts';
import { isRefusal } from '../client/service-failure.ts';
import { comparisonLines, comparisonOf } from '../policy-service/evaluations.ts';
import { NotChecked } from '../terminal/command.ts';
import { type Approval, blocks, type PolicyCheckResult, type Report } from './check.ts';

/** Policies to evaluate: the policies in one set, or the policies of an organization that apply to a workspace. */
export type Scope = { readonly set: string } | { readonly organization: string };

export interface ServiceCheck extends Pick<Report, 'source'> {
  readonly scope: Scope;
  /** Name of the workspace, if the scope is an organization. */
  readonly workspace: string | undefined;
  /** Name of the plan file, and its contents. */
  readonly name: string;
  readonly plan: Uint8Array<ArrayBuffer>;
  /** Facts about the run, as passed to the policies; undefined if there are none. */
  readonly run: Readonly<Record<string, unknown>> | undefined;
}

/** Evaluates a plan. Throws `NotChecked` if the service cannot evaluate the plan or needs more than ten minutes. */
export async function checkOnService(service: ServiceClient, check: ServiceCheck): Promise<Report> {
  const { name, workspace, plan, source } = check;
  const { id, attributes, links, relationships } = (await created(service, check)).data;
  if (workspace !== undefined && relationships.workspace.data === null) throw ignored(service, 'workspace');
  if (source === 'state' && attributes.source !== 'state') throw ignored(service, 'option --state');
  const organization = relationships.organization.data?.id ?? '';
  const place = relationships.workspace.data?.id ?? null;
  const evaluation = { id, url: evaluationPage(service.url, organization, id), workspace: place };
  if (links?.upload === undefined)
    throw new NotChecked(`${service.url} sent no address for the upload of the plan. Upgrade the service.`);
  const params = { policy_evaluation_id: id };
  await sendPlan(service, { link: links.upload, plan, params });
  const { status, error, notices, override } = await endOf(service, params, evaluation.url);
  if (error !== null) throw new NotChecked(withFullStop(`${name}: ${error}`));
  if (status === 'canceled') throw new NotChecked('The evaluation was canceled.');
  const sets = await service.client.all('/api/v2/policy-evaluations/{policy_evaluation_id}/policy-set-outcomes', {
    params,
    exact: true,
    needs: ['policy-set-name', 'outcomes'],
  });
  const isApproved = status === 'overridden' && (override?.approval ?? null) !== null;
  const outcomes = sets
    .flatMap(({ attributes }) => outcomesIn(attributes))
    .map((outcome) => (isApproved && blocks(outcome) ? { ...outcome, isApproved } : outcome));
  const shown = new Set(sets.flatMap(({ attributes }) => noticesInSet(attributes)));
  const others = notices.filter((notice) => !shown.has(notice));
  const changes = blockedStatuses.has(status) ? await changesSincePassed(service, id) : [];
  return {
    folder: { path: '' },
    list: null,
    plan: name,
    source,
    outcomes,
    notices: [...others, ...changes],
    evaluation,
  };
}

const blockedStatuses: ReadonlySet<string> = new Set(['failed', 'errored', 'unreachable']);

/**
 * Returns the sentences about what changed since the last plan of the workspace that passed. Empty if there is no such
 * plan, or if the service cannot compare the plans.
 */
async function changesSincePassed(service: ServiceClient, id: string): Promise<readonly string[]> {
  const comparison = await comparisonOf(service, id);
  return comparison?.status === 'compared' ? comparisonLines(comparison) : [];
}

/** Path parameters that identify an evaluation. */
interface EvaluationParams {
  readonly policy_evaluation_id: string;
}

interface Sending {
  readonly link: string;
  readonly plan: Uint8Array<ArrayBuffer>;
  readonly params: EvaluationParams;
}

/**
 * Uploads the plan. If the service refuses the plan, the evaluation is canceled, because the number of evaluations
 * without a plan is limited.
 */
async function sendPlan({ client }: ServiceClient, { link, plan, params }: Sending): Promise<void> {
  try {
    await client.upload(link, plan);
  } catch (error) {
    const cancel = '/api/v2/policy-evaluations/{policy_evaluation_id}/actions/cancel';
    if (isRefusal(error)) await client.post(cancel, { params }).catch(() => undefined);
    throw error;
  }
}

/** Returns the notices that a report omits, because the outcomes of the policy set already contain the same facts. */
const noticesInSet = ({ 'policy-set-name': set, outcomes }: SetOutcome) => [
  ...oldNotices(set, outcomes),
  ...outcomes.flatMap(noticesIn),
];

/** Returns the notices that a service adds for a policy's problems and unknown values. */
const noticesIn = ({ policy_name: name, status, problems, depends_on_unknown: unknown }: PolicyOutcome) => [
  ...problems.map((problem) => verdictNotice(name, problem)),
  ...(unknown && status !== 'unreachable' ? [unknownSentence(name, status, unknown)] : []),
];

/**
 * Error for an older service, which ignores the attributes `workspace-name` and `source`. It would evaluate the plan
 * without the policy sets of the workspace, or would evaluate a state as a plan.
 */
const ignored = ({ url }: ServiceClient, what: string) =>
  new NotChecked(
    `${url} ignored the ${what}, since the service is older than this version of tipstaff: upgrade the service, or run the version of tipstaff that the service has.`,
  );

const needs = ['status', 'error', 'notices', 'override', 'organization', 'workspace'] as const;

/** Creates an evaluation without a plan. The plan is uploaded afterwards. */
function created({ client }: ServiceClient, { scope, workspace, run, source }: ServiceCheck) {
  const attributes = {
    ...(run !== undefined && { run }),
    ...(workspace !== undefined && { 'workspace-name': workspace }),
    ...(source === 'state' && { source }),
  };
  const body = { data: { type: 'policy-evaluations', attributes } } as const;
  return 'set' in scope
    ? client.create('/api/v2/policy-sets/{policy_set_id}/evaluations', {
        params: { policy_set_id: scope.set },
        body,
        needs,
      })
    : client.create('/api/v2/organizations/{organization_name}/evaluations', {
        params: { organization_name: scope.organization },
        body,
        needs,
      });
}

/** Maximum time to wait for an evaluation, in milliseconds. */
const maxTime = 600_000;

/** Polls until the evaluation has finished. */
async function endOf({ client }: ServiceClient, params: EvaluationParams, page: string) {
  const read = async () =>
    (await client.get('/api/v2/policy-evaluations/{policy_evaluation_id}', { params, needs })).data.attributes;
  const last = await poll(read, { isLast: ({ status }) => status !== 'pending' && status !== 'running', maxTime });
  if (last !== undefined) return last;
  throw new NotChecked(`The evaluation did not finish within ten minutes: look at ${page} later.`);
}

type SetOutcome = Pick<Resource<'policy-set-outcomes'>['attributes'], 'policy-set-name' | 'outcomes'>;
type PolicyOutcome = SetOutcome['outcomes'][number];

/** Outcomes contain names of the form `set/policy`, because different sets can contain policies with the same name. */
const outcomesIn = ({ 'policy-set-name': set, outcomes }: SetOutcome): readonly PolicyCheckResult[] =>
  outcomes.map(({ policy_id, policy_name, query, description, enforcement_level, introduction, ...outcome }) => ({
    policy: {
      id: policy_id,
      name: `${set}/${policy_name}`,
      kind: outcome.status === 'unreachable' ? 'native' : 'opa',
      query,
      input: null,
      description: description === '' ? null : description,
      enforcementLevel: enforcement_level,
      introduction,
      file: null,
    },
    status: outcome.status,
    isExempt: outcome.exempt,
    isApproved: false,
    approvals: outcome.approvals.map(approvalIn),
    isOld: outcome.old,
    oldOutput: outcome.old_output,
    oldCount: outcome.old_output_count,
    newReasons: outcome.new_reasons,
    output: outcome.output,
    count: outcome.output_count,
    problems: outcome.problems.map((message) => ({ code: 'service', severity: severityOf(outcome), message })),
    prints: outcome.prints,
    'duration-ms': outcome.duration_ms,
    ...(outcome.metadata && { metadata: outcome.metadata }),
    ...(outcome.depends_on_unknown && { unknown: outcome.depends_on_unknown }),
  }));

const approvalIn = ({ id, by, comment, expires_at, findings }: PolicyOutcome['approvals'][number]): Approval => ({
  id,
  by: by.username ?? `${by.kind} token`,
  comment,
  'expires-at': expires_at,
  findings,
});

/** Returns the severity of a policy's problems. They are only warnings if the policy passed or failed. */
const severityOf = ({ status }: Pick<PolicyCheckResult, 'status'>): 'error' | 'warning' =>
  status === 'passed' || status === 'failed' ? 'warning' : 'error';
