// An archive with policies and the file that lists them: `sentinel.hcl`, `policies.hcl`, `policies.yaml` or `tipstaff.yaml`.
import type { ArchiveLimits } from './archive-limits.ts';
import { quoted } from './entry-paths.ts';
import { newSourceParser } from './hcl.ts';
import { isDataFile, yamlListNames } from './policy-file-names.ts';
import { type PolicyFile, readPolicyFiles } from './policy-files.ts';
import { type ListedPolicy, type PolicyListing, policiesIn } from './policy-list.ts';
import type { YamlListing, YamlPolicy } from './policy-yaml.ts';
import { RefusedArchive } from './refused-archive.ts';
import type { Digest, Unpacked } from './unpack.ts';

/** Required form of an archive of policies. */
export interface PolicyArchiveForm extends PolicyListing {
  /** The folder that the policies are in, as the parts of its path; none for the root. */
  readonly folder: readonly string[];
  /** The ending of files with code, such as `.rego`. */
  readonly extension: string;
  /** Present where a list in YAML is taken in place of the other one; the levels of each kind. */
  readonly yamlLevels?: YamlListing['levels'];
}

/** A data document of an archive, as far as a list shows it. */
export interface ListedDocument {
  /** From the folder of the policies on. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

export interface PolicyArchive extends Digest, Unpacked {
  readonly policies: readonly ListedPolicy[];
  /** By their paths. */
  readonly data: readonly ListedDocument[];
}

/** Reads an archive of policies to its end. Throws `RefusedArchive` for one that breaks a rule, with file and line. */
export async function readPolicyArchive(
  packed: AsyncIterable<Uint8Array>,
  limits: ArchiveLimits,
  form: PolicyArchiveForm,
): Promise<PolicyArchive> {
  const names = listNames(form);
  const useOf = (path: string) => (names.includes(path) ? 'list' : sourceUse(form, path));
  const { folder, isCodeNamed } = form;
  // Links mean what the evaluating system decides where the list names each file.
  const reading = { folder, useOf, reads: ['list', 'data'], followsLinks: !isCodeNamed } as const;
  const { files, texts, ...read } = await readPolicyFiles(packed, limits, reading);
  const policies = await listedPolicies(
    Object.entries(texts).filter(([path]) => names.includes(path)),
    form,
  );
  requireCode(policies, new Set(files.filter(({ use }) => use === 'code').map(({ path }) => path)), form);
  return { ...read, policies, data: documentsIn(files) };
}

/** Use of a file that is no list; undefined where it has none. */
export function sourceUse({ extension, isCodeNamed }: PolicyArchiveForm, path: string): 'code' | 'data' | undefined {
  if (path.endsWith(extension)) return 'code';
  return !isCodeNamed && isDataFile(path) ? 'data' : undefined;
}

const documentsIn = (files: readonly PolicyFile[]): readonly ListedDocument[] =>
  files.filter(({ use }) => use === 'data').map(({ path, size }) => ({ path, size }));

/** The policies of the one list that there must be. */
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
    // The parser is loaded for archives that have such a file.
    const { policiesInYaml } = await import('./policy-yaml.ts');
    return policiesOfOpa(policiesInYaml({ name, text }, { ...form, levels: form.yamlLevels }));
  }
  const content = await newSourceParser('The service')({ name, text });
  return policiesIn({ name, text, content }, form);
}

/** A policy set is of one kind. */
function policiesOfOpa(policies: readonly YamlPolicy[]): readonly ListedPolicy[] {
  const other = policies.find(({ kind }) => kind !== 'opa');
  if (other === undefined) return policies;
  throw new RefusedArchive(
    `${other.place}: the policy ${quoted(other.name)} is of another kind than the policy set. Put it into another set.`,
  );
}

const listNames = ({ fileName, yamlLevels }: PolicyArchiveForm): readonly string[] =>
  yamlLevels === undefined ? [fileName] : [fileName, ...yamlListNames];

const noList = (names: readonly string[]): RefusedArchive =>
  new RefusedArchive(`The archive has no file ${alternatives(names.map(quoted))}, which lists the policies.`);

const alternatives = (names: readonly string[]): string =>
  names.length === 1 ? names.join() : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

/** Every file that the list names must be there; where it names none, there must be some code. */
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
