// Replaces the policies in a set by those in a folder. The folder becomes a new version of the set. If the service
// refuses it, nothing changes. A staged version changes nothing until it is activated.

import { packFiles } from '../../effects/archives/pack-files.ts';
import type { PolicyEngine } from '../../effects/policy-engine/policy-engine.ts';
import { policyArchiveLimits } from '../../protocols/archives/archive-limits.ts';
import { documentOf, isManifest } from '../../protocols/archives/policy-file-names.ts';
import { RefusedArchive } from '../../protocols/archives/refused-archive.ts';
import type { ServiceClient } from '../client/service.ts';
import { refusalIn, withOutcome } from '../client/service-failure.ts';
import type { PolicyFolder } from '../policy-folder/policy-folder.ts';
import { problemLine } from '../policy-folder/problems.ts';
import { CommandFailed, NotChecked } from '../terminal/command.ts';
import type { PolicySet } from './policies.ts';
import { type Files, partsOfPath, type VersionedSet } from './service-folder.ts';

/** Returns the files in a folder that are pushed. */
export const filesOf = ({ list, sources, data }: PolicyFolder): Files => ({
  ...sources,
  ...Object.fromEntries(data.map(({ file, text }) => [file, text])),
  [list.name]: list.text,
});

/**
 * Merges all data documents into one document, because a document from outside of the folder has no path in the folder
 * under which it could be pushed. Throws `NotChecked` if the documents conflict.
 */
export async function withOneDocument(engine: PolicyEngine, folder: PolicyFolder): Promise<PolicyFolder> {
  const { text, problems } = await engine.mergeData(folder.data);
  if (problems.length > 0) throw new NotChecked(...problems.map((problem) => problemLine(folder.path, problem)));
  const manifests = folder.data.filter(({ file }) => isManifest(file));
  return { ...folder, data: [documentOf('data.json', `${text}\n`), ...manifests] };
}

/** Throws `NotChecked` if the kind of the policies differs from the kind of the set. */
export function requireFitting({ attributes: { name, kind } }: PolicySet, folder: PolicyFolder): void {
  const other = folder.policies.find((policy) => policy.kind === 'native');
  if (kind === 'native')
    throw new NotChecked(
      `The policies of ${name} are of the kind native: only policies of the kind opa can be pushed.`,
    );
  if (other !== undefined) {
    throw new NotChecked(
      `The policy ${other.name} has the kind native, but the policy set ${name} does not. Push the policy to a policy set of the kind native.`,
    );
  }
}

/** A version of a policy set whose archive has not been uploaded. */
export interface NewVersion {
  readonly id: string;
  readonly upload: string;
  /** Whether the upload leaves the set unchanged, until the version is activated. Always false on an older service. */
  readonly isStaged: boolean;
}

export const unchanged = 'The policy set is unchanged.';

/** Creates a version of a set, to which files can be uploaded. Throws `CommandFailed` if the service refuses it. */
export async function newVersion(
  { client, url }: ServiceClient,
  set: VersionedSet,
  { staged }: { readonly staged: boolean },
): Promise<NewVersion> {
  try {
    const { data } = await client.create('/api/v2/policy-sets/{policy_set_id}/versions', {
      params: { policy_set_id: set.id },
      ...(staged && { body: { data: { type: 'policy-set-versions', attributes: { staged } } } }),
      needs: [],
      foundAt: (id) => ({
        path: '/api/v2/policy-set-versions/{policy_set_version_id}',
        params: { policy_set_version_id: id },
      }),
    });
    if (data.links?.upload === undefined)
      throw new NotChecked(`This token has no permission to upload policies to ${url}.`);
    return { id: data.id, upload: data.links.upload, isStaged: data.attributes?.staged === true };
  } catch (error) {
    throw new CommandFailed(...withOutcome(refusalIn(error), unchanged));
  }
}

/** Uploads packed files to a new version. Throws `CommandFailed` if the service refuses the files. */
export async function uploadTo({ client }: ServiceClient, version: NewVersion, content: PackedFiles): Promise<void> {
  try {
    await client.upload(version.upload, content);
  } catch (error) {
    throw new CommandFailed(...withOutcome(refusalIn(error), unchanged));
  }
}

type PackedFiles = Uint8Array<ArrayBuffer>;

/** Packs the files of a set into an archive. Messages use `origin` as the name of the files. */
export function packed(set: VersionedSet, files: Files, origin = `The files of ${set.attributes.name}`): PackedFiles {
  const prefix = partsOfPath(set)
    .map((part) => `${part}/`)
    .join('');
  const entries = Object.entries(files).map(([path, text]) => [`${prefix}${path}`, text]);
  try {
    const bytes = packFiles(Object.fromEntries(entries));
    if (bytes.length > policyArchiveLimits.packedBytes) {
      throw new NotChecked(`${origin} is larger than 10 MiB when it is packed: split the policy set.`);
    }
    return Uint8Array.from(bytes);
  } catch (error) {
    if (error instanceof RefusedArchive) throw new NotChecked(error.message);
    throw error;
  }
}
