// Selects the planned changes that can make more plans fail, and describes how the service replays them.
import { joined } from '../../../client/list.ts';
import {
  appliesTo,
  canBlock,
  type SetPart,
  type SetState,
  tightenedOrganization,
  tightenedSet,
  triedSet,
  unknownBecause,
  unknownWith,
  untriedPart,
  type WorkspaceLocation,
} from '../../../client/tightening.ts';
import { introductionAfter, introductions } from '../../kernel/introduction.ts';
import { counted } from '../../lib/text/text.ts';
import { differing, tighteningOf } from '../policy-service/changes.ts';
import { type Change, nameOf } from './difference.ts';
import { titleOf } from './kinds.ts';
import { type KindName, keyOf, type Present, type RecordName, type RecordValues } from './model.ts';
import { enforcementIn, organizationStateOf, stateOf, type ValuesByKey, valuesByKey } from './set-states.ts';

/** A planned change that can make more plans fail. */
export interface TighteningChange {
  readonly change: Change;
  /** The change as a sentence without a full stop. */
  readonly sentence: string;
  /** The policy or policy set that is replayed, and the change to try. The relationships contain names of records. */
  readonly tried?: Tried;
  /** Sentence that says why a replay cannot try the change. */
  readonly reason?: string;
}

export interface Tried {
  readonly of: RecordName;
  readonly attributes: object;
  readonly relationships: ReturnType<typeof triedSet>['relationships'];
  /** Whether the change replaces the files of a policy set, which are replayed as a staged version. */
  readonly hasFiles: boolean;
}

type Saved = Exclude<Change, { readonly action: 'delete' }>;
type Changed = Extract<Change, { readonly action: 'change' }>;

/** Values before and after all planned changes. The effect of a single change depends on them. */
interface Situation {
  /** Values of all records before all planned changes. */
  readonly before: ValuesByKey;
  /** Values of all records after all planned changes. */
  readonly after: ValuesByKey;
  /** Policy sets before all planned changes. */
  readonly sets: readonly Present[];
}

/** Returns the changes that can make more plans fail, in the order in which they are made. */
export function tighteningChanges(
  changes: readonly Change[],
  present: readonly Present[],
): readonly TighteningChange[] {
  const before = valuesByKey(present);
  const saved = changes.flatMap((change) => (change.action === 'delete' ? [] : [change.declared]));
  const merged = saved.map((each) => ({ ...each, values: { ...before.get(keyOf(each)), ...each.values } }));
  const after = new Map([...before, ...valuesByKey(merged)]);
  const situation = { before, after, sets: present.filter(({ kind }) => kind === 'policy-set') };
  return changes.flatMap((change) => tighteningIn(change, situation));
}

function tighteningIn(change: Change, situation: Situation): readonly TighteningChange[] {
  const { kind } = nameOf(change);
  if (kind === 'parameter' || kind === 'parameter-override') return ofParameter(change, situation);
  if (change.action === 'delete') return [];
  if (kind === 'policy-set') return ofPolicySet(change, situation);
  if (change.action === 'create') return [];
  if (kind === 'organization') return ofOrganization(change);
  if (kind === 'policy') return ofPolicy(change);
  return kind === 'workspace' || kind === 'project' ? [...ofMove(change, situation), ...ofTags(change, situation)] : [];
}

const sentenceOf = (change: Change, parts: readonly string[]): string =>
  `the ${titleOf(nameOf(change))} ${joined(parts)}`;

function ofOrganization(change: Changed): readonly TighteningChange[] {
  const before = change.present.values;
  const after = organizationStateOf({ ...before, ...change.declared.values });
  const parts = tightenedOrganization(organizationStateOf(before), after);
  if (parts.length === 0) return [];
  const phrases = parts.map((part) => `changes ${part} to ${after[part]}`);
  const reason = unknownWith('settings of the organization');
  return [{ change, sentence: sentenceOf(change, phrases), reason }];
}

const replayedParts: readonly string[] = ['code', 'query', 'input', 'enforcement-level', 'introduction', 'shadow'];

function ofPolicy(change: Changed): readonly TighteningChange[] {
  const { present, declared, attributes: changed } = change;
  const before = enforcementIn(present.values);
  const had = introductions.find((each) => each === before.introduction) ?? 'enforce';
  const introduction = introductionAfter(had, declared.values);
  const after = { ...enforcementIn({ ...present.values, ...declared.values }), introduction };
  const parts = new Set(changed.map(({ name }) => (name === 'shadow' ? 'introduction' : name)));
  const what = tighteningOf(before, after, [...parts]);
  if (what === undefined) return [];
  const attributes = changed.filter(({ name }) => replayedParts.includes(name)).map(({ name, after }) => [name, after]);
  const tried = { of: declared, attributes: Object.fromEntries(attributes), relationships: {}, hasFiles: false };
  return [{ change, sentence: sentenceOf(change, [what]), tried }];
}

const widenings = {
  policies: (count: number) => `gets ${counted(count, 'more policy', 'more policies')}`,
  workspaces: (count: number) => `applies to ${counted(count, 'more workspace')}`,
  projects: (count: number) => `applies to ${counted(count, 'more project')}`,
  'workspace-exclusions': (count: number) => `no longer excludes ${counted(count, 'workspace')}`,
  'project-exclusions': (count: number) => `no longer excludes ${counted(count, 'project')}`,
} as const;

