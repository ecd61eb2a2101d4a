// Selects the planned changes that can make more plans fail, and describes how the service replays them.
import { isDeepStrictEqual } from 'node:util';
import { introductionAfter, introductions } from '../../kernel/introduction.ts';
import { unknownValueSettings } from '../../kernel/unknown-values.ts';
import { counted } from '../../lib/text/text.ts';
import { type Enforcement, tighteningOf } from '../policy-service/tightening.ts';
import { type Change, nameOf } from './difference.ts';
import { titleOf } from './kinds.ts';
import { type KindName, type RecordValues, textsOf } from './model.ts';
import { selectorsOf } from './records/policy-sets.ts';

/** Records that a change adds to a policy set or to its scope, as a relationship of the replay. */
interface Members {
  readonly relationship: string;
  readonly kind: KindName;
  readonly type: string;
  readonly names: readonly string[];
}

/** A planned change that can make more plans fail. */
export interface TighteningChange {
  readonly change: Change;
  /** The change as a sentence without a full stop. */
  readonly sentence: string;
  /** Attributes and relationships of the replay. */
  readonly attributes: RecordValues;
  readonly members: readonly Members[];
  /** Whether the change replaces the files of a policy set, which are replayed as a staged version. */
  readonly hasFiles: boolean;
  /** Reason why the service cannot replay the change, as a sentence. */
  readonly reason?: string;
}

type Saved = Exclude<Change, { readonly action: 'delete' }>;
type Changed = Extract<Change, { readonly action: 'change' }>;

/** Returns the changes that can make more plans fail, in the order in which they are made. */
export const tighteningChanges = (changes: readonly Change[]): readonly TighteningChange[] =>
  changes.flatMap((change) => {
    if (change.action === 'delete') return [];
    if (change.declared.kind === 'policy-set') return ofPolicySet(change);
    return change.declared.kind === 'policy' && change.action === 'change' ? ofPolicy(change) : [];
  });

const described = (change: Change, parts: readonly string[]) => ({
  change,
  sentence: `the ${titleOf(nameOf(change))} ${parts.join(', ')}`,
});

const replayedParts: readonly string[] = ['code', 'query', 'input', 'enforcement-level', 'introduction', 'shadow'];

function ofPolicy(change: Changed): readonly TighteningChange[] {
  const { present, declared, attributes: changed } = change;
  const before = enforcementIn(present.values);
  const introduction = introductionAfter(before.introduction, declared.values);
  const after = { ...enforcementIn({ ...present.values, ...declared.values }), introduction };
  const what = tighteningOf(
    before,
    after,
    changed.map(({ name }) => name),
  );
  if (what === undefined) return [];
  const tried = changed.filter(({ name }) => replayedParts.includes(name)).map(({ name, after }) => [name, after]);
  return [{ ...described(change, [what]), attributes: Object.fromEntries(tried), members: [], hasFiles: false }];
}

const enforcementIn = (values: RecordValues): Enforcement => ({
  level: String(values['enforcement-level']),
  introduction: introductions.find((each) => each === values.introduction) ?? 'enforce',
});

/** A relationship of a policy set, and its counterpart in a replay. Exclusions widen the scope if they are removed. */
interface Widening extends Omit<Members, 'names'> {
  readonly name: string;
  readonly isExclusion: boolean;
  readonly says: (count: number) => string;
}

const addition = (kind: KindName, type: string): Widening => ({
  ...{ name: type, relationship: `added-${type}`, kind, type, isExclusion: false },
  says: (count) => `${kind === 'policy' ? 'gets' : 'applies to'} ${counted(count, `more ${kind}`, `more ${type}`)}`,
});

const exclusion = (kind: KindName, type: string): Widening => ({
  ...{ name: `${kind}-exclusions`, relationship: `removed-${kind}-exclusions`, kind, type, isExclusion: true },
  says: (count) => `no longer excludes ${counted(count, kind)}`,
});

const widenings: readonly Widening[] = [
  addition('policy', 'policies'),
  addition('workspace', 'workspaces'),
  addition('project', 'projects'),
  exclusion('workspace', 'workspaces'),
  exclusion('project', 'projects'),
];

