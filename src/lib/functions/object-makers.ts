// Makers of objects that are made very often. Each is a function of its own, compiled from the names of the members: a loop
// over any names adds one member after the other, which takes ten times as long.

type Members<Value> = Record<string, Value>;

/** The names are in quotes: none of them is code. */
const compiled = <Made>(parameters: readonly string[], body: string): ((...parameters: readonly unknown[]) => Made) =>
  new Function(...parameters, body) as (...parameters: readonly unknown[]) => Made;

/** Makes objects from the values of their members, which are in the order of `names`. */
export const objectMaker = <Value>(names: readonly string[]): ((values: ArrayLike<Value>) => Members<Value>) => {
  const members = names.map((name, index) => `${JSON.stringify(name)}: values[${index}]`);
  return compiled(['values'], `return { ${members} }`);
};

/** Makes objects from what `readers`, which have the names of the members, read off a source. */
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
  // Few of many are used before the service answers its first request.
  let made: ReturnType<typeof make> | undefined;
  return (source) => {
    made ??= make();
    return made(source);
  };
};
