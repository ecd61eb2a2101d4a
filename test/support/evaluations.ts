// Creates evaluations of plans over the API, with the real policy engine.
import assert from 'node:assert/strict';
import { evaluationJob } from '../../src/domains/policies/evaluations/job.ts';
import { runOnce } from '../../src/runtime/jobs/jobs.ts';
import { documentOf } from './documents.ts';
import { newPolicy, newPolicySet } from './policies.ts';
import type { Home, World } from './world.ts';

/** Returns a plan that applies the given actions to a bucket. */
const planWith = (...actions: readonly string[]) =>
  JSON.stringify({
    format_version: '1.2',
    terraform_version: '1.9.0',
    resource_changes: [
      { address: 'aws_s3_bucket.logs', type: 'aws_s3_bucket', change: { actions, after: { acl: 'public-read' } } },
    ],
  });
export const creating = planWith('create');
export const harmless = planWith('no-op');

/** Policy code that rejects the plan `creating`. */
const code = `package buckets

deny contains message if {
  some each in input.plan.resource_changes
  "create" in each.change.actions
  message := sprintf("%s is public", [each.address])
}
`;

/** Policy attributes whose values differ from the defaults. */
interface Written {
  readonly shadow?: boolean;
  readonly introduction?: string;
  readonly level?: string;
  readonly source?: string;
  readonly rule?: string;
}

/** Creates a policy with code, or without code if `source` is empty. Returns the policy's id. */
export const newOpaPolicy = async (
  home: Pick<Home, 'client' | 'name'>,
  name: string,
  { level = 'mandatory', source = code, rule = 'data.buckets.deny', shadow = false, introduction }: Written = {},
) => {
  const attributes = { kind: 'opa', query: rule, 'enforcement-level': level, shadow, introduction };
  const id = await newPolicy(home, name, attributes);
  if (source !== '') assert.equal((await home.client.put(`/policies/${id}/upload`, source)).status, 200);
  return id;
};

/** Creates a policy set for OPA policies. */
export const opaSet = (
  home: Pick<Home, 'client' | 'name'>,
  name: string,
  policies: readonly string[],
  attributes: object = {},
) => newPolicySet(home, name, { kind: 'opa', ...attributes }, policies);

/** Returns the workspace relationship of an evaluation or an exemption. */
export const inWorkspace = (id: string) => ({ workspace: { data: { id, type: 'workspaces' } } });

/** Parameters of a new evaluation. */
interface Attempt {
  readonly world: World;
  readonly by: Pick<Home, 'client'>;
  readonly path: string;
  readonly document?: object;
}

export const emptyDocument = documentOf('policy-evaluations', {});

/** Returns the document that creates an evaluation for a workspace. */
export const evaluationIn = (workspace: string) => documentOf('policy-evaluations', {}, inWorkspace(workspace));

/** Creates an evaluation. */
export const created = async ({ by, path, document = emptyDocument }: Omit<Attempt, 'world'>) => {
  const { status, body } = await by.client.post(path, document);
  assert.equal(status, 201, JSON.stringify(body));
  return body.data;
};

/** Returns the API path of a link. */
export const pathOf = (link: string): string => link.slice(link.indexOf('/api/v2') + '/api/v2'.length);

/** Creates an evaluation, uploads the plan and runs the job. Returns the evaluation with its policy set outcomes. */
export const evaluated = async ({ world, ...attempt }: Attempt, plan: string | Buffer) => {
  const { client } = attempt.by;
  const { id, links } = await created(attempt);
  const sent = await client.put(pathOf(links.upload), plan);
  assert.equal(sent.status, 202, sent.bytes.toString());
  await runOnce(world.context, evaluationJob(world.context));
  const shown = await client.get(`/policy-evaluations/${id}`);
  const outcomes = await client.get(`/policy-evaluations/${id}/policy-set-outcomes`);
  return { id, ...shown.body.data, outcomes: outcomes.body.data };
};

/**
 * Evaluates a plan like `evaluated`, for a workspace and with all policy sets of the organization that apply to the
 * workspace.
 */
export const evaluatedIn = (world: World, by: Pick<Home, 'client' | 'name'>, workspace: string, plan: string) => {
  const path = `/organizations/${by.name}/evaluations`;
  return evaluated({ world, by, path, document: evaluationIn(workspace) }, plan);
};
