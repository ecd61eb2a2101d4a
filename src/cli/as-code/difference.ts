// The difference between what files declare and what a service has.
import { isDeepStrictEqual } from 'node:util';
import {
  type Declared,
  type KindName,
  keyOf,
  kindNames,
  type Present,
  SecretReference,
  storedSecret,
  type Values,
} from './model.ts';

export interface AttributeChange {
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** A record that is created, changed or deleted, with every attribute that is sent. */
export type Change =
  | { readonly action: 'create'; readonly declared: Declared; readonly attributes: readonly AttributeChange[] }
  | {
      readonly action: 'change';
      readonly declared: Declared;
      readonly present: Present;
      readonly attributes: readonly AttributeChange[];
    }
  | { readonly action: 'delete'; readonly present: Present; readonly attributes: readonly AttributeChange[] };

export const nameOf = (change: Change): Declared | Present =>
  change.action === 'delete' ? change.present : change.declared;

export interface DifferenceOptions {
  /** True if a record is deleted that the files lack. */
  readonly isPruned: (present: Present) => boolean;
  /** True if secrets are sent that the service has already. */
  readonly sendsSecrets: boolean;
}

/** The changes that make a service what is declared, in the order in which they are made. */
export function differenceOf(
  declared: readonly Declared[],
  present: readonly Present[],
  { isPruned, sendsSecrets }: DifferenceOptions,
): readonly Change[] {
  const had = new Map(present.map((each) => [keyOf(each), each]));
  const wanted = new Set(declared.map(keyOf));
  const changes = declared.flatMap((each) => changeTo(each, had.get(keyOf(each)), sendsSecrets));
  const movedKinds = new Set(changes.filter(isMove).map((change) => nameOf(change).kind));
  const moved = declared.flatMap((each) => (movedKinds.has(each.kind) ? placing(each, had.get(keyOf(each))) : []));
  const deletions = present
    .filter((each) => !wanted.has(keyOf(each)) && isPruned(each))
    .map((each): Change => ({ action: 'delete', present: each, attributes: [] }));
  const own = new Set(changes.map(changeKey));
  const all = [...changes, ...moved.filter((change) => !own.has(changeKey(change)))];
  return [...inOrder(all), ...inOrder(deletions).toReversed()];
}

export const changeKey = (change: Change): string => keyOf(nameOf(change));

function changeTo(declared: Declared, present: Present | undefined, sendsSecrets: boolean): readonly Change[] {
  const all = Object.entries(declared.values).map(
    ([name, after]): AttributeChange => ({ name, before: present?.values[name], after }),
  );
  const differing = all.filter(
    ({ before, after }) => !isSame(before, after) || (sendsSecrets && after instanceof SecretReference),
  );
  if (present === undefined) return [{ action: 'create', declared, attributes: differing }];
  const attributes = all.filter((each) => differing.includes(each) || each.before === storedSecret);
  return differing.length === 0 ? [] : [{ action: 'change', declared, present, attributes }];
}

/** True of a change of the place among others of the kind. */
const isMove = (change: Change): boolean =>
  change.action === 'change' && change.attributes.some(({ name }) => name === 'position');

/** A record that moves displaces others, so that all with a place are put there, the first place first. */
const placing = (declared: Declared, present: Present | undefined): readonly Change[] =>
  present === undefined || declared.values.position === undefined
    ? []
    : [{ action: 'change', declared, present, attributes: [] }];

const placeOf = (change: Change): number => Number(nameOf(change).values.position ?? Number.POSITIVE_INFINITY);

const order = new Map<KindName, number>(kindNames.map((name, index) => [name, index]));

const inOrder = (changes: readonly Change[]): readonly Change[] =>
  changes.toSorted((one, other) => {
    const ofKinds = (order.get(nameOf(one).kind) ?? 0) - (order.get(nameOf(other).kind) ?? 0);
    return ofKinds === 0 ? comparePlaces(placeOf(one), placeOf(other)) : ofKinds;
  });

const comparePlaces = (one: number, other: number): number => (one === other ? 0 : one - other);

/** True if a value needs no change; the order of lists has no meaning, and an empty one is the same as none. */
function isSame(before: unknown, after: unknown): boolean {
  if (after instanceof SecretReference) return before === storedSecret;
  return isDeepStrictEqual(comparable(before), comparable(after));
}

const comparable = (value: unknown): unknown => {
  if (value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0))
    return null;
  return Array.isArray(value) ? value.map((each) => JSON.stringify(each)).sort() : value;
};

/** The attributes of a change as they are sent: those of the difference that people see, and the place of a record that stays. */
export function sentValues(change: Change): Values {
  const sent = change.attributes.map(({ name, after }) => [
    name,
    after instanceof SecretReference ? after.value : after,
  ]);
  const { position } = change.action === 'change' ? change.declared.values : {};
  return { ...Object.fromEntries(sent), ...(position !== undefined && { position }) };
}
