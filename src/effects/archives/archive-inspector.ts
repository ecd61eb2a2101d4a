import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { limiter } from '../../lib/limiter.ts';
import { type ArchiveLimits, archiveLimits, type ModuleContents } from '../../protocols/archives/module-contents.ts';
import { RefusedArchive } from '../../protocols/archives/refused-archive.ts';

/**
 * Reads a module's archive (a gzip-compressed tar file) to its end, on a thread of its own, and writes nothing
 * anywhere. The bytes must be available without waiting for a client, because other archives wait meanwhile. Throws
 * `RefusedArchive` for an archive that is no valid module, `Unavailable` when too many archives wait already, and
 * whatever the source throws; the rest of the source is then left unread.
 */
export type InspectArchive = (source: AsyncIterable<Uint8Array>, limits?: ArchiveLimits) => Promise<ModuleContents>;

/** Makes an inspector that reads one archive after another, as each takes most of a processor. */
export function newArchiveInspector(): InspectArchive {
  const oneAtATime = limiter(1, maxWaiting);
  return (source, limits = archiveLimits) => oneAtATime(() => readOnThread(source, limits));
}

const maxWaiting = 20;

/** What the thread sends: a request for the next piece, or its result. */
interface Message {
  readonly wantsPiece?: boolean;
  readonly contents?: ModuleContents;
  readonly refusal?: string;
}

/** Of the thread's heap, in MiB. */
const memory = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 192 };

/** The parser's memory is not part of that heap: 256 MiB, in pages of 64 KiB. */
const parserPages = 4096;

// NOTE: this applies to the whole process, where nothing else needs as much; it must be set before a thread starts.
setFlagsFromString(`--wasm-max-mem-pages=${parserPages}`);

async function readOnThread(source: AsyncIterable<Uint8Array>, limits: ArchiveLimits): Promise<ModuleContents> {
  const pieces = inPieces(source);
  const thread = startThread(limits);
  try {
    return await resultOf(thread, pieces, limits);
  } finally {
    await thread.terminate();
    await pieces.return();
  }
}

function startThread(limits: ArchiveLimits): Worker {
  const url = new URL('./inspector-thread.ts', import.meta.url);
  return new Worker(url, { workerData: limits, resourceLimits: memory, execArgv: [], stdout: true, stderr: true });
}

const pieceSize = 256 * 1024;

/** Splits the source into pieces small enough that copying one delays no request. */
async function* inPieces(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  for await (const bytes of source) {
    for (let offset = 0; offset < bytes.length; offset += pieceSize) yield bytes.subarray(offset, offset + pieceSize);
  }
}

/** Sends pieces to a thread until it sends its result. */
function resultOf(
  thread: Worker,
  pieces: AsyncIterator<Uint8Array>,
  { silenceTimeout }: ArchiveLimits,
): Promise<ModuleContents> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(tooHard()), silenceTimeout).unref();
    const sendPiece = async (): Promise<void> => {
      const { value, done } = await pieces.next();
      thread.postMessage(done === true ? null : value);
      timer.refresh();
    };
    thread.on('message', ({ wantsPiece, contents, refusal }: Message) => {
      if (wantsPiece === true) sendPiece().catch(reject);
      else if (contents !== undefined) resolve(contents);
      else reject(new RefusedArchive(refusal));
    });
    thread.on('error', (error) => reject(isOutOfMemory(error) ? tooHard() : error));
    thread.on('exit', () => {
      clearTimeout(timer);
      reject(tooHard());
    });
  });
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

const tooHard = (): RefusedArchive =>
  new RefusedArchive('The archive takes too much memory or time to be read. Make its Terraform files simpler.');
