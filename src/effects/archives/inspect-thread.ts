// The thread that reads one archive: it asks for the packed bytes piece by piece, and ends with what it found.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { createGunzip } from 'node:zlib';
import { parseSource } from '../../protocols/archives/hcl.ts';
import type { ArchiveLimits, ModuleContents } from '../../protocols/archives/module-contents.ts';
import { type ModuleFiles, readModuleFiles, type SourceFile } from '../../protocols/archives/module-files.ts';
import { interfaceOf, type ParsedFile } from '../../protocols/archives/module-interface.ts';
import { RefusedArchive } from '../../protocols/archives/refused-archive.ts';

const limits: ArchiveLimits = workerData;
const mebibyte = 1024 * 1024;

/** The next piece of the archive, or null at its end. */
const nextPiece = async (): Promise<Uint8Array | null> => {
  if (parentPort === null) return null;
  const answered = once(parentPort, 'message');
  parentPort.postMessage({ isHungry: true });
  const [piece] = await answered;
  return piece;
};

/** The archive as it comes, counted and hashed on its way. */
const packedArchive = () => {
  const hash = createHash('sha256');
  const seen = { bytes: 0 };
  const pieces = async function* (): AsyncGenerator<Uint8Array, void> {
    for (let piece = await nextPiece(); piece !== null; piece = await nextPiece()) {
      seen.bytes += piece.length;
      if (seen.bytes > limits.packedBytes) {
        throw new RefusedArchive(
          `The archive is larger than ${limits.packedBytes / mebibyte} MiB. Leave out what is not the module.`,
        );
      }
      hash.update(piece);
      yield piece;
    }
    if (seen.bytes === 0) throw new RefusedArchive('The archive is empty: no byte arrived. Send it again.');
  };
  return { pieces, digest: () => ({ sha256: hash.digest('hex'), packedBytes: seen.bytes }) };
};

const gzipFaults: Readonly<Record<string, string>> = {
  Z_BUF_ERROR: 'it ends too early',
  Z_DATA_ERROR: 'its data is damaged, or it is no gzip file at all',
  ERR_TRAILING_JUNK_AFTER_STREAM_END: 'it goes on after its end',
};

/** An unsound gzip file is the sender's fault; everything else is passed on as it is. */
const asRefusal = (error: unknown): unknown => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const fault = gzipFaults[code];
  return fault === undefined ? error : new RefusedArchive(`The gzip file is not sound: ${fault}. Send it again.`);
};

const unpackedFiles = async (packed: AsyncIterable<Uint8Array>): Promise<ModuleFiles> => {
  const gunzip = createGunzip({ rejectGarbageAfterEnd: true, chunkSize: 64 * 1024 });
  try {
    return await pipeline(packed, gunzip, (unpacked: AsyncIterable<Buffer>) => readModuleFiles(unpacked, limits));
  } catch (error) {
    throw asRefusal(error);
  }
};

const parsed = async (sources: readonly SourceFile[]): Promise<readonly ParsedFile[]> => {
  const files: ParsedFile[] = [];
  for (const source of sources) files.push({ name: source.name, content: await parseSource(source) });
  return files;
};

const inspect = async (): Promise<ModuleContents> => {
  const { pieces, digest } = packedArchive();
  const { sources, ...files } = await unpackedFiles(pieces());
  return { ...files, ...digest(), ...interfaceOf(await parsed(sources)) };
};

const tell = (word: { readonly contents: ModuleContents } | { readonly refusal: string }): void => {
  parentPort?.postMessage(word);
  parentPort?.close();
};

// Whatever else fails ends the thread, and whoever waits for it learns of that.
inspect().then(
  (contents) => tell({ contents }),
  (error: unknown) => {
    if (error instanceof RefusedArchive) tell({ refusal: error.message });
    else if (error instanceof RangeError)
      tell({ refusal: 'The Terraform files are nested too deeply. Make them simpler.' });
    else throw error;
  },
);
