// An archive with policies and the file that lists them: `sentinel.hcl`, `policies.hcl` or `policies.yaml`.
import type { ArchiveLimits } from './archive-limits.ts';
import { quoted } from './entry-paths.ts';
import { newSourceParser } from './hcl.ts';
import { decoded } from './module-files.ts';
import { newPolicyLinks, pathIn } from './policy-links.ts';
import { type ListedPolicy, type PolicyListing, policiesIn } from './policy-list.ts';
import type { YamlListing, YamlPolicy } from './policy-yaml.ts';
import { RefusedArchive } from './refused-archive.ts';
import type { TarEntry } from './tar.ts';
import { type Digest, readEntries, type Unpacked, unpack } from './unpack.ts';

/** What an archive of policies must be like. */
export interface PolicyArchiveForm extends PolicyListing {
  /** The folder that the policies are in, as the parts of its path; none for the root. */
  readonly folder: readonly string[];
  /** The ending of files with code, such as `.rego`. */
  readonly extension: string;
  /** Present where a list in YAML is taken in place of the other one; the levels of each kind. */
  readonly yamlLevels?: YamlListing['levels'];
}

export interface PolicyArchive extends Digest, Unpacked {
  readonly policies: readonly ListedPolicy[];
}

/** Reads an archive of policies to its end. Throws `RefusedArchive` for one that breaks a rule, with file and line. */
export async function readPolicyArchive(
  packed: AsyncIterable<Uint8Array>,
  limits: ArchiveLimits,
  form: PolicyArchiveForm,
): Promise<PolicyArchive> {
  const { lists, code, ...read } = await unpack(packed, limits, (unpacked) => readFiles(unpacked, limits, form));
  const policies = await listedPolicies(lists, form);
  requireCode(policies, code, form);
  return { ...read, policies };
}

/** The policies of the one list that there must be. */
async function listedPolicies(lists: PolicyFiles['lists'], form: PolicyArchiveForm): Promise<readonly ListedPolicy[]> {
  const names = listNames(form).map((name) => [...form.folder, name].join('/'));
  const [first, second] = [...lists];
  if (first === undefined) throw noList(names);
  if (second !== undefined) {
    throw new RefusedArchive(`The archive has both ${names.map(quoted).join(' and ')}. Remove one of them.`);
  }
  const [fileName, text] = first;
  const name = [...form.folder, fileName].join('/');
  if (form.yamlLevels !== undefined && fileName === yamlFileName) {
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

const yamlFileName = 'policies.yaml';

const listNames = ({ fileName, yamlLevels }: PolicyArchiveForm): readonly string[] =>
  yamlLevels === undefined ? [fileName] : [fileName, yamlFileName];

interface PolicyFiles extends Unpacked {
  /** The texts of the files that list the policies, by their names. */
  readonly lists: ReadonlyMap<string, string>;
  /** The paths of files with code, from the folder of the policies on. */
  readonly code: ReadonlySet<string>;
}

async function readFiles(
  unpacked: AsyncIterable<Buffer>,
  limits: ArchiveLimits,
  form: PolicyArchiveForm,
): Promise<PolicyFiles> {
  const code = new Set<string>();
  const lists = new Map<string, string>();
  const names = listNames(form);
  const links = newPolicyLinks({ folder: form.folder, takes: (path) => path.endsWith(form.extension) });
  const read = await readEntries(unpacked, limits, async (parts, entry) => {
    // Where the list names each file, the system that evaluates them decides what links mean.
    if (!form.isCodeNamed) await links.add(parts, entry);
    const path = pathIn(form.folder, parts);
    if (path !== undefined && names.includes(path)) lists.set(path, await readList(parts.join('/'), entry));
    else if (path?.endsWith(form.extension) && entry.kind === 'file') code.add(path);
  });
  links.requireHarmless();
  return { ...read, lists, code };
}

/** Of the file that lists the policies, in bytes. */
const maxListBytes = 2 * 1024 * 1024;

async function readList(path: string, entry: TarEntry): Promise<string> {
  if (entry.kind !== 'file') throw new RefusedArchive(`${quoted(path)} is no file. Put the file itself there.`);
  if (entry.size > maxListBytes)
    throw new RefusedArchive(`${quoted(path)} is larger than 2 MiB. Split the policy set.`);
  return decoded(path, await entry.read(maxListBytes));
}

const noList = (names: readonly string[]): RefusedArchive =>
  new RefusedArchive(`The archive has no file ${names.map(quoted).join(' or ')}, which lists the policies.`);

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
