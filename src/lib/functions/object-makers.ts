// Creates functions that build the same type of object very often. Each is compiled from the names of the members,
// because a loop over arbitrary names would take ten times as long.

type Members<Value> = Record<string, Value>;

/** Names are quoted, so they cannot be interpreted as code. */
const compiled = <Made>(parameters: readonly string[], body: string): ((...parameters: readonly unknown[]) => Made) =>
  new Function(...parameters, body) as (...parameters: readonly unknown[]) => Made;

/** Returns a function that creates objects from values in the order of `names`. */
export const objectMaker = <Value>(names: readonly string[]): ((values: ArrayLike<Value>) => Members<Value>) => {
  const members = names.map((name, index) => `${JSON.stringify(name)}: values[${index}]`);
  return compiled(['values'], `return { ${members} }`);
};

/** Returns a function that creates objects whose members are read from a source by `readers` of the same names. */
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
  // Compiled at the first use, because few of these functions are used before the service answers its first request.
  let made: ReturnType<typeof make> | undefined;
  return (source) => {
    made ??= make();
    return made(source);
  };
};
