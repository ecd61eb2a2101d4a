// Has a plan evaluated by the policies of a service.
import { setTimeout as pause } from 'node:timers/promises';
import { Type } from 'typebox';
import { Nullable } from '../../jsonapi/schema.ts';
import { validate } from '../../jsonapi/validate.ts';
import { NotChecked } from '../command.ts';
import { parsedJson } from '../input.ts';
import { type Service, type ServiceRequest, sendPatiently, unexpectedAnswer, unknownToken } from '../service-client.ts';
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
  /** What is known of the run, as JSON. */
  readonly run: Uint8Array | undefined;
}

/** What came of it; `notices` say where nothing was evaluated. */
export interface ServiceReport extends Report {
  readonly notices: readonly string[];
}

/** Throws `NotChecked` where the service cannot evaluate the plan, or did not come to an end in ten minutes. */
export async function checkOnService(service: Service, check: ServiceCheck): Promise<ServiceReport> {
  const { name, plan } = check;
  const created = await evaluationFrom(service, { method: 'POST', ...(await creation(service, check)) });
  const { self, upload } = created.data.links;
  if (upload === undefined) throw new NotChecked(`${service.url} takes no plan.`);
  await answerOf(service, { method: 'PUT', path: upload, body: plan }, 202);
  const { status, error, notices } = await endOf(service, self);
  if (error !== null) throw new NotChecked(`${name}: ${error}`);
  if (status === 'canceled') throw new NotChecked('The evaluation was canceled.');
  return { folder: { path: '' }, plan: name, outcomes: await outcomesOf(service, self), notices };
}

async function creation(service: Service, { scope, run }: ServiceCheck): Promise<{ path: string; body: string }> {
  const attributes = run === undefined ? {} : { run: parsedJson(Buffer.from(run).toString('utf8')) };
  const documentWith = (relationships: object) =>
    JSON.stringify({ data: { type: 'policy-evaluations', attributes, relationships } });
  if ('set' in scope) {
    return { path: `/api/v2/policy-sets/${encodeURIComponent(scope.set)}/evaluations`, body: documentWith({}) };
  }
  const { organization, workspace } = scope;
  const base = `/api/v2/organizations/${encodeURIComponent(organization)}`;
  const relationships =
    workspace === undefined
      ? {}
      : { workspace: { data: { type: 'workspaces', id: await workspaceId(service, base, workspace) } } };
  return { path: `${base}/evaluations`, body: documentWith(relationships) };
}

const workspaceAnswer = Type.Object({ data: Type.Object({ id: Type.String() }) });

async function workspaceId(service: Service, base: string, name: string): Promise<string> {
  const body = await answerOf(service, { path: `${base}/workspaces/${encodeURIComponent(name)}` }, 200);
  return parsedAs(service, workspaceAnswer, body).data.id;
}

const evaluationAnswer = Type.Object({
  data: Type.Object({
    attributes: Type.Object({
      status: Type.String(),
      error: Nullable(Type.String()),
      notices: Type.Array(Type.String()),
    }),
    links: Type.Object({ self: Type.String(), upload: Type.Optional(Type.String()) }),
  }),
});

async function evaluationFrom(service: Service, request: ServiceRequest) {
  return parsedAs(service, evaluationAnswer, await answerOf(service, request, request.method === 'POST' ? 201 : 200));
}

/** In milliseconds. */
const [firstPause, maxPause, maxTime] = [100, 2_000, 600_000];

/** Asks until the evaluation is over. */
async function endOf(service: Service, path: string) {
  const deadline = Date.now() + maxTime;
  for (let wait = firstPause; Date.now() < deadline; wait = Math.min(2 * wait, maxPause)) {
    await pause(wait);
    const { attributes } = (await evaluationFrom(service, { path })).data;
    if (attributes.status !== 'pending' && attributes.status !== 'running') return attributes;
  }
  throw new NotChecked(`The evaluation did not end in ten minutes: look at ${service.url}${path} later.`);
}

const outcomesAnswer = Type.Object({
  data: Type.Array(
    Type.Object({
      attributes: Type.Object({
        'policy-set-name': Type.String(),
        outcomes: Type.Array(
          Type.Object({
            policy_name: Type.String(),
            query: Type.String(),
            description: Type.String(),
            enforcement_level: Type.String(),
            shadow: Type.Boolean(),
            exempt: Type.Boolean(),
            status: Type.Enum(['passed', 'failed', 'errored', 'unreachable']),
            output: Type.Array(Type.Unknown()),
            output_count: Type.Integer(),
            problems: Type.Array(Type.String()),
            prints: Type.Array(Type.String()),
            duration_ms: Type.Number(),
          }),
        ),
      }),
    }),
  ),
  meta: Type.Object({ pagination: Type.Object({ 'next-page': Nullable(Type.Integer()) }) }),
});

type SetOutcome = Type.Static<typeof outcomesAnswer>['data'][number]['attributes'];

async function outcomesOf(service: Service, self: string): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let page = 1; ; page += 1) {
    const path = `${self}/policy-set-outcomes?page%5Bnumber%5D=${page}&page%5Bsize%5D=100`;
    const { data, meta } = parsedAs(service, outcomesAnswer, await answerOf(service, { path }, 200));
    outcomes.push(...data.flatMap(({ attributes }) => outcomesIn(attributes)));
    if (meta.pagination['next-page'] === null) return outcomes;
  }
}

/** A policy is named by its set and its own name, since several sets can have policies of one name. */
const outcomesIn = ({ 'policy-set-name': set, outcomes }: SetOutcome): readonly Outcome[] =>
  outcomes.map(({ policy_name, query, description, enforcement_level, shadow, ...outcome }) => ({
    policy: {
      name: `${set}/${policy_name}`,
      kind: outcome.status === 'unreachable' ? 'native' : 'opa',
      query,
      description: description === '' ? null : description,
      enforcementLevel: enforcement_level,
      isShadow: shadow,
      file: `${set}/${policy_name}.rego`,
    },
    status: outcome.status,
    isExempt: outcome.exempt,
    output: outcome.output,
    count: outcome.output_count,
    problems: outcome.problems.map((message) => ({ code: 'service', severity: 'error', message })),
    prints: outcome.prints,
    'duration-ms': outcome.duration_ms,
  }));

async function answerOf(service: Service, request: ServiceRequest, expected: number): Promise<unknown> {
  const response = await sendPatiently(service, request);
  const body = parsedJson(await response.text());
  if (response.status === expected) return body;
  if (response.status === 401) throw new NotChecked(unknownToken(service));
  const isMissing = response.status === 404;
  throw new NotChecked(isMissing ? missing(service, request) : unexpectedAnswer(service, response.status, body));
}

const missing = ({ url }: Service, { path }: ServiceRequest): string =>
  `${url} has no ${decodeURIComponent(path.replace('/api/v2/', '').split('?')[0] ?? '')} for this token.`;

function parsedAs<Schema extends Parameters<typeof validate>[0]>(service: Service, schema: Schema, body: unknown) {
  const result = validate(schema, body);
  if ('problems' in result) throw new NotChecked(`${service.url} is no service that evaluates policies.`);
  return result.value;
}
