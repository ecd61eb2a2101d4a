// Which files are the code of a policy, where several policies come together.

/** Source files by their paths. */
type Sources = Readonly<Record<string, string>>;

/** Whether a file has tests, which are no part of a policy. */
export const isTestFile = (path: string): boolean => path.endsWith('_test.rego');

/**
 * The code of a policy: its own file, and all files that no policy names, which are libraries. Where it has no file of its
 * own, all files together.
 */
export function modulesFor(path: string | null, named: ReadonlySet<string>, sources: Sources): Sources {
  const modules = Object.entries(sources).filter(
    ([file]) => !isTestFile(file) && (path === null || file === path || !named.has(file)),
  );
  return Object.fromEntries(modules);
}
