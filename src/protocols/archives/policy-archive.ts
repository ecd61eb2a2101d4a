// An archive with policies and the file that lists them: `sentinel.hcl` or `policies.hcl`.
import { quoted } from './entry-paths.ts';
import { newSourceParser } from './hcl.ts';
import type { ArchiveLimits } from './module-contents.ts';
import { decoded } from './module-files.ts';
import { type ListedPolicy, type PolicyListing, policiesIn } from './policy-list.ts';
import { RefusedArchive } from './refused-archive.ts';
import type { TarEntry } from './tar.ts';
import { type Digest, readEntries, type Unpacked, unpack } from './unpack.ts';

/** What an archive of policies must be like. */
export interface PolicyArchiveForm extends PolicyListing {
  /** The folder that the policies are in, as the parts of its path; none for the root. */
  readonly folder: readonly string[];
  /** The ending of files with code, such as `.rego`. */
  readonly extension: string;
}

const mebibyte = 1024 * 1024;

export const policyArchiveLimits: ArchiveLimits = {
  packedBytes: 10 * mebibyte,
  unpackedBytes: 64 * mebibyte,
  entries: 10_000,
  silenceTimeout: 60_000,
};

export interface PolicyArchive extends Digest, Unpacked {
  readonly policies: readonly ListedPolicy[];
}

/** Reads an archive of policies to its end. Throws `RefusedArchive` for one that breaks a rule, with file and line. */
export async function readPolicyArchive(
  packed: AsyncIterable<Uint8Array>,
  limits: ArchiveLimits,
  form: PolicyArchiveForm,
): Promise<PolicyArchive> {
  const { list, code, ...read } = await unpack(packed, limits, (unpacked) => readFiles(unpacked, limits, form));
  const place = [...form.folder, form.fileName].join('/');
  if (list === undefined) throw noList(place);
  const content = await newSourceParser('The service')({ name: place, text: list });
  const policies = policiesIn({ name: place, text: list, content }, form);
  requireCode(policies, code, form);
  return { ...read, policies };
}

interface PolicyFiles extends Unpacked {
  /** The text of the file that lists the policies. */
  readonly list: string | undefined;
  /** The paths of files with code, from the folder of the policies on. */
  readonly code: ReadonlySet<string>;
}

async function readFiles(
  unpacked: AsyncIterable<Buffer>,
  limits: ArchiveLimits,
  form: PolicyArchiveForm,
): Promise<PolicyFiles> {
  const code = new Set<string>();
  let list: string | undefined;
  const read = await readEntries(unpacked, limits, async (parts, entry) => {
    const path = pathIn(form.folder, parts);
    if (path === form.fileName) list = await readList(parts.join('/'), entry);
    else if (path?.endsWith(form.extension) && entry.kind === 'file') code.add(path);
  });
  return { ...read, list, code };
}

/** The path of an entry below a folder; undefined for what is elsewhere. */
export const pathIn = (folder: readonly string[], parts: readonly string[]): string | undefined =>
  folder.every((part, index) => part === parts[index]) ? parts.slice(folder.length).join('/') : undefined;

/** Of the file that lists the policies, in bytes. */
const maxListBytes = 2 * mebibyte;

async function readList(path: string, entry: TarEntry): Promise<string> {
  if (entry.kind !== 'file') throw new RefusedArchive(`${quoted(path)} is no file. Put the file itself there.`);
  if (entry.size > maxListBytes)
    throw new RefusedArchive(`${quoted(path)} is larger than 2 MiB. Split the policy set.`);
  return decoded(path, await entry.read(maxListBytes));
}

const noList = (place: string): RefusedArchive =>
  new RefusedArchive(`The archive has no file ${quoted(place)}, which lists the policies.`);

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
