// Has a plan evaluated by the policies of a service.

import { Type } from 'typebox';
import type { EvaluationAttributes, SetOutcomeAttributes } from '../../domains/policies/commands.ts';
import { verdictNotice } from '../../effects/policy-engine/verdict-notices.ts';
import { Nullable } from '../../jsonapi/schema.ts';
import { evaluationPage } from '../../kernel/console-address.ts';
import { withFullStop } from '../../lib/text/text.ts';
import { poll } from '../client/poll.ts';
import { attributesOf } from '../client/record-schema.ts';
import {
  answerTo,
  created,
  pathOfLink,
  recordsAt,
  type Service,
  ServiceRefusal,
  type ServiceRequest,
  sendTo,
} from '../client/service-client.ts';
import { NotChecked } from '../terminal/command.ts';
import type { Outcome, Report } from './check.ts';

/** Which policies of a service count: those of one set, or all that apply to a workspace. */
export type Scope =
  | { readonly set: string }
  | { readonly organization: string; readonly workspace: string | undefined };

export interface ServiceCheck {
  readonly scope: Scope;
  /** The name of the file with the plan, and its bytes. */
  readonly name: string;
  readonly plan: Uint8Array<ArrayBuffer>;
  /** Known facts of the run; undefined where there are none. */
  readonly run: unknown;
}

/** Throws `NotChecked` where the service cannot evaluate the plan, or did not come to an end in ten minutes. */
export async function checkOnService(service: Service, check: ServiceCheck): Promise<Report> {
  const { name, plan } = check;
  const { id, links, relationships } = (await created(service, creation(check), evaluationAnswer)).data;
  if (workspaceOf(check.scope) !== undefined && relationships.workspace.data === null) throw workspaceIgnored(service);
  const evaluation = { id, url: evaluationPage(service.url, relationships.organization.data.id, id) };
  if (links.upload === undefined) throw new NotChecked(`${service.url} takes no plan.`);
  const self = pathOfLink(links.self);
  await sendPlan(service, self, { method: 'PUT', path: pathOfLink(links.upload), body: plan });
  const { status, error, notices } = await endOf(service, self, evaluation.url);
  if (error !== null) throw new NotChecked(withFullStop(`${name}: ${error}`));
  if (status === 'canceled') throw new NotChecked('The evaluation was canceled.');
  const sets = await recordsAt(service, `${self}/policy-set-outcomes`, outcomeAnswer);
  const outcomes = sets.flatMap(({ attributes }) => outcomesIn(attributes));
  const shown = new Set(sets.flatMap(({ attributes }) => attributes.outcomes.flatMap(noticesIn)));
  const others = notices.filter((notice) => !shown.has(notice));
  return { folder: { path: '' }, list: null, plan: name, outcomes, notices: others, evaluation };
}

/** Sends the plan. If the service refuses it, the evaluation is canceled, since only so many may wait for their plans. */
async function sendPlan(service: Service, evaluation: string, upload: ServiceRequest): Promise<void> {
  try {
    await sendTo(service, upload);
  } catch (error) {
    const cancel = { method: 'POST', path: `${evaluation}/actions/cancel` } as const;
    if (error instanceof ServiceRefusal) await sendTo(service, cancel).catch(() => undefined);
    throw error;
  }
}

/** Notices of an evaluation that stand in the outcome of their policy, too. */
const noticesIn = ({ policy_name, problems }: SetOutcome['outcomes'][number]): readonly string[] =>
  problems.map((problem) => verdictNotice(policy_name, problem));

const workspaceOf = (scope: Scope): string | undefined => ('set' in scope ? undefined : scope.workspace);

/** Services of older versions ignore the attribute `workspace-name`, and would evaluate without the policy sets of the workspace. */
const workspaceIgnored = ({ url }: Service) =>
  new NotChecked(
    `${url} ignored the workspace, since it is older than this version of tipstaff: upgrade the service, or run the version of tipstaff that the service has.`,
  );

function creation({ scope, run }: ServiceCheck): { readonly path: string; readonly body: string } {
  const attributes = { run, 'workspace-name': workspaceOf(scope) };
  const body = JSON.stringify({ data: { type: 'policy-evaluations', attributes } });
  const home =
    'set' in scope
      ? `policy-sets/${encodeURIComponent(scope.set)}`
      : `organizations/${encodeURIComponent(scope.organization)}`;
  return { path: `/api/v2/${home}/evaluations`, body };
}

const evaluationAnswer = Type.Object({
  data: Type.Object({
    id: Type.String(),
    attributes: attributesOf<EvaluationAttributes>()('status', 'error', 'notices'),
    links: Type.Object({ self: Type.String(), upload: Type.Optional(Type.String()) }),
    relationships: Type.Object({
      organization: Type.Object({ data: Type.Object({ id: Type.String() }) }),
      workspace: Type.Object({ data: Nullable(Type.Object({ id: Type.String() })) }),
    }),
  }),
});

/** In milliseconds. */
const maxTime = 600_000;

/** Asks until the evaluation is over. */
async function endOf(service: Service, path: string, page: string) {
  const read = async () => (await answerTo(service, { path }, evaluationAnswer)).data.attributes;
  const last = await poll(read, { isLast: ({ status }) => status !== 'pending' && status !== 'running', maxTime });
  if (last !== undefined) return last;
  throw new NotChecked(`The evaluation did not finish within ten minutes: look at ${page} later.`);
}

const outcome = attributesOf<SetOutcomeAttributes['outcomes'][number]>()(
  'policy_name',
  'query',
  'description',
  'enforcement_level',
  'shadow',
  'exempt',
  'status',
  'output',
  'output_count',
  'problems',
  'prints',
  'duration_ms',
);

const outcomeAnswer = Type.Object({
  attributes: Type.Object({ 'policy-set-name': Type.String(), outcomes: Type.Array(outcome) }),
});

type SetOutcome = Type.Static<typeof outcomeAnswer>['attributes'];

/** A policy is named by its set and its own name, since several sets can have policies of one name. */
const outcomesIn = ({ 'policy-set-name': set, outcomes }: SetOutcome): readonly Outcome[] =>
  outcomes.map(({ policy_name, query, description, enforcement_level, shadow, ...outcome }) => ({
    policy: {
      name: `${set}/${policy_name}`,
      kind: outcome.status === 'unreachable' ? 'native' : 'opa',
      query,
      input: null,
      description: description === '' ? null : description,
      enforcementLevel: enforcement_level,
      isShadow: shadow,
      file: null,
    },
    status: outcome.status,
    isExempt: outcome.exempt,
    output: outcome.output,
    count: outcome.output_count,
    problems: outcome.problems.map((message) => ({ code: 'service', severity: severityOf(outcome), message })),
    prints: outcome.prints,
    'duration-ms': outcome.duration_ms,
    ...(outcome.metadata && { metadata: outcome.metadata }),
  }));

/** A policy that gave a verdict has no errors. */
const severityOf = ({ status }: Pick<Outcome, 'status'>): 'error' | 'warning' =>
  status === 'passed' || status === 'failed' ? 'warning' : 'error';
