/** Makes a record with one member for each name; whoever calls it answers for the members' types. */
export const recordOf = <Result>(names: Iterable<string>, memberFor: (name: string) => unknown): Result =>
  Object.fromEntries([...names].map((name) => [name, memberFor(name)])) as Result;
