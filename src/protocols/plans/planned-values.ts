// The planned values of a plan by the resources of its configuration, which tell whether a constant there can be shown: one
// of a write-only argument, of an ephemeral resource or of a resource without instances has no flag of its own.
import { isObject, type JsonObject, withValues } from '../../lib/json/json-tree.ts';
import { mask } from './secret-values.ts';

/** A value, and the tree that flags what is sensitive in it. */
interface Planned {
  readonly value: unknown;
  readonly flags: unknown;
}

/** The values of the instances of each resource, by `keyOf`. */
export type PlannedValues = ReadonlyMap<string, readonly Planned[]>;

const index = /\[(?:"(?:[^"\\]|\\.)*"|\d+)\]/g;

/** A resource by the address of its module, without the keys of instances, and its own parts. */
export const keyOf = (module: string, { mode, type, name }: JsonObject): string =>
  JSON.stringify([module.replaceAll(index, ''), mode, type, name]);

/** The values that the resources of a plan will have. */
export function plannedValuesIn({ planned_values: values, resource_changes: changes }: JsonObject): PlannedValues {
  const known = new Map<string, Planned[]>();
  const add = (key: string, planned: Planned): void => {
    const others = known.get(key);
    if (others === undefined) known.set(key, [planned]);
    else others.push(planned);
  };
  const addModule = (module: JsonObject): void => {
    for (const resource of objectsIn(module.resources)) {
      const { values: value, sensitive_values: flags } = resource;
      add(keyOf(String(module.address ?? ''), resource), { value, flags });
    }
    for (const child of objectsIn(module.child_modules)) addModule(child);
  };
  addModule(objectIn(objectIn(values).root_module));
  for (const resource of objectsIn(changes)) {
    const { after: value, after_sensitive: flags } = objectIn(resource.change);
    add(keyOf(String(resource.module_address ?? ''), resource), { value, flags });
  }
  return known;
}

const objectIn = (value: unknown): JsonObject => (isObject(value) ? value : {});

const objectsIn = (list: unknown): readonly JsonObject[] => (Array.isArray(list) ? list.filter(isObject) : []);

/**
 * An expression without the constants whose planned value is not there, null or sensitive. Of the blocks in a list each is
 * compared with all that are planned, since a plan lists those of a set in an order of its own.
 */
export function withShownConstants(expression: unknown, planned: readonly Planned[]): unknown {
  if (Array.isArray(expression)) {
    const elements = planned.flatMap(elementsOf);
    return expression.map((each: unknown) => withShownConstants(each, elements));
  }
  if (!isObject(expression)) return expression;
  return withValues(expression, (key, each) => {
    if (key === 'references') return each;
    if (key === 'constant_value') return isShown(planned) ? each : mask;
    return withShownConstants(
      each,
      planned.map((one) => memberOf(one, key)),
    );
  });
}

const isShown = (planned: readonly Planned[]): boolean =>
  planned.some(({ value }) => value !== undefined && value !== null) && !planned.some(({ flags }) => hasFlag(flags));

const elementsOf = ({ value, flags }: Planned): readonly Planned[] =>
  Array.isArray(value)
    ? value.map((each: unknown, at) => ({ value: each, flags: Array.isArray(flags) ? flags[at] : flags }))
    : [{ value, flags }];

const memberOf = ({ value, flags }: Planned, key: string): Planned => ({
  value: isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined,
  flags: isObject(flags) ? (Object.hasOwn(flags, key) ? flags[key] : false) : flags,
});

/** True if a tree flags anything; what is no flag counts as one. */
export function hasFlag(flags: unknown): boolean {
  if (flags === false || flags === null || flags === undefined) return false;
  if (Array.isArray(flags)) return flags.some(hasFlag);
  return isObject(flags) ? Object.values(flags).some(hasFlag) : true;
}
