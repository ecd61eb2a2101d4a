// Rows of the table that compares subscription plans, in groups.
import type { Plan } from '../../api/plans.ts';
import { limitText } from '../../components/limit.tsx';
import { planTexts } from '../../texts/plans.ts';
import { kindName } from '../policies/labels.tsx';

type Attributes = Plan['attributes'];

interface ComparedRow {
  readonly id: string;
  readonly label: string;
  /** Returns the row's value for a subscription plan: a text, or whether the plan includes the feature. */
  readonly of: (plan: Attributes) => string | boolean;
}

export interface ComparedGroup {
  readonly title: string;
  readonly rows: readonly ComparedRow[];
}

const limits = [
  'policy-limit',
  'policy-mandatory-enforcement-limit',
  'policy-set-limit',
  'versioned-policy-set-limit',
  'user-limit',
  'run-task-limit',
  'run-task-mandatory-enforcement-limit',
  'run-task-workspace-limit',
] as const satisfies readonly (keyof Attributes)[];

const ceilings = ['default-runs-ceiling', 'default-agents-ceiling'] as const satisfies readonly (keyof Attributes)[];

const features = [
  'policy-enforcement',
  'native',
  'module-deprecations',
  'no-code-modules',
  'module-tests-generation',
  'audit-logging',
  'teams',
  'sso',
  'run-tasks',
  'global-run-tasks',
  'assessments',
  'cost-estimation',
  'concurrency-override',
  'private-networking',
  'private-policy-agents',
  'private-vcs',
  'self-serve-billing',
] as const satisfies readonly (keyof Attributes)[];

export type PlanFeature = (typeof features)[number];

/** Returns the name of a feature. The name of the policy kind `native` depends on the vocabulary of the service. */
const featureName = (name: PlanFeature): string =>
  name === 'native' ? `${kindName('native')} policies` : planTexts[name];

const price = ({ cost, plan }: Attributes): string => {
  if (cost === 0) return 'Free of charge';
  const amount = (cost / 100).toLocaleString('en', { minimumFractionDigits: 2 });
  return plan === null ? amount : `${amount} (${plan})`;
};

/** All properties in which subscription plans can differ. */
export const comparedGroups: readonly ComparedGroup[] = [
  { title: 'Price', rows: [{ id: 'cost', label: 'Price', of: price }] },
  { title: 'Limits', rows: limits.map((id) => ({ id, label: planTexts[id], of: (plan) => limitText(plan[id]) })) },
  {
    title: 'Runs and agents',
    rows: ceilings.map((id) => ({ id, label: planTexts[id], of: (plan) => limitText(plan[id]) })),
  },
  { title: 'Features', rows: features.map((id) => ({ id, label: featureName(id), of: (plan) => plan[id] })) },
];

const differs = ({ of }: ComparedRow, plans: readonly Attributes[]): boolean => new Set(plans.map(of)).size > 1;

/** Returns the rows in which the subscription plans differ, in their groups. */
export const differencesAmong = (plans: readonly Attributes[]): readonly ComparedGroup[] =>
  comparedGroups
    .map(({ title, rows }) => ({ title, rows: rows.filter((row) => differs(row, plans)) }))
    .filter(({ rows }) => rows.length > 0);

/** Names of the features that an organization loses when it changes from one subscription plan to another. */
export const lostFeatures = (from: Attributes, to: Attributes): readonly string[] =>
  features.filter((name) => from[name] && !to[name]).map(featureName);
