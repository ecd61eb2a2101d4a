/** Helpers for parsed JSON documents. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns an object with the same members and changed values. Also works for member names such as `__proto__`. */
export const withValues = (object: JsonObject, change: (key: string, value: unknown) => unknown): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(key, value)]));

/** Returns an object in which some of the existing members have changed values. */
export const withMembers = (
  object: JsonObject,
  changes: Readonly<Record<string, (value: unknown) => unknown>>,
): JsonObject =>
  withValues(object, (key, value) => {
    const change = Object.hasOwn(changes, key) ? changes[key] : undefined;
    return change === undefined || value === undefined ? value : change(value);
  });
