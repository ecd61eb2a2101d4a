// Reads archives with policies and a file that lists them: `sentinel.hcl`, `policies.hcl`, `policies.yaml` or
// `tipstaff.yaml`.
import type { ArchiveLimits } from './archive-limits.ts';
import { quoted } from './entry-paths.ts';
import { newSourceParser } from './hcl.ts';
import { isDataFile, yamlListNames } from './policy-file-names.ts';
import { type PolicyFile, readPolicyFiles } from './policy-files.ts';
import { type ListedPolicy, type PolicyListing, policiesIn } from './policy-list.ts';
import type { YamlListing, YamlPolicy } from './policy-yaml.ts';
import { RefusedArchive } from './refused-archive.ts';
import type { Digest, Unpacked } from './unpack.ts';

/** Required structure of a policy archive. */
export interface PolicyArchiveForm extends PolicyListing {
  /** Path parts of the folder that contains the policies. Empty for the root. */
  readonly folder: readonly string[];
  /** File name extension of policy code, such as `.rego`. */
  readonly extension: string;
  /**
   * Enforcement levels of each policy kind in a YAML list. Absent if the archive must contain the list named
   * `fileName`. If present, a YAML list can replace that list.
   */
  readonly yamlLevels?: YamlListing['levels'];
}

/** Data document of an archive, as shown in a list. */
export interface ListedDocument {
  /** Path relative to the folder of the policies. */
  readonly path: string;
  /** Size of the document in bytes. */
  readonly size: number;
}

export interface PolicyArchive extends Digest, Unpacked {
  readonly policies: readonly ListedPolicy[];
  /** Data documents, sorted by path. */
  readonly data: readonly ListedDocument[];
}

/**
 * Reads a policy archive to its end. Throws `RefusedArchive` if the archive is invalid. The message contains the file
 * and line.
 */
export async function readPolicyArchive(
  packed: AsyncIterable<Uint8Array>,
  limits: ArchiveLimits,
  form: PolicyArchiveForm,
): Promise<PolicyArchive> {
  const names = listNames(form);
  const useOf = (path: string) => (names.includes(path) ? 'list' : sourceUse(form, path));
  const { folder, isCodeNamed } = form;
  // Links are not followed if the list names the file of each policy. The system that evaluates those policies decides
  // how to treat links.
  const reading = { folder, useOf, reads: ['list', 'data'], followsLinks: !isCodeNamed } as const;
  const { files, texts, ...read } = await readPolicyFiles(packed, limits, reading);
  const policies = await listedPolicies(
    Object.entries(texts).filter(([path]) => names.includes(path)),
    form,
  );
  requireCode(policies, new Set(files.filter(({ use }) => use === 'code').map(({ path }) => path)), form);
  return { ...read, policies, data: documentsIn(files) };
}

/** Returns how a file other than the list is used, or undefined if it is not used. */
export function sourceUse({ extension, isCodeNamed }: PolicyArchiveForm, path: string): 'code' | 'data' | undefined {
  if (path.endsWith(extension)) return 'code';
  return !isCodeNamed && isDataFile(path) ? 'data' : undefined;
}

const documentsIn = (files: readonly PolicyFile[]): readonly ListedDocument[] =>
  files.filter(({ use }) => use === 'data').map(({ path, size }) => ({ path, size }));

/** Returns the policies in the archive's policy list. Throws `RefusedArchive` unless there is exactly one list. */
async function listedPolicies(
  lists: readonly (readonly [path: string, text: string])[],
  form: PolicyArchiveForm,
): Promise<readonly ListedPolicy[]> {
  const nameOf = (path: string): string => [...form.folder, path].join('/');
  const [first, second] = lists;
  if (first === undefined) throw noList(listNames(form).map(nameOf));
  if (second !== undefined) {
    const names = lists.map(([path]) => quoted(nameOf(path)));
    throw new RefusedArchive(`The archive has ${names.join(' and ')}, which both list policies. Keep one of them.`);
  }
  const [path, text] = first;
  const name = nameOf(path);
  if (yamlListNames.includes(path) && form.yamlLevels !== undefined) {
    // The YAML parser is loaded only for archives with a policy list in YAML.
    const { policiesInYaml } = await import('./policy-yaml.ts');
    return policiesOfOpa(policiesInYaml({ name, text }, { ...form, levels: form.yamlLevels }));
  }
  const content = await newSourceParser('The service')({ name, text });
  return policiesIn({ name, text, content }, form);
}

/** Throws `RefusedArchive` unless all policies are of the kind `opa`, like their policy set. */
function policiesOfOpa(policies: readonly YamlPolicy[]): readonly ListedPolicy[] {
  const other = policies.find(({ kind }) => kind !== 'opa');
  if (other === undefined) return policies;
  throw new RefusedArchive(
    `${other.place}: the policy ${quoted(other.name)} and the policy set have different kinds. Move the policy to a policy set of its kind.`,
  );
}

const listNames = ({ fileName, yamlLevels }: PolicyArchiveForm): readonly string[] =>
  yamlLevels === undefined ? [fileName] : [fileName, ...yamlListNames];

const noList = (names: readonly string[]): RefusedArchive =>
  new RefusedArchive(`The archive has no file ${alternatives(names.map(quoted))}, which lists the policies.`);

const alternatives = (names: readonly string[]): string =>
  names.length === 1 ? names.join() : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

/**
 * Throws `RefusedArchive` if a code file in the list does not exist. If the list names no files, the archive must
 * contain at least one code file.
 */
function requireCode(
  policies: readonly ListedPolicy[],
  code: ReadonlySet<string>,
  { extension, isCodeNamed }: PolicyArchiveForm,
): void {
  for (const { name, path, place } of policies) {
    if (path !== null && !code.has(path)) {
      throw new RefusedArchive(
        `${place}: the file ${quoted(path)} of the policy ${quoted(name)} is not in the archive.`,
      );
    }
  }
  if (!isCodeNamed && policies.length > 0 && code.size === 0) {
    throw new RefusedArchive(`The archive has no file that ends in ${extension}, so its policies have no code.`);
  }
}
