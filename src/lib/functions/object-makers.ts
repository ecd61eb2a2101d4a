// Creates functions that build many objects of the same type. Each function is compiled for its member names, because a
// loop over the names would take ten times as long.

type Members<Value> = Record<string, Value>;

/** Member names in the compiled code are quoted, so they cannot be executed as code. */
const compiled = <Made>(parameters: readonly string[], body: string): ((...parameters: readonly unknown[]) => Made) =>
  new Function(...parameters, body) as (...parameters: readonly unknown[]) => Made;

/** Returns a function that creates objects from values in the order of `names`. */
export const objectMaker = <Value>(names: readonly string[]): ((values: ArrayLike<Value>) => Members<Value>) => {
  const members = names.map((name, index) => `${JSON.stringify(name)}: values[${index}]`);
  return compiled(['values'], `return { ${members} }`);
};

/**
 * Returns a function that creates objects from a source. For each member, the reader with the member's name reads the
 * value.
 */
export const objectReader = <Source, Value>(
  readers: Readonly<Record<string, (source: Source) => Value>>,
): ((source: Source) => Members<Value>) => {
  const names = Object.keys(readers);
  const members = names.map((name, index) => `${JSON.stringify(name)}: read${index}(source)`);
  const parameters = names.map((_, index) => `read${index}`);
  const make = () =>
    compiled<(source: Source) => Members<Value>>(
      parameters,
      `return (source) => ({ ${members} })`,
    )(...Object.values(readers));
  // The function is compiled when it is first used, because few of these functions are used before the first request.
  let made: ReturnType<typeof make> | undefined;
  return (source) => {
    made ??= make();
    return made(source);
  };
};
