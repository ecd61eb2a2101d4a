// Reads data documents that are outside the policy folder, like `opa eval --data`.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type DataDocument, dataFault, documentOf, isManifest } from '../../protocols/archives/policy-file-names.ts';
import { NotChecked } from '../terminal/command.ts';
import { unreadable, utf8In } from '../terminal/file.ts';
import { findFiles, type PolicySourceFile } from './source-files.ts';

const isDocument = (path: string): boolean => /\.(json|ya?ml)$/.test(path) && !isManifest(path);

/**
 * Returns the data documents at the paths. The contents of a file are merged into `data` itself. For a folder, the
 * contents of each file are put at the path of the file's subfolder in `data`, and code files are ignored. Throws
 * `NotChecked` for a file whose name is not that of a JSON or YAML file.
 */
export async function extraData(paths: readonly string[]): Promise<readonly DataDocument[]> {
  const documents: DataDocument[] = [];
  for (const path of paths) {
    const entry = await stat(path).catch((error: unknown) => {
      throw unreadable(path, error);
    });
    documents.push(...(entry.isDirectory() ? await inFolder(path) : [await inFile(path, entry.size)]));
  }
  return documents;
}

async function inFile(path: string, size: number): Promise<DataDocument> {
  if (!isDocument(path))
    throw new NotChecked(`${path} is not a data file: --data takes .json, .yaml and .yml files, and folders.`);
  requireSmall(path, [{ path, size }]);
  return { file: path, at: [], text: await utf8In(path) };
}

async function inFolder(folder: string): Promise<readonly DataDocument[]> {
  const { files } = await findFiles(folder, { reads: isDocument, names: () => false });
  if (files.length === 0) throw new NotChecked(`${folder} has no .json, .yaml or .yml file for --data.`);
  requireSmall(folder, files);
  return Promise.all(
    files.map(async ({ path }) => ({
      ...documentOf(path, await utf8In(join(folder, path))),
      file: join(folder, path),
    })),
  );
}

function requireSmall(path: string, files: readonly PolicySourceFile[]): void {
  const fault = dataFault(files);
  if (fault !== undefined) throw new NotChecked(`${path}: ${fault}`);
}
