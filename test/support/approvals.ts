// Approves findings of evaluations over the API, with the real policy engine.
import assert from 'node:assert/strict';
import { documentOf } from './documents.ts';
import { evaluatedIn, newOpaPolicy, opaSet } from './evaluations.ts';
import { newMember, newTeam } from './members.ts';
import { bucket, planOf, source } from './old-findings.ts';
import { newWorkspace } from './workspaces.ts';
import type { Home, Person, World } from './world.ts';

export const overridePath = (evaluation: string): string => `/policy-evaluations/${evaluation}/actions/override`;

/** Comment of the overrides. */
export const comment = 'ticket 7\nand ticket 8';

/** Returns the document that overrides an evaluation and approves its findings. */
export const sameFindings = (attributes: object = {}) =>
  documentOf('policy-evaluations', { comment, 'applies-to': 'same-findings', ...attributes });

/** A plan that creates the public buckets with these names. */
export const publicBuckets = (...names: readonly string[]): string =>
  planOf(...names.map((name) => bucket(name, ['create'], null)));

/** Overrides an evaluation and approves its findings. Returns the identifier of the approval. */
export const approve = async ({ client }: Pick<Home, 'client'>, evaluation: string, attributes: object = {}) => {
  const { status, body } = await client.post(overridePath(evaluation), sameFindings(attributes));
  assert.equal(status, 200, JSON.stringify(body));
  return String(body.data.attributes.override.approval);
};

export interface Written {
  readonly home?: Home;
  readonly policySource?: string;
  readonly set?: object;
}

/**
 * Creates a policy that rejects public buckets, in an overridable set for all workspaces, a workspace, and a member who
 * may override. `check` evaluates a plan in the workspace.
 */
export const approvalScene = async (world: World, { policySource = source, set = {}, ...given }: Written = {}) => {
  const home = given.home ?? (await world.home());
  const policy = await newOpaPolicy(home, 'buckets', { source: policySource });
  const policySet = await opaSet(home, 'baseline', [policy], { global: true, overridable: true, ...set });
  const workspace = await newWorkspace(home, 'app');
  const team = await newTeam(world, home, ['manage-policy-overrides']);
  const overrider: Person = await newMember(world, home, team);
  const check = (plan: string, place = workspace) => evaluatedIn(world, home, place, plan);
  return { world, home, policy, policySet, workspace, team, overrider, check };
};
