import { setFlagsFromString } from 'node:v8';
import type { Worker } from 'node:worker_threads';
import { startThread } from '../../kernel/program-files.ts';
import { newSemaphore } from '../../lib/concurrency/semaphore.ts';
import { errorCode } from '../../lib/errors/error-code.ts';
import {
  type ArchiveLimits,
  archiveLimits,
  policyArchiveLimits,
  shownArchiveLimits,
} from '../../protocols/archives/archive-limits.ts';
import { parserProgram } from '../../protocols/archives/hcl.ts';
import type { ModuleContents } from '../../protocols/archives/module-contents.ts';
import type { PolicyArchive, PolicyArchiveForm } from '../../protocols/archives/policy-archive.ts';
import type { PolicySources, WantedSources } from '../../protocols/archives/policy-sources.ts';
import { RefusedArchive } from '../../protocols/archives/refused-archive.ts';
import type { ReadingResult, ReadingTask } from './inspector-thread.ts';

/**
 * Reads an archive (a gzip-compressed tar file) to its end on a separate thread, and writes nothing to disk. The caller
 * must not pass bytes that are still being received from a client, because other archives wait until this archive is
 * read. Throws `RefusedArchive` if the archive is invalid, `Busy` if too many archives are waiting already, and any
 * error that occurs while the source is read. After an error, the rest of the source is not read.
 */
export interface InspectArchive {
  /** Reads a module archive and returns the module's contents. */
  (source: AsyncIterable<Uint8Array>, limits?: ArchiveLimits): Promise<ModuleContents>;
  /** Reads one file of a module archive. Returns undefined if the archive has no file at the path. */
  readonly file: (source: AsyncIterable<Uint8Array>, path: string) => Promise<Uint8Array | undefined>;
  /** Reads a policy archive and returns its list of policies. */
  readonly policies: (source: AsyncIterable<Uint8Array>, form: PolicyArchiveForm) => Promise<PolicyArchive>;
  /** Reads the code and the data in a policy archive, and its test files if they are requested. */
  readonly policySources: (
    source: AsyncIterable<Uint8Array>,
    form: PolicyArchiveForm,
    wanted?: WantedSources,
  ) => Promise<PolicySources>;
}

/** Creates an inspector that reads one archive at a time, because reading an archive keeps a CPU core busy. */
export function newArchiveInspector(): InspectArchive {
  const { run } = newSemaphore({ count: 1, maxWaiting });
  const read = (source: AsyncIterable<Uint8Array>, task: ReadingTask) => run(() => readOnThread(source, task));
  const modules = async (source: AsyncIterable<Uint8Array>, limits = archiveLimits) =>
    sentBy((await read(source, { limits, parserProgram: await parserProgram() })).module);
  const policies: InspectArchive['policies'] = async (source, form) =>
    sentBy((await read(source, { limits: policyArchiveLimits, form, parserProgram: await parserProgram() })).policies);
  const policySources: InspectArchive['policySources'] = async (source, form, wanted = 'code') =>
    sentBy((await read(source, { limits: policyArchiveLimits, form, wanted })).sources);
  const file: InspectArchive['file'] = async (source, path) =>
    sentBy((await read(source, { limits: shownArchiveLimits, path })).file) ?? undefined;
  return Object.assign(modules, { file, policies, policySources });
}

const maxWaiting = 20;

/** Message that the thread sends: a request for the next piece of the archive, or the result. */
interface Message extends ReadingResult {
  readonly wantsPiece?: boolean;
}

function sentBy<Contents>(contents: Contents | undefined): Contents {
  if (contents === undefined) throw new Error('the thread did not send the requested result');
  return contents;
}

/** Maximum heap sizes of the thread, in MiB. */
const memory = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 192 };

/**
 * Maximum memory of the HCL parser, in pages of 64 KiB. All pages together have 256 MiB. This memory is not part of the
 * thread's heap.
 */
const parserPages = 4096;

// This limit applies to all WebAssembly memory of the process. No other WebAssembly module in the process needs that
// much. The flag must be set before a thread starts.
setFlagsFromString(`--wasm-max-mem-pages=${parserPages}`);

async function readOnThread(source: AsyncIterable<Uint8Array>, task: ReadingTask): Promise<ReadingResult> {
  const pieces = inPieces(source);
  const thread = startReading(task);
  try {
    return await resultOf(thread, pieces, task.limits);
  } finally {
    await thread.terminate();
    await pieces.return();
  }
}

function startReading(task: ReadingTask): Worker {
  return startThread('src/effects/archives/inspector-thread.ts', {
    workerData: task,
    resourceLimits: memory,
    execArgv: [],
    stdout: true,
    stderr: true,
  });
}

const pieceSize = 256 * 1024;

/** Splits the source into pieces, each small enough to be copied without delaying requests. */
async function* inPieces(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  for await (const bytes of source) {
    for (let offset = 0; offset < bytes.length; offset += pieceSize) yield bytes.subarray(offset, offset + pieceSize);
  }
}

/** Sends the archive's pieces to the thread and returns the thread's result. */
function resultOf(
  thread: Worker,
  pieces: AsyncIterator<Uint8Array>,
  { silenceTimeout }: ArchiveLimits,
): Promise<ReadingResult> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(tooHard()), silenceTimeout).unref();
    const sendPiece = async (): Promise<void> => {
      const { value, done } = await pieces.next();
      thread.postMessage(done === true ? null : value);
      timer.refresh();
    };
    thread.on('message', ({ wantsPiece, ...result }: Message) => {
      if (wantsPiece === true) sendPiece().catch(reject);
      else if (result.refusal === undefined) resolve(result);
      else reject(new RefusedArchive(result.refusal));
    });
    thread.on('error', (error) => reject(isOutOfMemory(error) ? tooHard() : error));
    thread.on('exit', () => {
      clearTimeout(timer);
      reject(tooHard());
    });
  });
}

const isOutOfMemory = (error: unknown): boolean => errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY';

const tooHard = (): RefusedArchive =>
  new RefusedArchive(
    'Reading the archive takes too much memory or time. Remove or simplify large files in the archive.',
  );
