// The thread that masks one plan, and ends with its result: a large plan would delay every request for a second.
import { parentPort, workerData } from 'node:worker_threads';
import { constants, zstdCompressSync } from 'node:zlib';
import { parseExactly } from '../../lib/json/exact-json.ts';
import { maskPlan, UnmaskablePlan } from '../../protocols/plans/mask-plan.ts';

/** Input of the thread: two documents as JSON. */
export interface MaskingTask {
  readonly plan: Uint8Array;
  readonly run: Uint8Array;
}

/** Result of the thread: two lines of JSON, compressed, or the reason why there are none. */
export type MaskingResult =
  | { readonly packed: Uint8Array; readonly size: number; readonly masked: number }
  | { readonly refusal: string };

const compressionLevel = 6;

parentPort?.postMessage(resultOf(workerData));

function resultOf({ plan, run }: MaskingTask): MaskingResult {
  try {
    const { masked, ...documents } = maskPlan(parsed(plan), parsed(run));
    const lines = Buffer.from(`${JSON.stringify(documents.plan)}\n${JSON.stringify(documents.run)}`);
    const params = { [constants.ZSTD_c_compressionLevel]: compressionLevel };
    return { packed: zstdCompressSync(lines, { params }), size: lines.length, masked };
  } catch (error) {
    if (error instanceof UnmaskablePlan) return { refusal: error.message };
    // Of JSON and of recursion: the message of the first one quotes the plan.
    if (error instanceof SyntaxError) return { refusal: 'it is not JSON' };
    if (error instanceof RangeError) return { refusal: 'it is nested too deeply' };
    throw error;
  }
}

function parsed(document: Uint8Array): unknown {
  return parseExactly(new TextDecoder().decode(document));
}
