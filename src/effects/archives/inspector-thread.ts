// Thread that reads one archive: it requests the compressed bytes piece by piece and exits after sending the result.

import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { readArchiveFile } from '../../protocols/archives/archive-file.ts';
import type { ArchiveLimits } from '../../protocols/archives/archive-limits.ts';
import { provideParserProgram } from '../../protocols/archives/hcl.ts';
import type { ModuleContents } from '../../protocols/archives/module-contents.ts';
import {
  type PolicyArchive,
  type PolicyArchiveForm,
  readPolicyArchive,
} from '../../protocols/archives/policy-archive.ts';
import { type PolicySources, readPolicySources, type WantedSources } from '../../protocols/archives/policy-sources.ts';
import { readArchive } from '../../protocols/archives/read-archive.ts';
import { RefusedArchive } from '../../protocols/archives/refused-archive.ts';

/** Input of the thread. The archive contains policies if `form` is present, and a module otherwise. */
export interface ReadingTask {
  readonly limits: ArchiveLimits;
  readonly form?: PolicyArchiveForm;
  /** Selects the policy sources to return. If it is absent, the list of policies is returned. */
  readonly wanted?: WantedSources;
  /** Path of a single file to return instead of the module's contents. */
  readonly path?: string;
  /** Compiled HCL parser. Absent if the archive's HCL files are not parsed. */
  readonly parserProgram?: WebAssembly.Module;
}

/** Result of the thread: the contents of the archive, or the reason why it was refused. */
export interface ReadingResult {
  readonly module?: ModuleContents;
  readonly policies?: PolicyArchive;
  readonly sources?: PolicySources;
  /** Content of the requested file. Null if the archive has no such file. */
  readonly file?: Uint8Array | null;
  readonly refusal?: string;
}

// A `RefusedArchive` error becomes a result. Any other error ends the thread, and the main thread gets it as an `error`
// event.
read(workerData).then(finish, (error: unknown) => {
  if (!(error instanceof RefusedArchive)) throw error;
  finish({ refusal: error.message });
});

async function read({ limits, form, wanted, path, parserProgram }: ReadingTask): Promise<ReadingResult> {
  if (path !== undefined) return { file: (await readArchiveFile(packedPieces(), limits, path)) ?? null };
  if (parserProgram !== undefined) provideParserProgram(parserProgram);
  if (form === undefined) return { module: await readArchive(packedPieces(), limits) };
  return wanted === undefined
    ? { policies: await readPolicyArchive(packedPieces(), limits, form) }
    : { sources: await readPolicySources(packedPieces(), limits, { ...form, wanted }) };
}

async function* packedPieces(): AsyncGenerator<Uint8Array, void> {
  for (let piece = await nextPiece(); piece !== null; piece = await nextPiece()) yield piece;
}

/** Returns the next piece of the archive, or null at its end. */
async function nextPiece(): Promise<Uint8Array | null> {
  if (parentPort === null) return null;
  const answered = once(parentPort, 'message');
  parentPort.postMessage({ wantsPiece: true });
  const [piece] = await answered;
  return piece;
}

function finish(result: ReadingResult): void {
  parentPort?.postMessage(result);
  parentPort?.close();
}
