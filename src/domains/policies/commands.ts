// The door of the policies domain for the command line.
export type { EvaluationAttributes, SetOutcomeAttributes } from './evaluations/resource.ts';
export { policySetParameters as parameterEntity } from './parameters/entity.ts';
export { policies as policyEntity } from './policies/entity.ts';
export type { PolicyAttributes } from './policies/resource.ts';
export { policySets as policySetEntity } from './policy-sets/entity.ts';
export type { PolicySetAttributes } from './policy-sets/resource.ts';
export { TagSelectors } from './policy-sets/tag-selectors.ts';
export type { DifferenceAttributes, ReplayAttributes } from './replays/resource.ts';
export type { RevisionAttributes } from './revisions/resource.ts';
export type { ArchivedPolicyAttributes } from './versions/resource.ts';
