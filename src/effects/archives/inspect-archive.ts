import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { limiter } from '../../lib/limiter.ts';
import { type ArchiveLimits, archiveLimits, type ModuleContents } from '../../protocols/archives/module-contents.ts';
import { RefusedArchive } from '../../protocols/archives/refused-archive.ts';

/** What the thread says: that it wants the next piece, or how it ended. */
interface Word {
  readonly isHungry?: boolean;
  readonly contents?: ModuleContents;
  readonly refusal?: string;
}

/** Reading an archive takes the better part of a processor. */
const oneAtATime = limiter(1, 20);

/** Of the thread's heap, in MiB. */
const memory = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 192 };

/** Of the parser, which is no part of that heap, in pages of 64 KiB: 256 MiB. */
const parserPages = 4096;

// NOTE: it holds for the whole process, in which nothing else uses as much, and is set before any thread runs.
setFlagsFromString(`--wasm-max-mem-pages=${parserPages}`);

const pieceSize = 256 * 1024;

/** In pieces small enough to be copied between two requests. */
async function* inPieces(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  for await (const bytes of source) {
    for (let offset = 0; offset < bytes.length; offset += pieceSize) yield bytes.subarray(offset, offset + pieceSize);
  }
}

const tooHard = (): RefusedArchive =>
  new RefusedArchive('The archive takes too much memory or time to be read. Make its Terraform files simpler.');

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/** Feeds a thread until it says how it ended. */
const verdictOf = (
  thread: Worker,
  pieces: AsyncIterator<Uint8Array>,
  { patience }: ArchiveLimits,
): Promise<ModuleContents> =>
  new Promise((resolve, reject) => {
    const watch = setTimeout(() => reject(tooHard()), patience).unref();
    const feed = async (): Promise<void> => {
      const { value, done } = await pieces.next();
      thread.postMessage(done === true ? null : value);
      watch.refresh();
    };
    thread.on('message', ({ isHungry, contents, refusal }: Word) => {
      if (isHungry === true) feed().catch(reject);
      else if (contents !== undefined) resolve(contents);
      else reject(new RefusedArchive(refusal));
    });
    thread.on('error', (error) => reject(isOutOfMemory(error) ? tooHard() : error));
    thread.on('exit', () => {
      clearTimeout(watch);
      reject(tooHard());
    });
  });

const startThread = (limits: ArchiveLimits): Worker => {
  const url = new URL('./inspect-thread.ts', import.meta.url);
  return new Worker(url, { workerData: limits, resourceLimits: memory, execArgv: [], stdout: true, stderr: true });
};

/**
 * Reads a module's archive (a gzip-compressed tar file) to its end, on a thread of its own, and writes nothing
 * anywhere. Archives are read one after another, so the bytes must be at hand: whoever takes them from a client
 * stores them first. Throws `RefusedArchive` for what is no sound archive of a module, `Unavailable` where too many
 * wait already, and whatever the source throws; the rest of the source is left unread then.
 */
export const inspectArchive = (
  source: AsyncIterable<Uint8Array>,
  limits: ArchiveLimits = archiveLimits,
): Promise<ModuleContents> =>
  oneAtATime(async () => {
    const pieces = inPieces(source);
    const thread = startThread(limits);
    try {
      return await verdictOf(thread, pieces, limits);
    } finally {
      await thread.terminate();
      await pieces.return();
    }
  });
