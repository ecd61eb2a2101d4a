// Computes the changes between the records declared in files and the records of a service.
import { isDeepStrictEqual } from 'node:util';
import {
  type DeclaredRecord,
  type KindName,
  keyOf,
  kindNames,
  type Present,
  type RecordValues,
  SecretReference,
  storedSecret,
} from './model.ts';

export interface AttributeChange {
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Creation, change or deletion of a record. Creations and changes contain every attribute that is sent. */
export type Change =
  | { readonly action: 'create'; readonly declared: DeclaredRecord; readonly attributes: readonly AttributeChange[] }
  | {
      readonly action: 'change';
      readonly declared: DeclaredRecord;
      readonly present: Present;
      readonly attributes: readonly AttributeChange[];
    }
  | { readonly action: 'delete'; readonly present: Present; readonly attributes: readonly AttributeChange[] };

export const nameOf = (change: Change): DeclaredRecord | Present =>
  change.action === 'delete' ? change.present : change.declared;

export interface DifferenceOptions {
  /** Whether to delete a record that the files do not declare. */
  readonly isPruned: (present: Present) => boolean;
  /** Whether to send secrets even if the service already has a value for them. */
  readonly sendsSecrets: boolean;
  /** Whether the service sets the attribute of a new record if the request omits the attribute. */
  readonly hasInitialValue: (kind: KindName, attribute: string) => boolean;
}

/** Returns the changes that bring a service to the declared state, in the order in which they must be made. */
export function differenceOf(
  declared: readonly DeclaredRecord[],
  present: readonly Present[],
  { isPruned, ...options }: DifferenceOptions,
): readonly Change[] {
  const had = new Map(present.map((each) => [keyOf(each), each]));
  const wanted = new Set(declared.map(keyOf));
  const changes = declared.flatMap((each) => changeTo(each, had.get(keyOf(each)), options));
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

function changeTo(
  declared: DeclaredRecord,
  present: Present | undefined,
  { sendsSecrets, hasInitialValue }: Omit<DifferenceOptions, 'isPruned'>,
): readonly Change[] {
  const isInitial = ({ name, after }: AttributeChange) =>
    present === undefined && after === null && hasInitialValue(declared.kind, name);
  const all = Object.entries(declared.values).map(
    ([name, after]): AttributeChange => ({ name, before: present?.values[name], after }),
  );
  const differing = all.filter(
    (each) =>
      !isSame(each.before, each.after) || (sendsSecrets && each.after instanceof SecretReference) || isInitial(each),
  );
  if (present === undefined) return [{ action: 'create', declared, attributes: differing }];
  const attributes = all.filter((each) => differing.includes(each) || each.before === storedSecret);
  return differing.length === 0 ? [] : [{ action: 'change', declared, present, attributes }];
}

/** Whether the change modifies the record's position among records of its type. */
const isMove = (change: Change): boolean =>
  change.action === 'change' && change.attributes.some(({ name }) => name === 'position');

/**
 * Moving one record shifts the positions of other records. Therefore every record that declares a position is updated,
 * in ascending order of position.
 */
const placing = (declared: DeclaredRecord, present: Present | undefined): readonly Change[] =>
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

/**
 * Whether two attribute values are equal. The order of list elements is ignored, and an empty list or object is equal
 * to a missing value.
 */
function isSame(before: unknown, after: unknown): boolean {
  if (after instanceof SecretReference) return before === storedSecret;
  return isDeepStrictEqual(comparable(before), comparable(after));
}

const comparable = (value: unknown): unknown => {
  if (value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0))
    return null;
  return Array.isArray(value) ? value.map((each) => JSON.stringify(each)).sort() : value;
};

/**
 * Returns the attributes to send for a change: those with a different value, and the declared position of an existing
 * record.
 */
export function sentValues(change: Change): RecordValues {
  const sent = change.attributes.map(({ name, after }) => [
    name,
    after instanceof SecretReference ? after.value : after,
  ]);
  const { position } = change.action === 'change' ? change.declared.values : {};
  return { ...Object.fromEntries(sent), ...(position !== undefined && { position }) };
}
