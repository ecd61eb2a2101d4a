// The attributes of a feature set, by their names on the wire.
import { recordOf } from '../../../lib/functions/records.ts';

/** Features that a plan includes or not. */
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

/** Maximum numbers of things that an organization may have; null is no limit. */
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

/** A feature set (reference, Feature set), with what only the operator sees. */
export interface FeatureSet extends Limits, Readonly<Record<Feature, boolean>> {
  readonly id: string;
  readonly identifier: string;
  readonly name: string;
  readonly description: string;
  readonly 'comparison-description': string | null;
  /** In cents. */
  readonly cost: number;
  readonly plan: string | null;
  readonly 'is-current': boolean;
  readonly 'is-free-tier': boolean;
  readonly 'default-agents-ceiling': number;
  readonly 'default-runs-ceiling': number;
  /** True if an organization can have it only once. */
  readonly 'is-trial': boolean;
  /** True if nobody can choose it any more; organizations that have it keep it. */
  readonly 'is-withdrawn': boolean;
}
