/** Object in a parsed JSON document. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns an object with the same member names, whose values are converted by a function. A member may also be named
 * `__proto__`.
 */
export const withValues = (object: JsonObject, change: (key: string, value: unknown) => unknown): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(key, value)]));

/** Returns a copy of an object in which some members have other values. */
export const withMembers = (
  object: JsonObject,
  changes: Readonly<Record<string, (value: unknown) => unknown>>,
): JsonObject =>
  withValues(object, (key, value) => {
    const change = Object.hasOwn(changes, key) ? changes[key] : undefined;
    return change === undefined || value === undefined ? value : change(value);
  });

/** Returns a value inside nested objects by the names of the members that lead to it. Undefined if there is none. */
export const memberAt = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce((inner, name) => (isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined), value);
