// Child process that reads evaluated plans one after another. It is separate from the service, because a large plan
// would delay all requests, and a plan with very many values could fill the heap during JSON parsing, which ends the
// process.
import { constants, zstdCompressSync } from 'node:zlib';
import { parseExactly } from '../../lib/json/exact-json.ts';
import { type MaskedPlan, maskPlan, UnmaskablePlan } from '../../protocols/plans/mask-plan.ts';
import { changesIn, type PlanChanges } from '../../protocols/plans/plan-changes.ts';

/** Message to the process after the pieces of a plan: the parts that are requested. */
export interface RequestedParts {
  /** Run document, as JSON. */
  readonly run: Uint8Array;
  /** Whether the plan and the run document are requested, both without their sensitive values. */
  readonly isRecorded: boolean;
  /** Resources whose changes are requested, and whether with their values. */
  readonly addresses: readonly string[];
  readonly hasValues: boolean;
}

/** Reason why a part is missing, as the end of a sentence. It contains nothing from the plan. */
export interface PlanRefusal {
  readonly refusal: string;
}

/** Compressed text of two lines, each of them JSON. */
export interface PackedInput {
  readonly packed: Uint8Array;
  readonly size: number;
  readonly masked: number;
}

/** Changes of resources. `values` is compressed JSON: see `PlanChanges`. */
export interface ReadChanges extends Omit<PlanChanges, 'values'> {
  readonly values?: Uint8Array | PlanRefusal;
}

/** Result with the requested parts of the plan. */
export interface PlanReading {
  readonly input?: PackedInput | PlanRefusal;
  readonly changes?: ReadChanges | PlanRefusal;
}

/** Answer of the process. `failure` describes a bug or another unexpected error. */
export type PlanReadingAnswer = PlanReading | PlanRefusal | { readonly failure: string };

const compressionLevel = 6;
const pieces: Uint8Array[] = [];

// Signals that stop the service reach all of its processes. This process ignores them in order to finish its current
// plan.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

process.on('message', (message: Uint8Array | RequestedParts) => {
  if (message instanceof Uint8Array) pieces.push(message);
  else process.send?.(answerTo(Buffer.concat(pieces.splice(0)), message));
});

function answerTo(plan: Uint8Array, wanted: RequestedParts): PlanReadingAnswer {
  try {
    return attempt(() => readingOf(plan, wanted));
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function readingOf(text: Uint8Array, { run, isRecorded, addresses, hasValues }: RequestedParts): PlanReading {
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

function attempt<Result>(work: () => Result): Result | PlanRefusal {
  try {
    return work();
  } catch (error) {
    if (error instanceof UnmaskablePlan) return { refusal: error.message };
    // Errors of the JSON parser (whose message quotes the plan) and of too deep recursion.
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
  masked: MaskedPlan | PlanRefusal | undefined,
): ReadChanges {
  if (masked !== undefined && 'refusal' in masked) return { ...changesIn(plan, addresses), values: masked };
  const { values, ...changes } = changesIn(plan, addresses, masked);
  return values === undefined ? changes : { ...changes, values: compressed(Buffer.from(JSON.stringify(values))) };
}

function compressed(bytes: Buffer): Uint8Array {
  return zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: compressionLevel } });
}
