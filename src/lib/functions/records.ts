/** Creates a record with one member for each name. The compiler does not check the types of the members. */
export const recordOf = <Result>(names: Iterable<string>, memberFor: (name: string) => unknown): Result =>
  Object.fromEntries([...names].map((name) => [name, memberFor(name)])) as Result;

/** Returns a record with the same names, whose values are converted by a function. */
export const mapValues = <Name extends string, Value, Result>(
  record: Readonly<Record<Name, Value>>,
  change: (value: Value) => Result,
): Readonly<Record<Name, Result>> => recordOf(Object.keys(record), (name) => change(record[name as Name]));

/** Returns the member names of a record. Their type is the union of the names and not `string`. */
export const keysOf = <Name extends string>(record: Readonly<Record<Name, unknown>>): readonly Name[] =>
  Object.keys(record) as Name[];

/** Adds two records of numbers. The numbers of the second record are multiplied by a factor first. */
export const sumOf = <Name extends string>(
  names: readonly Name[],
  one: Readonly<Record<Name, number>>,
  other: Readonly<Record<Name, number>>,
  factor = 1,
): Readonly<Record<Name, number>> => recordOf(names, (name) => one[name as Name] + factor * other[name as Name]);
