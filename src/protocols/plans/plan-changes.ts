// Reads a plan's changes to selected resources. The result contains only names from the provider's schema, because map
// keys are user data. Changes inside of an attribute are therefore not listed, and changes inside of a block are listed
// only if the block occurs exactly once.
import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject } from '../../lib/json/json-tree.ts';
import { moduleOf } from '../policy-output/resource-address.ts';
import { configuredBodies } from './configured-bodies.ts';
import type { MaskedPlan } from './mask-plan.ts';
import { hasFlag, keyOf } from './planned-values.ts';
import { mask } from './secret-values.ts';

/**
 * Limits for the changes in one plan. Sizes are in bytes of JSON. The size of a changed value is that of the old and
 * the new value together.
 */
export const changeLimits = {
  resources: 1_000,
  attributes: 200,
  attributeBytes: 2_097_152,
  valueBytes: 16_384,
  valuesBytes: 262_144,
};

/** Changed attribute or block, in the form of the API. */
export interface ChangedAttribute {
  /** Names of blocks and attributes, separated by dots. */
  readonly path: string;
  readonly change: 'added' | 'changed' | 'removed';
  readonly 'known-after-apply': boolean;
  readonly sensitive: boolean;
  readonly 'forces-replacement': boolean;
}

/** Masked values of an attribute before and after the change. Null if they are too large. */
export type ChangedValues = readonly [before: unknown, after: unknown] | null;

export interface ResourceChange {
  readonly address: string;
  readonly module: string | null;
  /** Type and name in the address. Null if the address does not consist of a module, a type and a name. */
  readonly type: string | null;
  readonly name: string | null;
  readonly provider: string | null;
  /** Origin of the change: this plan, a later plan, or drift outside of plans. */
  readonly origin: 'plan' | 'deferred' | 'drift';
  /** Whether the change affects a deposed object, which is an old object that a replacement has not destroyed yet. */
  readonly isDeposed: boolean;
  readonly actions: readonly string[];
  readonly actionReason: string | null;
  readonly attributes: readonly ChangedAttribute[];
  /** Number of changed attributes that are not listed in `attributes`. */
  readonly attributesLeftOut: number;
}

export interface PlanChanges {
  readonly changes: readonly ResourceChange[];
  /** Number of changes that were left out because of the limit. */
  readonly leftOut: number;
  /** Values of the listed attributes, for each change. Absent if there is no masked plan. */
  readonly values?: readonly (readonly ChangedValues[])[];
  readonly valuesLeftOut: number;
}

/**
 * Returns the changes to the resources with these addresses, in the order of the addresses. If the masked plan is
 * given, the result includes values.
 */
export function changesIn(plan: unknown, addresses: readonly string[], masked?: MaskedPlan): PlanChanges {
  const places = new Map(addresses.map((address, place) => [address, place]));
  const maskedEntries = entriesOf(masked?.plan);
  const bodies = configuredBodies(plan);
  const entries = entriesOf(plan)
    .map((entry, at) => ({ ...entry, masked: maskedEntries[at]?.change }))
    .flatMap((entry) => {
      const place = places.get(textOf(entry.resource.address) ?? '');
      return place === undefined ? [] : [{ ...entry, place }];
    })
    .sort((a, b) => a.place - b.place);
  const changed = entries.slice(0, changeLimits.resources).map((entry) => {
    const module = moduleOf(String(entry.resource.address)) ?? '';
    return changeOf(entry, bodies.get(keyOf(module, entry.resource)) ?? {});
  });
  const bounded = withinLimit(changed);
  const kept = masked === undefined ? undefined : shownValues(bounded, masked);
  return {
    changes: bounded.map(({ change }) => change),
    leftOut: entries.length - changed.length,
    valuesLeftOut: 0,
    ...kept,
  };
}

interface Entry {
  readonly origin: ResourceChange['origin'];
  readonly resource: JsonObject;
  readonly change: JsonObject;
}

const objectIn = (value: unknown): JsonObject => (isObject(value) ? value : {});
const objectsIn = (list: unknown): readonly JsonObject[] => (Array.isArray(list) ? list.map(objectIn) : []);

