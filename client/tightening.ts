// Decides which parts of a change can make more plans fail. The console and the command line show the effects of such a
// change before they make it.
import type { Resource } from './operations.ts';

type SetAttributes = Resource<'policy-sets'>['attributes'];
type OrganizationAttributes = Resource<'organizations'>['attributes'];

/** Values of an attribute, from the least to the most strict. */
const introductions: readonly string[] = ['shadow', 'enforce-new', 'enforce'];
const unknownValues: readonly string[] = ['notice', 'fail', 'fail-all'];

const isStricter = (order: readonly string[], before: string, after: string): boolean =>
  order.indexOf(after) > order.indexOf(before);

/** Returns the elements of `after` that `before` does not contain. */
const addedTo = <Value>(before: readonly Value[], after: readonly Value[]): readonly Value[] => {
  const had = new Set(before.map((each) => JSON.stringify(each)));
  return after.filter((each) => !had.has(JSON.stringify(each)));
};

const isAdded = (before: readonly unknown[], after: readonly unknown[]): boolean => addedTo(before, after).length > 0;

/** Attributes of a policy that decide whether it blocks plans. */
export type Enforcement = Readonly<Record<'enforcement-level' | 'introduction', string>>;

/** Whether a plan that fails the policy is blocked, unless the policy set is in shadow mode. */
export const blocksPlans = (policy: Enforcement): boolean =>
  policy['enforcement-level'] !== 'advisory' && policy.introduction !== 'shadow';

/** Parts of a policy whose change can change its verdicts. */
const verdictParts: readonly string[] = ['code', 'query', 'input', 'data', 'unknown-values'];

/**
 * Returns the changed parts of a policy that can make more plans fail. Empty if the policy blocks no plan after the
 * change.
 */
export function tightenedPolicy<Part extends string>(
  before: Enforcement,
  after: Enforcement,
  changed: readonly Part[],
): readonly Part[] {
  if (!blocksPlans(after)) return [];
  const isTightened = (part: string): boolean => {
    if (part === 'enforcement-level') return before[part] === 'advisory';
    if (part === 'introduction') return isStricter(introductions, before[part], after[part]);
    return verdictParts.includes(part);
  };
  return changed.filter(isTightened);
}

/** Lists of records that belong to a policy set, by relationship. */
const members = ['workspaces', 'projects'] as const;
const exclusions = ['workspace-exclusions', 'project-exclusions'] as const;

type Lists = Readonly<Record<'policies' | (typeof members)[number] | (typeof exclusions)[number], readonly string[]>>;

/**
 * Attributes and relationships of a policy set that decide which plans it blocks. The lists contain names or
 * identifiers, and `policies` contains only policies that block plans.
 */
export type SetState = Lists &
  Pick<
    SetAttributes,
    'shadow' | 'global' | 'input' | 'unknown-values' | 'tag-selectors' | 'tag-selector-matching-logic'
  >;

export type SetPart = keyof SetState;

const selectorsOf = (set: SetState, isExclude: boolean) =>
  set['tag-selectors'].filter((each) => each['is-exclude'] === isExclude);

const hasScope = (set: SetState): boolean =>
  set.global || members.some((name) => set[name].length > 0) || selectorsOf(set, false).length > 0;

const needsAllTags = (set: SetState): boolean => set['tag-selector-matching-logic'] === 'all';

/** Whether the tags can select workspaces that they did not select before. */
function selectsMore(before: SetState, after: SetState): boolean {
  if (isAdded(selectorsOf(after, true), selectorsOf(before, true))) return true;
  const [old, now] = [selectorsOf(before, false), selectorsOf(after, false)];
  if (after.global || now.length === 0) return false;
  // If the set requires all tags, it applies to more workspaces after a tag is removed.
  return needsAllTags(after) && old.length > 0 ? isAdded(now, old) : isAdded(old, now);
}

/** Whether the set now requires only one of several tags, but required all of them before. */
const matchesMore = (before: SetState, after: SetState): boolean =>
  !after.global && needsAllTags(before) && !needsAllTags(after) && selectorsOf(after, false).length > 1;

/** Location of a workspace, with the names or identifiers that the lists of policy sets contain. */
export interface WorkspaceLocation {
  readonly workspace: string;
  readonly project: string;
  /** Values of the workspace's tags by key, including those that it inherits from its project. */
  readonly tags: ReadonlyMap<string, unknown>;
}

