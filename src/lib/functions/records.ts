/** Makes a record with one member for each name; the caller is responsible for the types of the members. */
export const recordOf = <Result>(names: Iterable<string>, memberFor: (name: string) => unknown): Result =>
  Object.fromEntries([...names].map((name) => [name, memberFor(name)])) as Result;

/** A record with the same names, and other values. */
export const mapValues = <Name extends string, Value, Result>(
  record: Readonly<Record<Name, Value>>,
  change: (value: Value) => Result,
): Readonly<Record<Name, Result>> => recordOf(Object.keys(record), (name) => change(record[name as Name]));

/** The names of a record, with their type. */
export const keysOf = <Name extends string>(record: Readonly<Record<Name, unknown>>): readonly Name[] =>
  Object.keys(record) as Name[];

/** The numbers of a record and those of another one, multiplied by a factor, added up name by name. */
export const sumOf = <Name extends string>(
  names: readonly Name[],
  one: Readonly<Record<Name, number>>,
  other: Readonly<Record<Name, number>>,
  factor = 1,
): Readonly<Record<Name, number>> => recordOf(names, (name) => one[name as Name] + factor * other[name as Name]);
