// Classifies the files of a policy folder by name.
import { basename, dirname } from 'node:path/posix';

/** The lists of policies in YAML. `opa` takes every other YAML file of a folder that it is given for data, `policies.yaml` too. */
export const yamlListNames: readonly string[] = ['policies.yaml', 'tipstaff.yaml'];

/** The files that list policies in Rego; a folder has one of them. */
export const listNames: readonly string[] = [...yamlListNames, 'policies.hcl'];

/** The list of policies in Scalr. It counts where a folder has no list of the others, and every file that it does not name is left out. */
export const scalrListName = 'scalr-policy.hcl';

export const isCodeFile = (path: string): boolean => path.endsWith('.rego');

/** True if a file has tests, which are no part of a policy. */
export const isTestFile = (path: string): boolean => path.endsWith('_test.rego');

const [manifestName, binaryName] = ['.manifest', '.manifest.pb'];

/** The data documents of a bundle, and the manifest, which says what is in it. */
const dataNames: ReadonlySet<string> = new Set(['data.json', 'data.yaml', 'data.yml', manifestName, binaryName]);

/** True if a file is a data document of its folder, as in a bundle of `opa`. */
export const isDataFile = (path: string): boolean => dataNames.has(basename(path));

/** A manifest, also one in the form that is not read here: it must not be left out in silence. */
export const isManifest = (path: string): boolean => [manifestName, binaryName].includes(basename(path));

/** True if a file could be data, and is not by its name. */
export const isOtherDocument = (path: string): boolean =>
  /\.(json|ya?ml)$/.test(path) && !isDataFile(path) && !yamlListNames.includes(path);

/** A text whose content policies read as `data`, or a manifest. */
export interface DataDocument {
  /** Its path, for messages. */
  readonly file: string;
  /** The path of its content below `data`. */
  readonly at: readonly string[];
  readonly text: string;
}

/** A data document of a folder, by its path there. */
export function documentOf(path: string, text: string): DataDocument {
  const folder = dirname(path);
  return { file: path, at: folder === '.' ? [] : folder.split('/'), text };
}

/** Of the data documents of a set together, in bytes. */
const maxDataBytes = 10 * 1024 ** 2;

/** Fault in the names and sizes of the data documents of a set; undefined where there is none. */
export function dataFault(documents: readonly { readonly path: string; readonly size: number }[]): string | undefined {
  const binary = documents.find(({ path }) => basename(path) === binaryName);
  if (binary !== undefined)
    return `${binary.path} is a manifest in a form that is not read. Write it in JSON: .manifest.`;
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
