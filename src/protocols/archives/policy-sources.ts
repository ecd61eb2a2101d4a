// Reads the code of a policy archive and the data that the code uses.
import type { ArchiveLimits } from './archive-limits.ts';
import { type PolicyArchiveForm, sourceUse } from './policy-archive.ts';
import { type DataDocument, documentOf, isOtherDocument, isTestFile } from './policy-file-names.ts';
import { readPolicyFiles } from './policy-files.ts';

export type WantedSources = 'code' | 'code and tests';

/** Source files that policies are compiled from. */
export interface PolicySources {
  /** Policy code by file path. */
  readonly modules: Readonly<Record<string, string>>;
  readonly data: readonly DataDocument[];
  /**
   * Paths of JSON and YAML files that are not data documents. The number is limited, because only an error message
   * shows them.
   */
  readonly otherDocuments: readonly string[];
}

const maxOtherDocuments = 200;

/**
 * Reads the sources in the policies' folder. Their paths are relative to this folder. Test files are only included if
 * requested.
 */
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
