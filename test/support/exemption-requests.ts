// Requests for exemptions, sent over the API.
import { documentOf } from './documents.ts';
import { creating, evaluated, newOpaPolicy, opaSet } from './evaluations.ts';
import { newMember } from './members.ts';
import { newWorkspace } from './workspaces.ts';
import type { Home, World } from './world.ts';

export const requestsPath = (evaluation: string): string => `/policy-evaluations/${evaluation}/exemption-requests`;

/** Requests an exemption from a policy that did not pass in an evaluation. */
export const asking = ({ client }: Pick<Home, 'client'>, evaluation: string, policy: string, attributes: object = {}) =>
  client.post(
    requestsPath(evaluation),
    documentOf('policy-exemption-requests', { 'policy-id': policy, reason: 'Until the migration', ...attributes }),
  );

/** Creates a policy set with a policy that stops a plan of a member without permissions, in the workspace `shop`. */
export const newStopped = async (world: World, home?: Home) => {
  const own = home ?? (await world.home());
  const policy = await newOpaPolicy(own, 'buckets');
  const set = await opaSet(own, 'baseline', [policy], { global: true, overridable: true });
  const workspace = await newWorkspace(own, 'shop');
  const member = await newMember(world, own);
  const document = documentOf('policy-evaluations', { 'workspace-name': 'shop' });
  const attempt = { world, by: member, path: `/organizations/${own.name}/evaluations`, document };
  const { id: evaluation } = await evaluated(attempt, creating);
  return { home: own, policy, set, workspace, member, evaluation: String(evaluation) };
};
