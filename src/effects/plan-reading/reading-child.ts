// Child process that reads evaluated plans one after another. If the service parsed plans in its own process, a large
// plan would delay all requests. A plan with a huge number of values could even exhaust the heap, which ends the
// process.
import { constants, zstdCompressSync } from 'node:zlib';
import { parseExactly } from '../../lib/json/exact-json.ts';
import { type RegistryCall, registryCalls } from '../../protocols/module-lists/registry-calls.ts';
import { type MaskedPlan, maskPlan, UnmaskablePlan } from '../../protocols/plans/mask-plan.ts';
import { changesIn, type PlanChanges } from '../../protocols/plans/plan-changes.ts';

/** Message that is sent to the child process after the pieces of a plan. It selects the results to return. */
export interface RequestedParts {
  /** Run document as JSON. It contains the run's workspace and project, for example. */
  readonly run: Uint8Array;
  /** Whether the masked plan and the masked run document are requested. */
  readonly isRecorded: boolean;
  /** Addresses of the resources whose changes are requested. `hasValues` requests the changed values as well. */
  readonly addresses: readonly string[];
  readonly hasValues: boolean;
  /**
   * Host names of the module registry. The module calls whose source names one of these hosts are read. If the list is
   * empty, no module calls are read.
   */
  readonly moduleHosts: readonly string[];
}

/**
 * Reason why a requested result is missing, as a clause such as `the plan is nested too deeply`. The reason
 * contains nothing from the plan.
 */
export interface PlanRefusal {
  readonly refusal: string;
}

/**
 * Masked plan and masked run document: two lines of JSON, compressed with Zstandard. `size` is the size in bytes before
 * compression, and `masked` the number of masked values.
 */
export interface PackedInput {
  readonly packed: Uint8Array;
  readonly size: number;
  readonly masked: number;
}

/** Changes of resources. `values` is JSON that is compressed with Zstandard: see `PlanChanges`. */
export interface ReadChanges extends Omit<PlanChanges, 'values'> {
  readonly values?: Uint8Array | PlanRefusal;
}

/** The requested results. A result that was not requested is absent. */
export interface PlanReading {
  readonly input?: PackedInput | PlanRefusal;
  readonly changes?: ReadChanges | PlanRefusal;
  /** Module calls as returned by `registryCalls`. */
  readonly modules?: readonly RegistryCall[] | PlanRefusal;
}

/** Answer of the child process. `failure` describes a bug or another unexpected error. */
export type PlanReadingAnswer = PlanReading | PlanRefusal | { readonly failure: string };

const compressionLevel = 6;
const pieces: Uint8Array[] = [];

// When the service is stopped with a signal, the signal reaches its child processes, too. This process ignores it in
// order to finish its current plan.
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

function readingOf(text: Uint8Array, wanted: RequestedParts): PlanReading {
  const { run, isRecorded, addresses, hasValues, moduleHosts } = wanted;
  const plan = parsed(text);
  const masked = isRecorded || hasValues ? attempt(() => maskPlan(plan, parsed(run))) : undefined;
  return {
    ...(isRecorded && masked !== undefined && { input: 'refusal' in masked ? masked : packedInput(masked) }),
    ...(addresses.length > 0 && {
      changes: attempt(() => readChanges(plan, addresses, hasValues ? masked : undefined)),
    }),
    ...(moduleHosts.length > 0 && { modules: attempt(() => registryCalls(plan, moduleHosts)) }),
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
    // The parser's own message is not used, because it quotes the plan. A `RangeError` means that the recursion was too
    // deep.
    if (error instanceof SyntaxError) return { refusal: 'the plan is not valid JSON' };
    if (error instanceof RangeError) return { refusal: 'the plan is nested too deeply' };
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