function ofPolicySet(change: Saved, { after: policies }: Situation): readonly TighteningChange[] {
  const { declared } = change;
  const present = change.action === 'change' ? change.present.values : {};
  const values: RecordValues = { ...present, ...declared.values };
  const after = stateOf(declared, values, policies);
  if (!canBlock(after)) return [];
  if (change.action === 'create') {
    const reason = unknownWith('a new policy set');
    return [{ change, sentence: sentenceOf(change, ['is new']), reason }];
  }
  const before = stateOf(declared, { ...present, files: values.files, versioned: values.versioned }, policies);
  const parts = tightenedSet(before, after);
  const hasFiles = change.attributes.some(({ name }) => name === 'files');
  if (parts.length === 0 && !hasFiles) return [];
  const tried = { of: declared, ...triedSet(before, after), hasFiles };
  const sentence = sentenceOf(change, phrasesOf(parts, tried));
  const reason = obstacle(change, before, after);
  return [{ change, sentence, ...(reason === undefined ? { tried } : { reason }) }];
}

function phrasesOf(parts: readonly SetPart[], { relationships, hasFiles }: Tried): readonly string[] {
  const isListed = (part: SetPart): part is keyof typeof widenings => part in widenings;
  const countOf = (part: string) =>
    Object.entries(relationships).find(([name]) => name.endsWith(`-${part}`))?.[1].data.length ?? 0;
  const others = parts.filter((part) => !isListed(part) && part !== 'global' && part !== 'shadow');
  return [
    ...(parts.includes('global') ? ['applies to all workspaces'] : []),
    ...(parts.includes('shadow') ? ['leaves shadow mode'] : []),
    ...parts.filter(isListed).map((part) => widenings[part](countOf(part))),
    ...(hasFiles ? ['gets a new version of its policies'] : []),
    ...(others.length > 0 ? [`gets ${differing(others)}`] : []),
  ];
}

/** Returns the reason why a replay cannot try a change of a policy set; undefined if it can. */
function obstacle({ attributes }: Change, before: SetState, after: SetState): string | undefined {
  const names = new Set(attributes.map(({ name }) => name));
  if (names.has('files') && (names.has('policies-path') || names.has('input')))
    return unknownWith('policies that change together with policies-path or input');
  const part = untriedPart(before, after);
  return part && unknownWith(`the new value of ${part}`);
}

/**
 * Returns the existing policy sets of the record's organization that can block plans, with their states after the
 * changes.
 */
const blockingSets = ({ path: [organization] }: RecordName, { sets, after: policies }: Situation) =>
  sets
    .filter(({ path }) => path[0] === organization)
    .map((set) => ({ set, state: stateOf(set, set.values, policies) }))
    .filter(({ state }) => canBlock(state));

/** Returns changes of parameters and parameter overrides if their policy set can block plans. */
function ofParameter(change: Change, situation: Situation): readonly TighteningChange[] {
  const [, set] = nameOf(change).path;
  const isBlocking = blockingSets(nameOf(change), situation).some((each) => each.set.path[1] === set);
  if (!isBlocking || (change.action === 'change' && partOf(change, 'value') === undefined)) return [];
  const phrase = { create: 'is new', change: 'gets a different value', delete: 'is deleted' }[change.action];
  const reason = unknownWith('parameters');
  return [{ change, sentence: sentenceOf(change, [phrase]), reason }];
}

const partOf = ({ attributes }: Change, name: string) => attributes.find((each) => each.name === name);

/** Returns one change for each policy set that applies to a workspace only after it has moved to another project. */
function ofMove(change: Changed, situation: Situation): readonly TighteningChange[] {
  const moved = partOf(change, 'project');
  if (change.declared.kind !== 'workspace' || typeof moved?.after !== 'string') return [];
  const { after: project } = moved;
  const before = locationIn(String(moved.before), change, situation.before);
  const after = locationIn(project, change, situation.after);
  return blockingSets(change.declared, situation).flatMap(({ set, state }): readonly TighteningChange[] => {
    if (appliesTo(state, before) || !appliesTo(state, after)) return [];
    const what = `moves to the project ${project}, to which the policy set ${set.path.at(-1)} applies`;
    const sentence = sentenceOf(change, [what]);
    const widened = { ...state, workspaces: [...state.workspaces, before.workspace] };
    // A replay can add the workspace to the set. This has no effect if the set excludes the workspace's current
    // project.
    return appliesTo(widened, before)
      ? [{ change, sentence, tried: { of: set, ...triedSet(state, widened), hasFiles: false } }]
      : [{ change, sentence, reason: unknownBecause('a replay uses the current project') }];
  });
}

/**
 * Returns the location of a workspace in a project. It has the new tags of the workspace, because `ofTags` reports
 * changed tags.
 */
function locationIn(project: string, { present, declared }: Changed, values: ValuesByKey): WorkspaceLocation {
  const [organization = '', workspace = ''] = declared.path;
  const kind: KindName = 'project';
  const inherited = values.get(keyOf({ kind, path: [organization, project] }))?.tags;
  const own = { ...present.values, ...declared.values }.tags;
  const tags = new Map(Object.entries({ ...Object(inherited), ...Object(own) }));
  return { workspace, project, tags };
}

/** Returns one change for each policy set that selects one of the changed tags of a workspace or project. */
function ofTags(change: Changed, situation: Situation): readonly TighteningChange[] {
  const tags = partOf(change, 'tags');
  if (tags === undefined) return [];
  const [had, has] = [new Map(Object.entries(Object(tags.before))), new Map(Object.entries(Object(tags.after)))];
  const isChanged = (key: string) => had.get(key) !== has.get(key);
  return blockingSets(change.declared, situation)
    .filter(({ state }) => state['tag-selectors'].some((each) => isChanged(each['tag-key'])))
    .map(({ set }) => ({
      change,
      sentence: sentenceOf(change, [`changes tags that the policy set ${set.path.at(-1)} selects`]),
      reason: unknownBecause('a replay uses the current tags'),
    }));
}
