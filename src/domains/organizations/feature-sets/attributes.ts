// What a feature set says. Its members have the names of the wire in the words of the reference.

import type { Vocabulary } from '../../../jsonapi/vocabulary.ts';
import { recordOf } from '../../../lib/records.ts';

/** What an organization has, or has not. */
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

/** How many of something an organization may have. */
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

/** A limit of null is none. */
export type Limits = Readonly<Record<Limit, number | null>>;

export const unlimited: Limits = recordOf(limits, () => null);

/** The name of a member on the wire. */
export const wireName = (words: Vocabulary, name: string): string => (name === 'native' ? words.native : name);

/** A pricing plan (reference, Feature set), and what the operator alone sees of it. */
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
  /** Whether an organization can have it once only. */
  readonly 'is-trial': boolean;
  /** Whether nobody can choose it any more; who has it keeps it. */
  readonly 'is-withdrawn': boolean;
}
