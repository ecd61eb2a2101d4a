// Determines the code of a policy when several policies share a folder.
import { type DataDocument, isTestFile } from './policy-file-names.ts';

type Sources = Readonly<Record<string, string>>;

/** Returns the code and data that all policies of a folder share, in the engine's format. Test files are omitted. */
export const sharedCode = (
  { modules, data }: { readonly modules: Sources; readonly data: readonly DataDocument[] },
  named: ReadonlySet<string>,
) => ({
  modules: Object.fromEntries(Object.entries(modules).filter(([file]) => !isTestFile(file))),
  data,
  own: [...named].sort(),
});

/**
 * Returns the code of a policy: its own file and the libraries, which are the files that no policy names. Returns all
 * files if the policy has no file of its own.
 */
export function modulesFor(path: string | null, named: ReadonlySet<string>, sources: Sources): Sources {
  const modules = Object.entries(sources).filter(
    ([file]) => !isTestFile(file) && (path === null || file === path || !named.has(file)),
  );
  return Object.fromEntries(modules);
}
