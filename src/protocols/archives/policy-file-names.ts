// Classifies the files of a policy folder by name.
import { basename, dirname } from 'node:path/posix';

/**
 * Names of YAML lists of policies. OPA itself would treat any other YAML file in a folder as data, including
 * `policies.yaml`.
 */
export const yamlListNames: readonly string[] = ['policies.yaml', 'tipstaff.yaml'];

/** Names of files that list Rego policies. A folder has one of them. */
export const listNames: readonly string[] = [...yamlListNames, 'policies.hcl'];

/**
 * Scalr's list of policies, which is used only if the folder has none of the other lists. Code files that the list does
 * not name are omitted.
 */
export const scalrListName = 'scalr-policy.hcl';

export const isCodeFile = (path: string): boolean => path.endsWith('.rego');

/** Whether a file contains tests, which do not belong to a policy. */
export const isTestFile = (path: string): boolean => path.endsWith('_test.rego');

const [manifestName, binaryName] = ['.manifest', '.manifest.pb'];

/** Names of data documents in a bundle, and of the manifest that describes the bundle. */
const dataNames: ReadonlySet<string> = new Set(['data.json', 'data.yaml', 'data.yml', manifestName, binaryName]);

/** Whether a file is a data document of its folder, as in an OPA bundle. */
export const isDataFile = (path: string): boolean => dataNames.has(basename(path));

/** Whether a file is a manifest. Includes the binary form, which is not supported and must not be ignored silently. */
export const isManifest = (path: string): boolean => [manifestName, binaryName].includes(basename(path));

/** Whether a file could be a data document but does not have the name of one. */
export const isOtherDocument = (path: string): boolean =>
  /\.(json|ya?ml)$/.test(path) && !isDataFile(path) && !yamlListNames.includes(path);

/** Content of a data document, which policies read as `data`, or of a manifest. */
export interface DataDocument {
  /** Path of the file, for messages. */
  readonly file: string;
  /** Path of the content below `data`. */
  readonly at: readonly string[];
  readonly text: string;
}

/** Creates the data document of a file, whose path is relative to the folder. */
export function documentOf(path: string, text: string): DataDocument {
  const folder = dirname(path);
  return { file: path, at: folder === '.' ? [] : folder.split('/'), text };
}

/** Maximum total size in bytes of a policy set's data documents. */
const maxDataBytes = 10 * 1024 ** 2;

/** Returns what is wrong with the names or sizes of a policy set's data documents, or undefined. */
export function dataFault(documents: readonly { readonly path: string; readonly size: number }[]): string | undefined {
  const binary = documents.find(({ path }) => basename(path) === binaryName);
  if (binary !== undefined)
    return `${binary.path} is a manifest in an unsupported format. Write the manifest as JSON, in a file named .manifest.`;
  const [manifest, other] = documents.filter(({ path }) => isManifest(path));
  if (manifest !== undefined && other !== undefined) {
    return `There are two manifests, ${manifest.path} and ${other.path}. Remove one of them.`;
  }
  let sum = 0;
  const excess = documents.find(({ size }) => {
    sum += size;
    return sum > maxDataBytes;
  });
  if (excess === undefined) return undefined;
  const which = documents.length === 1 ? `${excess.path} is` : `The data documents up to ${excess.path} are`;
  return `${which} larger than 10 MiB. Remove data that no policy reads.`;
}
