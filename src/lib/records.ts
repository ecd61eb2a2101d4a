/** Makes a record with one member for each name; the caller is responsible for the types of the members. */
export const recordOf = <Result>(names: Iterable<string>, memberFor: (name: string) => unknown): Result =>
  Object.fromEntries([...names].map((name) => [name, memberFor(name)])) as Result;
