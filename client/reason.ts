/** Returns the innermost cause of an error. This can be an error of the operating system or the database server. */
export const deepestOf = (error: unknown): unknown => {
  const [first]: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  const deeper = first ?? Reflect.get(Object(error), 'cause');
  return deeper === undefined ? error : deepestOf(deeper);
};

/** Returns the message of an error's innermost cause. */
export const reasonOf = (error: unknown): string => {
  const deepest = deepestOf(error);
  return deepest instanceof Error ? deepest.message : String(deepest);
};
