// Decides which parts of a change can make more plans fail. The console and the command line show the effects of such a
// change before they make it.
import type { Resource } from './operations.ts';

type PolicyAttributes = Resource<'policies'>['attributes'];
type SetAttributes = Resource<'policy-sets'>['attributes'];
type OrganizationAttributes = Resource<'organizations'>['attributes'];

/** Values of an attribute, from the least to the most strict. */
const introductions: readonly string[] = ['shadow', 'enforce-new', 'enforce'];
const unknownValues: readonly string[] = ['notice', 'fail', 'fail-all'];

const isStricter = (order: readonly string[], before: string, after: string): boolean =>
  order.indexOf(after) > order.indexOf(before);

const isAdded = (before: readonly string[], after: readonly string[]): boolean =>
  after.some((each) => !before.includes(each));

/** Attributes of a policy that decide which plans it blocks. */
export type PolicyState = Pick<PolicyAttributes, 'enforcement-level' | 'introduction' | 'query' | 'input'>;

export type PolicyPart = keyof PolicyState;

/** Whether a failed policy blocks the plan, if the policy set does not prevent this. */
export const blocksPlans = (policy: Pick<PolicyState, 'enforcement-level' | 'introduction'>): boolean =>
  policy['enforcement-level'] !== 'advisory' && policy.introduction !== 'shadow';

/** Returns the attributes whose change can make more plans fail. Empty if the policy blocks no plan after the change. */
export function tightenedPolicy(before: PolicyState, after: PolicyState): readonly PolicyPart[] {
  if (!blocksPlans(after)) return [];
  const [level, introduction] = ['enforcement-level', 'introduction'] as const;
  return [
    ...(before[level] === 'advisory' ? [level] : []),
    ...(isStricter(introductions, before[introduction], after[introduction]) ? [introduction] : []),
    ...(['query', 'input'] as const).filter((name) => before[name] !== after[name]),
  ];
}

/** Lists of records that belong to a policy set, by relationship. */
const members = ['workspaces', 'projects'] as const;
const exclusions = ['workspace-exclusions', 'project-exclusions'] as const;

type Lists = Readonly<Record<'policies' | (typeof members)[number] | (typeof exclusions)[number], readonly string[]>>;

/**
 * What decides which plans a policy set blocks. The lists contain names or identifiers, and `policies` contains only
 * policies that block plans.
 */
export type SetState = Lists &
  Pick<
    SetAttributes,
    'shadow' | 'global' | 'input' | 'unknown-values' | 'tag-selectors' | 'tag-selector-matching-logic'
  >;

export type SetPart = keyof SetState;

const selectorsOf = (set: SetState, isExclude: boolean): readonly string[] =>
  set['tag-selectors']
    .filter((each) => each['is-exclude'] === isExclude)
    .map((each) => JSON.stringify([each['tag-key'], each['tag-value']]));

const hasScope = (set: SetState): boolean =>
  set.global || members.some((name) => set[name].length > 0) || selectorsOf(set, false).length > 0;

const needsAllTags = (set: SetState): boolean => set['tag-selector-matching-logic'] === 'all';

/** Whether the tags can select workspaces that they did not select before. */
function selectsMore(before: SetState, after: SetState): boolean {
  if (isAdded(selectorsOf(after, true), selectorsOf(before, true))) return true;
  const [old, now] = [selectorsOf(before, false), selectorsOf(after, false)];
  if (after.global || now.length === 0) return false;
  // If a workspace needs all tags, more workspaces have them if one tag is removed.
  return needsAllTags(after) && old.length > 0 ? isAdded(now, old) : isAdded(old, now);
}

/** Whether a workspace now needs only one of several tags, but needed all of them before. */
const matchesMore = (before: SetState, after: SetState): boolean =>
  !after.global && needsAllTags(before) && !needsAllTags(after) && selectorsOf(after, false).length > 1;

/** Whether the set applies policies that block plans, and is not in shadow mode. */
export const canBlock = (set: SetState): boolean => !set.shadow && set.policies.length > 0 && hasScope(set);

/**
 * Returns the attributes and relationships whose change can make more plans fail. Empty if no plan can be blocked by
 * the set after the change, because it is in shadow mode, applies to nothing or contains no policy that blocks plans.
 */
export function tightenedSet(before: SetState, after: SetState): readonly SetPart[] {
  if (!canBlock(after)) return [];
  const isListed = !before.global && !after.global;
  const parts: Readonly<Record<SetPart, boolean>> = {
    shadow: before.shadow,
    global: after.global && !before.global,
    policies: isAdded(before.policies, after.policies),
    workspaces: isListed && isAdded(before.workspaces, after.workspaces),
    projects: isListed && isAdded(before.projects, after.projects),
    'tag-selectors': selectsMore(before, after),
    'tag-selector-matching-logic': matchesMore(before, after),
    'workspace-exclusions': isAdded(after['workspace-exclusions'], before['workspace-exclusions']),
    'project-exclusions': isAdded(after['project-exclusions'], before['project-exclusions']),
    input: before.input !== after.input,
    'unknown-values': isStricter(unknownValues, before['unknown-values'], after['unknown-values']),
  };
  return nameOfTrue(parts);
}

const nameOfTrue = <Name extends string>(flags: Readonly<Record<Name, boolean>>): readonly Name[] => {
  const names: ReturnType<typeof JSON.parse> = Object.entries(flags).flatMap(([name, isTrue]) =>
    isTrue ? [name] : [],
  );
  return names;
};

const requirements = [
  'evaluated-policies-required',
  'complete-plans-required',
  'evaluation-workspace-required',
] as const;

/** Attributes of an organization that decide which plans fail for reasons other than a policy. */
export type OrganizationState = Pick<OrganizationAttributes, (typeof requirements)[number] | 'unknown-values'>;

export type OrganizationPart = keyof OrganizationState;

/** Returns the settings of an organization whose change can make more plans fail. */
export const tightenedOrganization = (
  before: OrganizationState,
  after: OrganizationState,
): readonly OrganizationPart[] => [
  ...requirements.filter((name) => after[name] && !before[name]),
  ...(isStricter(unknownValues, before['unknown-values'], after['unknown-values'])
    ? (['unknown-values'] as const)
    : []),
];
