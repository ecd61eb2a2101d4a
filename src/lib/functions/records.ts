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
