// Feature sets that Tipstaff ships with. Subscriptions and operators' catalogue files refer to their `id`, so it must
// never change.
import type { Edition } from '../../../config.ts';
import { type FeatureSet, unlimited } from './attributes.ts';

const common = {
  'comparison-description': '',
  cost: 0,
  plan: null,
  'is-trial': false,
  'is-withdrawn': false,
  'cost-estimation': true,
  native: true,
  'policy-enforcement': true,
  'private-networking': true,
  'private-policy-agents': false,
  'private-vcs': false,
  'run-tasks': true,
  'self-serve-billing': true,
  sso: true,
} as const;

/** Features that only the larger plans may include. */
const extras = (has: boolean) => ({
  assessments: has,
  'audit-logging': has,
  'global-run-tasks': has,
  'module-deprecations': has,
  'module-tests-generation': has,
  'no-code-modules': has,
  teams: has,
});

const free: FeatureSet = {
  ...common,
  ...extras(false),
  id: 'fs-QRBLtNnG8yLZ5j3B',
  identifier: 'free_standard',
  name: 'Free',
  description: 'For a small team that keeps a few policies in one policy set.',
  'is-current': true,
  'is-free-tier': true,
  'concurrency-override': false,
  'default-agents-ceiling': 1,
  'default-runs-ceiling': 1,
  'policy-limit': 5,
  'policy-mandatory-enforcement-limit': 1,
  'policy-set-limit': 1,
  'run-task-limit': 1,
  'run-task-mandatory-enforcement-limit': 1,
  'run-task-workspace-limit': 10,
  'user-limit': null,
  'versioned-policy-set-limit': 0,
};

const standard: FeatureSet = {
  ...common,
  ...extras(false),
  ...unlimited,
  id: 'fs-GVJiBdrB1cNBaEzS',
  identifier: 'standard',
  name: 'Standard',
  description: 'For organizations with any number of policies and policy sets.',
  'is-current': true,
  'is-free-tier': true,
  'concurrency-override': true,
  'default-agents-ceiling': 10,
  'default-runs-ceiling': 10,
};

const plus: FeatureSet = {
  ...common,
  ...extras(true),
  ...unlimited,
  id: 'fs-C3jtFL4x8H7XDodP',
  identifier: 'plus',
  name: 'Plus',
  description: 'Everything in Standard, with teams, audit logging and the deprecation of module versions.',
  'is-current': true,
  'is-free-tier': true,
  'concurrency-override': true,
  'default-agents-ceiling': 10,
  'default-runs-ceiling': 10,
};

const trial: FeatureSet = {
  ...common,
  ...extras(true),
  ...unlimited,
  id: 'fs-ip6cPEn6kmwMf3Yq',
  identifier: 'trial',
  name: 'Trial',
  description: 'The features of Plus, for a single trial.',
  'is-current': false,
  'is-free-tier': false,
  'is-trial': true,
  'concurrency-override': false,
  'default-agents-ceiling': 0,
  'default-runs-ceiling': 1,
};

/** The catalogue that applies until the operator stores another one. */
export const shipped: readonly FeatureSet[] = [free, standard, plus, trial];

/** Returns the identifier of the feature set that every new organization gets. */
export const initialPlanId = (edition: Edition): string => (edition === 'hosted' ? free : plus).id;