/** Whether a policy set applies to a workspace at a location. */
export function appliesTo(set: SetState, { workspace, project, tags }: WorkspaceLocation): boolean {
  const hasTag = ({ 'tag-key': key, 'tag-value': value }: SetState['tag-selectors'][number]): boolean =>
    tags.has(key) && (value === null || tags.get(key) === value);
  if (set['workspace-exclusions'].includes(workspace) || set['project-exclusions'].includes(project)) return false;
  if (selectorsOf(set, true).some(hasTag)) return false;
  if (set.global || set.workspaces.includes(workspace) || set.projects.includes(project)) return true;
  const selectors = selectorsOf(set, false);
  return needsAllTags(set) ? selectors.length > 0 && selectors.every(hasTag) : selectors.some(hasTag);
}

/** Whether the set applies policies that block plans, and is not in shadow mode. */
export const canBlock = (set: SetState): boolean => !set.shadow && set.policies.length > 0 && hasScope(set);

/**
 * Returns the attributes and relationships whose change can make more plans fail. Empty if the set can block no plan
 * after the change, because it is in shadow mode, applies to no workspace or contains no policy that blocks plans.
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

const referencesTo = <const Type extends string>(type: Type, ids: readonly string[]) => ({
  data: ids.map((id) => ({ id, type })),
});

/** Returns the attributes and relationships for the request of a replay that tries a change of a policy set. */
export function triedSet(before: SetState, after: SetState) {
  const [logic, selectors] = ['tag-selector-matching-logic', 'tag-selectors'] as const;
  const addedSelectors = addedTo(before[selectors], after[selectors]);
  const removedSelectors = addedTo(after[selectors], before[selectors]);
  const [policies, workspaces, projects] = (['policies', ...members] as const).map((name) =>
    addedTo(before[name], after[name]),
  );
  const [freedWorkspaces, freedProjects] = exclusions.map((name) => addedTo(after[name], before[name]));
  const attributes = {
    ...(after.global && !before.global && { global: true as const }),
    ...(before.shadow && !after.shadow && { shadow: false }),
    ...(after.input !== null && after.input !== before.input && { input: after.input }),
    ...(after[logic] !== before[logic] && { [logic]: after[logic] }),
    ...(addedSelectors.length > 0 && { 'added-tag-selectors': addedSelectors }),
    ...(removedSelectors.length > 0 && { 'removed-tag-selectors': removedSelectors }),
  };
  const relationships = {
    ...(policies?.length && { 'added-policies': referencesTo('policies', policies) }),
    ...(workspaces?.length && { 'added-workspaces': referencesTo('workspaces', workspaces) }),
    ...(projects?.length && { 'added-projects': referencesTo('projects', projects) }),
    ...(freedWorkspaces?.length && { 'removed-workspace-exclusions': referencesTo('workspaces', freedWorkspaces) }),
    ...(freedProjects?.length && { 'removed-project-exclusions': referencesTo('projects', freedProjects) }),
  };
  return { attributes, relationships };
}

/**
 * Returns a changed part of a policy set that a replay cannot try; undefined if there is none. A replay cannot remove
 * policies or narrow the scope. If the change also does this, the replay would count too many plans.
 */
export function untriedPart(before: SetState, after: SetState): SetPart | undefined {
  const isListed = !before.global && !after.global;
  const parts = {
    'unknown-values': isStricter(unknownValues, before['unknown-values'], after['unknown-values']),
    input: after.input === null && before.input !== null,
    global: before.global && !after.global,
    policies: isAdded(after.policies, before.policies),
    workspaces: isListed && isAdded(after.workspaces, before.workspaces),
    projects: isListed && isAdded(after.projects, before.projects),
    'workspace-exclusions': isAdded(before['workspace-exclusions'], after['workspace-exclusions']),
    'project-exclusions': isAdded(before['project-exclusions'], after['project-exclusions']),
  };
  return nameOfTrue(parts)[0];
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

/** Settings of an organization that can make a plan fail even if no policy fails. */
export type OrganizationState = Pick<OrganizationAttributes, (typeof requirements)[number] | 'unknown-values'>;

export type OrganizationPart = keyof OrganizationState;

/** Returns the changed settings of an organization that can make more plans fail. */
export const tightenedOrganization = (
  before: OrganizationState,
  after: OrganizationState,
): readonly OrganizationPart[] => [
  ...requirements.filter((name) => after[name] && !before[name]),
  ...(isStricter(unknownValues, before['unknown-values'], after['unknown-values'])
    ? (['unknown-values'] as const)
    : []),
];

/** Beginning of the sentences that say why the effect of a change is not known. */
export const unknownEffect = 'It is not known how many plans would newly fail';

/** Returns the sentence with a reason such as `no plans are recorded`. */
export const unknownBecause = (reason: string): string => `${unknownEffect}, because ${reason}.`;

/** Returns the sentence for a kind of change that replays do not support, such as `parameters`. */
export const unknownWith = (untried: string): string => unknownBecause(`a replay cannot try ${untried}`);