/** Returns all resource changes in a plan. The changes of a plan and of its masked copy have the same order. */
function entriesOf(plan: unknown): readonly Entry[] {
  const { resource_changes: planned, deferred_changes: deferred, resource_drift: drift } = objectIn(plan);
  const entries = (origin: Entry['origin'], resources: readonly JsonObject[]) =>
    resources.map((resource) => ({ origin, resource, change: objectIn(resource.change) }));
  return [
    ...entries('plan', objectsIn(planned)),
    ...entries(
      'deferred',
      objectsIn(deferred).map(({ resource_change: resource }) => objectIn(resource)),
    ),
    ...entries('drift', objectsIn(drift)),
  ];
}

interface Changed {
  readonly change: ResourceChange;
  /** Masked values of the listed attributes before and after the change. */
  readonly values: readonly (readonly [before: unknown, after: unknown])[];
}

function changeOf(
  { origin, resource, change, masked }: Entry & { readonly masked?: JsonObject | undefined },
  body: JsonObject,
): Changed {
  const sides = {
    before: change.before,
    after: change.after,
    unknown: change.after_unknown ?? false,
    // If the plan has no flags for a value, the whole value counts as sensitive.
    beforeFlags: change.before_sensitive ?? true,
    afterFlags: change.after_sensitive ?? true,
    maskedBefore: masked?.before,
    maskedAfter: masked?.after,
  };
  const all = changedIn(sides, body, []);
  const shown = all.filter(({ path }) => path.every(isName)).slice(0, changeLimits.attributes);
  return {
    change: {
      ...identityOf(resource),
      origin,
      provider: wordOf(resource.provider_name),
      isDeposed: resource.deposed !== undefined,
      actions: Array.isArray(change.actions)
        ? change.actions.slice(0, maxActions).flatMap((each) => wordOf(each) ?? [])
        : [],
      actionReason: wordOf(resource.action_reason),
      attributes: shown.map((each) => attributeOf(each, change.replace_paths)),
      attributesLeftOut: all.length - shown.length,
    },
    values: shown.map(({ sides: { maskedBefore, maskedAfter } }) => [maskedBefore ?? null, maskedAfter ?? null]),
  };
}

const maxActions = 4;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Returns a keyword of the program that created the plan, or a provider address. Null for any other text. */
const wordOf = (value: unknown): string | null =>
  typeof value === 'string' && /^[\w./-]{1,200}$/.test(value) ? value : null;

const isName = (name: string): boolean => /^[a-z_][a-z0-9_-]{0,99}$/i.test(name);

/** Returns the module of an address, and the type and name if they are part of the address. */
function identityOf({ address, mode, type, name }: JsonObject) {
  const known = String(address);
  const module = moduleOf(known) ?? null;
  const stem = [module, mode === 'managed' ? null : mode, type, name].filter((part) => part !== null).join('.');
  const isOwn = known === stem || known.startsWith(`${stem}[`);
  return { address: known, module, type: isOwn ? String(type) : null, name: isOwn ? String(name) : null };
}

/** Values of a change at the same path: before, after, and the flags for both. */
interface Sides {
  readonly before: unknown;
  readonly after: unknown;
  readonly unknown: unknown;
  readonly beforeFlags: unknown;
  readonly afterFlags: unknown;
  readonly maskedBefore: unknown;
  readonly maskedAfter: unknown;
}

interface ChangedPlace {
  readonly path: readonly string[];
  readonly kind: ChangedAttribute['change'];
  readonly sides: Sides;
}

/** Returns the changed attributes and blocks by name. `body` is the configuration of the resource or block. */
function changedIn(sides: Sides, body: JsonObject, path: readonly string[]): readonly ChangedPlace[] {
  const names = [sides.before, sides.after, sides.unknown].flatMap((tree) => Object.keys(objectIn(tree)));
  return [...new Set(names)].sort().flatMap((name) => {
    const [place, at] = [[...path, name], sidesAt(sides, name)];
    const kind = kindOf(at);
    if (kind === undefined) return [];
    const block = onlyOne(memberOf(body, name));
    const isOneBlock = block !== undefined && onlyOne(at.before) !== undefined && onlyOne(at.after) !== undefined;
    return isOneBlock ? changedIn(sidesAt(at, 0), block, place) : [{ path: place, kind, sides: at }];
  });
}

