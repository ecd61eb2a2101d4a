// Sentences for the changes in the history of a policy.
import type { HistoryEntry, HistoryKind } from '../api/policy-history.ts';
import { counted } from './counted.ts';

type Attributes = HistoryEntry['attributes'];

/** Display names of the values of `filter[kind]`. */
export const historyKinds = [
  ['settings', 'Settings'],
  ['code', 'Code'],
  ['tests', 'Tests'],
  ['policy-sets', 'Policy sets'],
  ['scope', 'Scope of policy sets'],
] as const satisfies readonly (readonly [HistoryKind, string])[];

/** Returns the kind of change with this name. Undefined if there is none. */
export const historyKindOf = (name: string | undefined): HistoryKind | undefined =>
  historyKinds.find(([kind]) => kind === name)?.[0];

const valueNames: Readonly<Record<string, string>> = {
  name: 'Name',
  description: 'Description',
  query: 'Query',
  'enforcement-level': 'Level',
  introduction: 'Introduction',
  input: 'Input',
  global: 'All workspaces',
  overridable: 'Overrides',
  shadow: 'Shadow mode',
  'unknown-values': 'Unknown values',
  'policies-path': 'Folder of the policies',
  'agent-enabled': 'Own version of the policy tool',
  'policy-tool-version': 'Version of the policy tool',
  'tag-selectors': 'Tags',
  'tag-selector-matching-logic': 'Matching of tags',
  workspaces: 'Workspaces',
  projects: 'Projects',
  'workspace-exclusions': 'Excluded workspaces',
  'project-exclusions': 'Excluded projects',
  approvers: 'Approvers',
  'approvers-required': 'Approvers required',
  revision: 'Revision',
  'restored-from': 'Restored revision',
  message: 'Message',
  tests: 'Tests',
};

/** Display name of a value in `before` and `after`. */
export const valueName = (name: string): string => valueNames[name] ?? name;

const valueIn = (values: object | null, name: string): unknown => Reflect.get(Object(values), name);

/** Values that are shown only in the details of a change, because they can be long. */
const longValues = new Set(['description', 'tag-selectors']);

const shortText = (value: unknown): string => {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return String(value);
};

/** Returns a sentence for each value that an update changed, such as `Level advisory → mandatory`. */
const updateLines = ({ before, after }: Attributes): readonly string[] =>
  Object.keys(Object(after)).map((name) =>
    longValues.has(name)
      ? `${valueName(name)} changed`
      : `${valueName(name)} ${shortText(valueIn(before, name))} → ${shortText(valueIn(after, name))}`,
  );

const codeLine = ({ before, after }: Attributes): string => {
  const [from, to, restored] = [
    valueIn(before, 'revision'),
    valueIn(after, 'revision'),
    valueIn(after, 'restored-from'),
  ];
  if (to === undefined) return 'Code: saved again without a change';
  const revisions = from === null ? `revision ${to}` : `revision ${from} → ${to}`;
  return restored === undefined ? `Code: ${revisions}` : `Code: ${revisions}, with the code of revision ${restored}`;
};

/** Returns names of members, such as `Workspaces shop and stock`. Only the first names of a long list are returned. */
const memberLines = (values: object | null, names: ReadonlyMap<string, string>, omitted: number): readonly string[] =>
  Object.entries(values ?? {}).flatMap(([name, ids]) => {
    if (!Array.isArray(ids)) return [];
    const shown = ids.slice(0, 3).map((id) => names.get(String(id)) ?? String(id));
    const others = ids.length + omitted - shown.length;
    return [`${valueName(name)} ${shown.join(', ')}${others > 0 ? ` and ${counted(others, 'other')}` : ''}`];
  });

const setNames = (sets: Attributes['policy-sets']): string => sets.map(({ id, name }) => name ?? id).join(', ');

/** Sentences about the policy sets in a change that adds the policy to sets or removes it. Undefined for other changes. */
function membershipLine({ action, before, after, 'policy-sets': sets }: Attributes): string | undefined {
  const set = setNames(sets);
  if (action === 'policy-set.create') return `Policy set ${set} created with this policy`;
  if (action === 'policy-set.delete') return `Policy set ${set} deleted`;
  if (action.startsWith('policy-set-version.'))
    return `Removed from policy set ${set}, whose policies now come from a version`;
  if (action === 'policy-set.add' && Object.keys(Object(after)).length === 0) return `Added to policy set ${set}`;
  if (action === 'policy-set.remove' && Object.keys(Object(before)).length === 0)
    return `Removed from policy set ${set}`;
  return undefined;
}

function scopeLines(attributes: Attributes, names: ReadonlyMap<string, string>): readonly string[] {
  const { action, before, after, 'omitted-count': omitted } = attributes;
  if (action === 'policy-set.add') return memberLines(after, names, omitted).map((line) => `${line} added`);
  if (action === 'policy-set.remove') {
    const ends = valueIn(after, 'approvers-required') === false ? ['No approvers required'] : [];
    return [...memberLines(before, names, omitted).map((line) => `${line} removed`), ...ends];
  }
  return updateLines(attributes);
}

/** Returns the sentences that describe a change. `names` contains names of workspaces, projects and teams. */
export function changeLines({ attributes }: HistoryEntry, names: ReadonlyMap<string, string>): readonly string[] {
  const { action, 'policy-sets': sets } = attributes;
  const membership = membershipLine(attributes);
  if (membership !== undefined) return [membership];
  if (action.startsWith('policy-set.'))
    return scopeLines(attributes, names).map((line) => `Policy set ${setNames(sets)}: ${line}`);
  if (action === 'policy.create')
    return [sets.length === 0 ? 'Policy created' : `Policy created in policy set ${setNames(sets)}`];
  if (action === 'policy.update') return updateLines(attributes);
  if (action === 'policy-tests.delete') return ['Tests deleted'];
  return action === 'policy-tests.upload' ? ['Tests saved'] : [codeLine(attributes)];
}

/** Says what the replay of a change showed at the time of the change. */
export function replayLine({ replay }: Attributes): string | undefined {
  if (replay === null) return undefined;
  const { 'inputs-done': done, 'inputs-total': total, 'newly-failing': failing } = replay;
  if (total === 0) return 'No plans were recorded, so the effect of the change was not known.';
  const found = `${failing.toLocaleString('en')} of ${counted(done, 'recorded plan')} newly failed, in ${counted(replay['newly-failing-workspaces'], 'workspace')}`;
  return done < total
    ? `When the change was made, the replay had not finished: ${found}, of ${total.toLocaleString('en')} in total.`
    : `The replay before the change: ${found}.`;
}
