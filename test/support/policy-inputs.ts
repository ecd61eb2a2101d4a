// Evaluates plans whose policy inputs are recorded.
import assert from 'node:assert/strict';
import { evaluationJob } from '../../src/domains/policies/evaluations/job.ts';
import { runOnce } from '../../src/runtime/jobs/jobs.ts';
import { documentOf } from './documents.ts';
import { pathOf } from './evaluations.ts';
import type { Home, World } from './world.ts';

/**
 * Returns a plan for a bucket with a sensitive and a non-sensitive attribute. By default the plan creates the bucket.
 */
export const planOf = (after: object, after_sensitive: object = {}, actions: readonly string[] = ['create']): string =>
  JSON.stringify({
    format_version: '1.2',
    terraform_version: '1.14.3',
    resource_changes: [
      {
        address: 'aws_s3_bucket.logs',
        mode: 'managed',
        type: 'aws_s3_bucket',
        name: 'logs',
        change: { actions, before: null, after, before_sensitive: false, after_sensitive },
      },
    ],
  });

/**
 * Evaluates a plan with all policy sets that apply to the relationships in `place`. Returns the finished evaluation.
 */
export const evaluatedPlan = async (world: World, home: Home, plan: string, place: object = {}) => {
  const document = documentOf('policy-evaluations', { run: { message: 'Add a bucket' } }, place);
  const { status, body } = await home.client.post(`/organizations/${home.name}/evaluations`, document);
  assert.equal(status, 201, JSON.stringify(body));
  const { id, links } = body.data;
  assert.equal((await home.client.put(pathOf(links.upload), plan)).status, 202);
  await runOnce(world.context, evaluationJob(world.context));
  return (await home.client.get(`/policy-evaluations/${id}`)).body.data;
};

/** Sets how many days policy inputs are kept; null turns recording off. */
export const recordInputs = async ({ client, name }: Home, days: number | null) => {
  const document = documentOf('organizations', { 'policy-input-retention-days': days });
  const { status, body } = await client.patch(`/organizations/${name}`, document);
  assert.equal(status, 200, JSON.stringify(body));
};
