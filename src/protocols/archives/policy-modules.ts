// Which files are the code of a policy, where several policies come together.
import { type DataDocument, isTestFile } from './policy-file-names.ts';

/** Source files by their paths. */
type Sources = Readonly<Record<string, string>>;

/** Code and data of policies that come together, as the engine takes them. Tests are no part of them. */
export const sharedCode = (
  { modules, data }: { readonly modules: Sources; readonly data: readonly DataDocument[] },
  named: ReadonlySet<string>,
) => ({
  modules: Object.fromEntries(Object.entries(modules).filter(([file]) => !isTestFile(file))),
  data,
  own: [...named].sort(),
});

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
