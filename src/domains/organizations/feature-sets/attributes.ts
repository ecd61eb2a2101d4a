// Attributes of a feature set with their names in the API.
import { recordOf } from '../../../lib/functions/records.ts';

/** Features that a plan may include. */
export const features = [
  'assessments',
  'audit-logging',
  'concurrency-override',
  'cost-estimation',
  'global-run-tasks',
  'module-deprecations',
  'module-tests-generation',
  'native',
  'no-code-modules',
  'policy-enforcement',
  'private-networking',
  'private-policy-agents',
  'private-vcs',
  'run-tasks',
  'self-serve-billing',
  'sso',
  'teams',
] as const;

export type Feature = (typeof features)[number];

/** Limits that a plan sets for an organization. Null means no limit. */
export const limits = [
  'policy-limit',
  'policy-mandatory-enforcement-limit',
  'policy-set-limit',
  'run-task-limit',
  'run-task-mandatory-enforcement-limit',
  'run-task-workspace-limit',
  'user-limit',
  'versioned-policy-set-limit',
] as const;

export type Limit = (typeof limits)[number];

export type Limits = Readonly<Record<Limit, number | null>>;

export const unlimited: Limits = recordOf(limits, () => null);

/**
 * A feature set with all its attributes (API reference, "Feature set"). Only the operator and site administrators see
 * `is-trial` and `is-withdrawn`.
 */
export interface FeatureSet extends Limits, Readonly<Record<Feature, boolean>> {
  readonly id: string;
  readonly identifier: string;
  readonly name: string;
  readonly description: string;
  readonly 'comparison-description': string | null;
  /** Price of the feature set, in cents. */
  readonly cost: number;
  readonly plan: string | null;
  readonly 'is-current': boolean;
  readonly 'is-free-tier': boolean;
  readonly 'default-agents-ceiling': number;
  readonly 'default-runs-ceiling': number;
  /** Whether an organization can subscribe to this feature set only once. */
  readonly 'is-trial': boolean;
  /** Whether new subscriptions are refused. Existing subscriptions to this feature set continue. */
  readonly 'is-withdrawn': boolean;
}
