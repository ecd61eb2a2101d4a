// The process that reads plans which were evaluated, one after another. It is none of the service, for which a large plan would be a
// delay of every request, and one of very many values the end: a heap that is full while JSON is parsed ends the process.
import { constants, zstdCompressSync } from 'node:zlib';
import { parseExactly } from '../../lib/json/exact-json.ts';
import { type MaskedPlan, maskPlan, UnmaskablePlan } from '../../protocols/plans/mask-plan.ts';
import { changesIn, type PlanChanges } from '../../protocols/plans/plan-changes.ts';

/** Message to the process after the pieces of a plan: what is wanted of it. */
export interface Wanted {
  /** The document about its run, as JSON. */
  readonly run: Uint8Array;
  /** True if both documents are wanted without what is sensitive. */
  readonly isRecorded: boolean;
  /** Resources whose changes are wanted, and whether with their values. */
  readonly addresses: readonly string[];
  readonly hasValues: boolean;
}

/** Reason why something is not there, as the end of a sentence. It quotes nothing of the plan. */
export interface Refusal {
  readonly refusal: string;
}

/** Two lines of JSON, compressed. */
export interface PackedInput {
  readonly packed: Uint8Array;
  readonly size: number;
  readonly masked: number;
}

/** Changes of resources; `values` of them as compressed JSON: see `PlanChanges`. */
export interface ReadChanges extends Omit<PlanChanges, 'values'> {
  readonly values?: Uint8Array | Refusal;
}

/** Result: what is wanted of the plan. */
export interface PlanReading {
  readonly input?: PackedInput | Refusal;
  readonly changes?: ReadChanges | Refusal;
}

/** Answer of the process. A failure is one of the program. */
export type Answer = PlanReading | Refusal | { readonly failure: string };

const compressionLevel = 6;
const pieces: Uint8Array[] = [];

// A stop of the service comes to all its processes, and lets it finish what it is at.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

process.on('message', (message: Uint8Array | Wanted) => {
  if (message instanceof Uint8Array) pieces.push(message);
  else process.send?.(answerTo(Buffer.concat(pieces.splice(0)), message));
});

function answerTo(plan: Uint8Array, wanted: Wanted): Answer {
  try {
    return attempt(() => readingOf(plan, wanted));
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function readingOf(text: Uint8Array, { run, isRecorded, addresses, hasValues }: Wanted): PlanReading {
  const plan = parsed(text);
  const masked = isRecorded || hasValues ? attempt(() => maskPlan(plan, parsed(run))) : undefined;
  return {
    ...(isRecorded && masked !== undefined && { input: 'refusal' in masked ? masked : packedInput(masked) }),
    ...(addresses.length > 0 && {
      changes: attempt(() => readChanges(plan, addresses, hasValues ? masked : undefined)),
    }),
  };
}

function parsed(document: Uint8Array): unknown {
  return parseExactly(new TextDecoder().decode(document));
}

function attempt<Result>(work: () => Result): Result | Refusal {
  try {
    return work();
  } catch (error) {
    if (error instanceof UnmaskablePlan) return { refusal: error.message };
    // Of JSON and of recursion: the message of the first one quotes the plan.
    if (error instanceof SyntaxError) return { refusal: 'it is not JSON' };
    if (error instanceof RangeError) return { refusal: 'it is nested too deeply' };
    throw error;
  }
}

function packedInput({ plan, run, masked }: MaskedPlan): PackedInput {
  const lines = Buffer.from(`${JSON.stringify(plan)}\n${JSON.stringify(run)}`);
  return { packed: compressed(lines), size: lines.length, masked };
}

function readChanges(
  plan: unknown,
  addresses: readonly string[],
  masked: MaskedPlan | Refusal | undefined,
): ReadChanges {
  if (masked !== undefined && 'refusal' in masked) return { ...changesIn(plan, addresses), values: masked };
  const { values, ...changes } = changesIn(plan, addresses, masked);
  return values === undefined ? changes : { ...changes, values: compressed(Buffer.from(JSON.stringify(values))) };
}

function compressed(bytes: Buffer): Uint8Array {
  return zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: compressionLevel } });
}
