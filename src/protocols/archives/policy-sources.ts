// The code in an archive of policies, and the data that it reads.
import type { ArchiveLimits } from './archive-limits.ts';
import { type PolicyArchiveForm, sourceUse } from './policy-archive.ts';
import { type DataDocument, documentOf, isOtherDocument, isTestFile } from './policy-file-names.ts';
import { readPolicyFiles } from './policy-files.ts';

export type WantedSources = 'code' | 'code and tests';

/** Sources that policies are compiled of. */
export interface PolicySources {
  /** Code by the paths of its files. */
  readonly modules: Readonly<Record<string, string>>;
  readonly data: readonly DataDocument[];
  /** The paths of JSON and YAML files that are no data documents, as many as an explanation needs. */
  readonly otherDocuments: readonly string[];
}

const maxOtherDocuments = 200;

/** The sources below the folder of the policies, by their paths there; files with tests only where they are wanted. */
export async function readPolicySources(
  packed: AsyncIterable<Uint8Array>,
  limits: ArchiveLimits,
  { wanted, ...form }: PolicyArchiveForm & { readonly wanted: WantedSources },
): Promise<PolicySources> {
  const useOf = (path: string) => (wanted === 'code' && isTestFile(path) ? undefined : sourceUse(form, path));
  const { files, texts } = await readPolicyFiles(packed, limits, {
    folder: form.folder,
    useOf,
    reads: ['code', 'data'],
    followsLinks: true,
  });
  const of = (use: 'code' | 'data') =>
    files.filter((file) => file.use === use).map(({ path }) => [path, texts[path] ?? ''] as const);
  const others = files.map(({ path }) => path).filter(isOtherDocument);
  return {
    modules: Object.fromEntries(of('code')),
    data: of('data').map(([path, text]) => documentOf(path, text)),
    otherDocuments: others.slice(0, maxOtherDocuments),
  };
}