/** Policies of a set in shadow mode block nothing, so a change to such a set makes no plan fail. */
function ofPolicySet(change: Saved): readonly TighteningChange[] {
  const values: RecordValues = { ...(change.action === 'change' && change.present.values), ...change.declared.values };
  if (values.shadow === true) return [];
  if (change.action === 'create') return ofNewSet(change);
  const widened = widenings.flatMap(({ name, isExclusion, ...rest }) => {
    const { before, after } = partOf(change, name);
    const names = isExclusion ? without(before, after) : without(after, before);
    return names.length === 0 ? [] : [{ ...rest, names }];
  });
  const hasFiles = change.attributes.some(({ name }) => name === 'files');
  const { attributes, changed } = triedInSet(change);
  const parts = [
    ...(attributes.global === true ? ['applies to all workspaces'] : []),
    ...(attributes.shadow === false ? ['leaves shadow mode'] : []),
    ...widened.map(({ says, names }) => says(names.length)),
    ...(hasFiles ? ['gets a new version of its policies'] : []),
    ...(changed.length > 0 ? [`changes its ${changed.join(', ')}`] : []),
  ];
  const members = widened.map(({ says: _, ...each }) => each);
  return parts.length === 0
    ? []
    : [{ ...described(change, parts), attributes, members, hasFiles, ...obstacle(change) }];
}

const partOf = ({ attributes }: Saved, name: string) =>
  attributes.find((each) => each.name === name) ?? { before: undefined, after: undefined };

const without = (names: unknown, others: unknown): readonly string[] => {
  const left = textsOf(others);
  return textsOf(names).filter((name) => !left.includes(name));
};

/** Returns the attributes of a set's replay, and the names of the changed attributes that need no phrase of their own. */
function triedInSet(change: Saved): { readonly attributes: RecordValues; readonly changed: readonly string[] } {
  const [global, shadow, input] = ['global', 'shadow', 'input'].map((name) => partOf(change, name));
  const [selectors, logic] = ['tag-selectors', 'tag-selector-matching-logic'].map((name) => partOf(change, name));
  const [had, has] = [selectorsOf(selectors?.before), selectorsOf(selectors?.after)];
  const [added, removed] = [differing(has, had), differing(had, has)];
  const attributes = {
    ...(global?.after === true && { global: true }),
    ...(shadow?.after === false && { shadow: false }),
    ...(typeof input?.after === 'string' && { input: input.after }),
    ...(typeof logic?.after === 'string' && { 'tag-selector-matching-logic': logic.after }),
    ...(added.length > 0 && { 'added-tag-selectors': added }),
    ...(removed.length > 0 && { 'removed-tag-selectors': removed }),
  };
  const names = ['input', 'tag-selectors', 'tag-selector-matching-logic'];
  const changed = change.attributes.map(({ name }) => name).filter((name) => names.includes(name));
  return { attributes, changed: isStricter(change) ? [...changed, 'unknown-values'] : changed };
}

const differing = (some: readonly object[], others: readonly object[]): readonly object[] =>
  some.filter((one) => !others.some((other) => isDeepStrictEqual(one, other)));

const unknownValues: readonly unknown[] = unknownValueSettings;

/** Whether a set no longer accepts some verdicts that depend on values known only after apply. */
function isStricter(change: Saved): boolean {
  const { before, after } = partOf(change, 'unknown-values');
  return unknownValues.indexOf(after) > Math.max(0, unknownValues.indexOf(before));
}

/** Returns the reason why a change to a set cannot be replayed, if there is one. */
function obstacle(change: Saved): { readonly reason?: string } {
  const names = new Set(change.attributes.map(({ name }) => name));
  if (names.has('files') && (names.has('policies-path') || names.has('input')))
    return { reason: 'There is no number, because the policies change together with policies-path or input.' };
  return isStricter(change) ? { reason: 'There is no number, because unknown-values cannot be replayed.' } : {};
}

/** A new set without a scope or without policies blocks nothing. */
function ofNewSet(change: Saved): readonly TighteningChange[] {
  const { values } = change.declared;
  const isEmpty = (...names: readonly string[]) =>
    names.every((name) => Object.keys(Object(values[name])).length === 0);
  if (isEmpty('policies', 'files')) return [];
  if (values.global !== true && isEmpty('workspaces', 'projects', 'tag-selectors')) return [];
  const reason = 'There is no number, because the service can replay a policy set only after its creation.';
  return [{ ...described(change, ['is new']), attributes: {}, members: [], hasFiles: false, reason }];
}
