// The thread that reads one archive: it requests the packed bytes piece by piece, and ends with its result.
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import type { ModuleContents } from '../../protocols/archives/module-contents.ts';
import { readArchive } from '../../protocols/archives/read-archive.ts';
import { RefusedArchive } from '../../protocols/archives/refused-archive.ts';

// An error of any other kind ends the thread, and the process that started it sees that.
readArchive(packedPieces(), workerData).then(
  (contents) => finish({ contents }),
  (error: unknown) => {
    if (!(error instanceof RefusedArchive)) throw error;
    finish({ refusal: error.message });
  },
);

async function* packedPieces(): AsyncGenerator<Uint8Array, void> {
  for (let piece = await nextPiece(); piece !== null; piece = await nextPiece()) yield piece;
}

/** The next piece of the archive, or null at its end. */
async function nextPiece(): Promise<Uint8Array | null> {
  if (parentPort === null) return null;
  const answered = once(parentPort, 'message');
  parentPort.postMessage({ wantsPiece: true });
  const [piece] = await answered;
  return piece;
}

function finish(result: { readonly contents: ModuleContents } | { readonly refusal: string }): void {
  parentPort?.postMessage(result);
  parentPort?.close();
}
