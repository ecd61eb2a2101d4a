// Planned values of the resources in a plan's configuration. They determine whether a constant in the configuration can
// be shown. The plan has no flag for a constant of a write-only argument, of an ephemeral resource or of a resource
// without instances.
import { isObject, type JsonObject, withValues } from '../../lib/json/json-tree.ts';
import { withoutInstanceKeys } from '../policy-output/resource-address.ts';
import { mask } from './secret-values.ts';

/** A planned value, and the tree of flags that marks its sensitive parts. */
interface Planned {
  readonly value: unknown;
  readonly flags: unknown;
}

/** Values of each resource's instances, by `keyOf`. */
export type PlannedValues = ReadonlyMap<string, readonly Planned[]>;

/** Returns the key of a resource: its module address without instance keys, and its mode, type and name. */
export const keyOf = (module: string, { mode, type, name }: JsonObject): string =>
  JSON.stringify([withoutInstanceKeys(module), mode, type, name]);

/** Returns the values that a plan's resources will have. */
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
 * Masks a constant in an expression if the planned value of the constant is missing, null or sensitive. If the constant
 * is a list and its planned value is only missing or null, each element is masked. Each block in a list is compared
 * with all planned blocks, because a plan sorts the blocks of a set differently.
 */
export function withShownConstants(expression: unknown, planned: readonly Planned[]): unknown {
  if (Array.isArray(expression)) {
    const elements = planned.flatMap(elementsOf);
    return expression.map((each: unknown) => withShownConstants(each, elements));
  }
  if (!isObject(expression)) return expression;
  return withValues(expression, (key, each) => {
    if (key === 'references') return each;
    if (key === 'constant_value') return withShownConstant(each, planned);
    return withShownConstants(
      each,
      planned.map((one) => memberOf(one, key)),
    );
  });
}

function withShownConstant(constant: unknown, planned: readonly Planned[]): unknown {
  if (planned.some(({ flags }) => hasFlag(flags))) return mask;
  return planned.some(({ value }) => value !== undefined && value !== null) ? constant : maskedElements(constant);
}

const maskedElements = (constant: unknown): unknown => (Array.isArray(constant) ? constant.map(maskedElements) : mask);

const elementsOf = ({ value, flags }: Planned): readonly Planned[] =>
  Array.isArray(value)
    ? value.map((each: unknown, at) => ({ value: each, flags: Array.isArray(flags) ? flags[at] : flags }))
    : [{ value, flags }];

const memberOf = ({ value, flags }: Planned, key: string): Planned => ({
  value: isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined,
  flags: isObject(flags) ? (Object.hasOwn(flags, key) ? flags[key] : false) : flags,
});

/** Whether a tree of flags contains a flag. Unexpected values count as flags. */
export function hasFlag(flags: unknown): boolean {
  if (flags === false || flags === null || flags === undefined) return false;
  if (Array.isArray(flags)) return flags.some(hasFlag);
  return isObject(flags) ? Object.values(flags).some(hasFlag) : true;
}
