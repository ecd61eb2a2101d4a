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
 * Reads an archive (a gzip-compressed tar file) to its end, on a thread of its own, and writes nothing anywhere. The bytes
 * must be available without waiting for a client, because other archives wait meanwhile. Throws `RefusedArchive` for an
 * archive that is not valid, `Busy` when too many archives wait already, and whatever the source throws; the rest
 * of the source is then left unread.
 */
export interface InspectArchive {
  /** As that of a module. */
  (source: AsyncIterable<Uint8Array>, limits?: ArchiveLimits): Promise<ModuleContents>;
  /** One file of that of a module; undefined where it has none at the path. */
  readonly file: (source: AsyncIterable<Uint8Array>, path: string) => Promise<Uint8Array | undefined>;
  /** As one of policies. */
  readonly policies: (source: AsyncIterable<Uint8Array>, form: PolicyArchiveForm) => Promise<PolicyArchive>;
  /** The code and the data in one of policies; with the files that have tests, where they are wanted. */
  readonly policySources: (
    source: AsyncIterable<Uint8Array>,
    form: PolicyArchiveForm,
    wanted?: WantedSources,
  ) => Promise<PolicySources>;
}

/** Makes an inspector that reads one archive after another, as each takes most of a processor. */
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

/** Message of the thread: a request for the next piece, or its result. */
interface Message extends ReadingResult {
  readonly wantsPiece?: boolean;
}

/** A thread sends what its task makes. */
function sentBy<Contents>(contents: Contents | undefined): Contents {
  if (contents === undefined) throw new Error('the thread has sent something else');
  return contents;
}

/** Of the thread's heap, in MiB. */
const memory = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 192 };

/** The parser's memory is not part of that heap: 256 MiB, in pages of 64 KiB. */
const parserPages = 4096;

// NOTE: this applies to the whole process, where nothing else needs as much; it must be set before a thread starts.
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
  new RefusedArchive('The archive takes too much memory or time to be read. Make its files simpler.');