function kindOf({ before, after, unknown }: Sides): ChangedAttribute['change'] | undefined {
  const isUnknown = hasFlag(unknown);
  const [was, is] = [isThere(before), isUnknown || isThere(after)];
  if (!was || !is) return was ? 'removed' : is ? 'added' : undefined;
  return isUnknown || !isDeepStrictEqual(before, after) ? 'changed' : undefined;
}

const isThere = (value: unknown): boolean => value !== undefined && value !== null;

/** Returns the only element of a list if it is an object. Undefined if the list has several elements or none. */
const onlyOne = (list: unknown): JsonObject | undefined =>
  Array.isArray(list) && list.length === 1 && isObject(list[0]) ? list[0] : undefined;

const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null;

const memberOf = (tree: unknown, key: string | number): unknown =>
  isTree(tree) && Object.hasOwn(tree, key) ? Reflect.get(tree, key) : undefined;

const flagAt = (flags: unknown, key: string | number): unknown =>
  isTree(flags) ? (memberOf(flags, key) ?? false) : flags;

const maskedAt = (tree: unknown, key: string | number): unknown => (tree === mask ? mask : memberOf(tree, key));

const sidesAt = (sides: Sides, key: string | number): Sides => ({
  before: memberOf(sides.before, key),
  after: memberOf(sides.after, key),
  unknown: flagAt(sides.unknown, key),
  beforeFlags: flagAt(sides.beforeFlags, key),
  afterFlags: flagAt(sides.afterFlags, key),
  maskedBefore: maskedAt(sides.maskedBefore, key),
  maskedAfter: maskedAt(sides.maskedAfter, key),
});

const attributeOf = ({ path, kind, sides }: ChangedPlace, replacePaths: unknown): ChangedAttribute => ({
  path: path.join('.'),
  change: kind,
  'known-after-apply': hasFlag(sides.unknown),
  sensitive: hasFlag(sides.beforeFlags) || hasFlag(sides.afterFlags),
  'forces-replacement': Array.isArray(replacePaths) && replacePaths.some((each) => leadsTo(each, path)),
});

/**
 * Whether `planned`, which is a path in the plan, equals `path`, or whether one of the two begins with the other.
 * Indexes in `planned` are ignored.
 */
function leadsTo(planned: unknown, path: readonly string[]): boolean {
  const names = Array.isArray(planned) ? planned.filter((each) => typeof each === 'string') : [];
  return names.length > 0 && path.every((name, at) => at >= names.length || names[at] === name);
}

/** Returns the changes with their attributes up to the size limit. The remaining changes have no attributes. */
function withinLimit(changed: readonly Changed[]): readonly Changed[] {
  let left = changeLimits.attributeBytes;
  return changed.map((each) => {
    const { attributes, attributesLeftOut } = each.change;
    left -= bytesOf(attributes);
    if (left >= 0) return each;
    return {
      change: { ...each.change, attributes: [], attributesLeftOut: attributesLeftOut + attributes.length },
      values: [],
    };
  });
}

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

function shownValues(
  changed: readonly Changed[],
  { secrets }: MaskedPlan,
): Pick<PlanChanges, 'values' | 'valuesLeftOut'> {
  let [left, valuesLeftOut] = [changeLimits.valuesBytes, 0];
  const values = changed.map(({ values: own }) =>
    own.map(([before, after]): ChangedValues => {
      const shown: ChangedValues = [secrets.removedFromKeys(before), secrets.removedFromKeys(after)];
      const bytes = bytesOf(shown);
      if (bytes <= changeLimits.valueBytes && bytes <= left) {
        left -= bytes;
        return shown;
      }
      valuesLeftOut += 1;
      return null;
    }),
  );
  return { values, valuesLeftOut };
}
