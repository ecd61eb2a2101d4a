// The door of the policies domain for the command line.
export type { EvaluationAttributes, SetOutcomeAttributes } from './evaluations/resource.ts';
export type { PolicyAttributes } from './policies/resource.ts';
export type { PolicySetAttributes } from './policy-sets/resource.ts';
export type { DifferenceAttributes, ReplayAttributes } from './replays/resource.ts';
export type { RevisionAttributes } from './revisions/resource.ts';
export type { ArchivedPolicyAttributes } from './versions/resource.ts';
