/** A document that was parsed, seen as objects and lists. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object with other values for the same members. Also for members with names such as `__proto__`. */
export const withValues = (object: JsonObject, change: (key: string, value: unknown) => unknown): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(key, value)]));

/** An object with other values for some of the members that it has. */
export const withMembers = (
  object: JsonObject,
  changes: Readonly<Record<string, (value: unknown) => unknown>>,
): JsonObject =>
  withValues(object, (key, value) => {
    const change = Object.hasOwn(changes, key) ? changes[key] : undefined;
    return change === undefined || value === undefined ? value : change(value);
  });
