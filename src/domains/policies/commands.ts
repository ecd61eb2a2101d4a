// Exports of the policies domain for the command line.
export { policySetParameters as parameterEntity } from './parameters/entity.ts';
export { policies as policyEntity } from './policies/entity.ts';
export { policySets as policySetEntity } from './policy-sets/entity.ts';
export { TagSelectors } from './policy-sets/tag-selectors.ts';
