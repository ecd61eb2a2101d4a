/** The innermost cause of an error, such as the error of the operating system or of the database server. */
export const deepestOf = (error: unknown): unknown => {
  const [first]: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  const deeper = first ?? Reflect.get(Object(error), 'cause');
  return deeper === undefined ? error : deepestOf(deeper);
};

/** Message of the deepest cause, in its own words. */
export const reasonOf = (error: unknown): string => {
  const deepest = deepestOf(error);
  return deepest instanceof Error ? deepest.message : String(deepest);
};
