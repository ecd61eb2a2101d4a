// System interface (WASI preview 1) for the policy engine. It provides clocks, random numbers and error output, but no
// files and no network.
import { randomFillSync } from 'node:crypto';

const success = 0;
const badFile = 8;
const notSupported = 52;
const lastStandardFile = 2;

/** Thrown when the module exits, for example because it ran out of memory. */
class ModuleExit extends Error {
  override readonly name = 'ModuleExit';
}

export interface SystemInterface {
  readonly functions: Readonly<Record<string, (...parameters: never[]) => number>>;
  /** Gives the interface access to the module's memory. Must be called after the module was instantiated. */
  readonly attach: (memory: WebAssembly.Memory) => void;
}

/**
 * Creates a system interface with the given environment variables. `write` gets everything that the module writes to
 * standard output and standard error.
 */
export function newSystemInterface(
  environment: Readonly<Record<string, string>>,
  write: (bytes: Uint8Array) => void,
): SystemInterface {
  let attached = new WebAssembly.Memory({ initial: 0 });
  // The buffer is replaced each time the memory grows, so every access gets the current buffer.
  const memory: MemoryAccess = {
    view: () => new DataView(attached.buffer),
    bytes: (address, size) => new Uint8Array(attached.buffer, address, size),
  };
  return {
    functions: { ...processFunctions(memory, environment), ...fileFunctions(memory, write) },
    attach: (own) => {
      attached = own;
    },
  };
}

interface MemoryAccess {
  readonly view: () => DataView;
  readonly bytes: (address: number, size: number) => Uint8Array;
}

const processFunctions = ({ view, bytes }: MemoryAccess, environment: Readonly<Record<string, string>>) => {
  const texts = Object.entries(environment).map(([name, value]) => Buffer.from(`${name}=${value}\0`));
  return {
    args_sizes_get: (count: number, size: number) => putWords(view(), [count, 0], [size, 0]),
    args_get: () => success,
    environ_sizes_get: (count: number, size: number) =>
      putWords(view(), [count, texts.length], [size, texts.reduce((sum, { length }) => sum + length, 0)]),
    environ_get: (pointers: number, start: number) => {
      texts.reduce((address, text, index) => {
        putWords(view(), [pointers + 4 * index, address]);
        bytes(address, text.length).set(text);
        return address + text.length;
      }, start);
      return success;
    },
    clock_time_get: (clock: number, _precision: bigint, address: number) => {
      view().setBigUint64(address, timeOf(clock), true);
      return success;
    },
    random_get: (address: number, size: number) => {
      randomFillSync(bytes(address, size));
      return success;
    },
    poll_oneoff: (subscriptions: number, events: number, count: number, occurred: number) =>
      waitForFirst(view(), { subscriptions, events, count, occurred }),
    sched_yield: () => success,
    proc_exit: (status: number) => {
      throw new ModuleExit(`The module ended with status ${status}.`);
    },
  };
};

const fileFunctions = ({ view, bytes }: MemoryAccess, write: (bytes: Uint8Array) => void) => ({
  fd_write: (file: number, vectors: number, count: number, written: number) => {
    if (file > lastStandardFile) return badFile;
    const total = vectorsAt(view(), vectors, count).reduce((sum, [address, size]) => {
      write(bytes(address, size).slice());
      return sum + size;
    }, 0);
    return putWords(view(), [written, total]);
  },
  fd_fdstat_get: (file: number, address: number) => {
    if (file > lastStandardFile) return badFile;
    bytes(address, fileStatusSize).fill(0);
    view().setUint8(address, characterDevice);
    return success;
  },
  fd_fdstat_set_flags: () => success,
  fd_prestat_get: () => badFile,
});

/**
 * Implementation of all system functions that the engine does not need. Returns the error code for an unsupported
 * function.
 */
export const missingFunction = (): number => notSupported;

const fileStatusSize = 24;
const characterDevice = 2;
const realTime = 0;
const threadProcessorTime = 3;

/** Returns the current time of a clock, in nanoseconds. */
const timeOf = (clock: number): bigint => {
  if (clock === realTime) return BigInt(Date.now()) * 1_000_000n;
  if (clock !== threadProcessorTime) return process.hrtime.bigint();
  const { user, system } = process.threadCpuUsage();
  return BigInt(user + system) * 1_000n;
};

function putWords(view: DataView, ...words: readonly (readonly [address: number, value: number])[]): number {
  for (const [address, value] of words) view.setUint32(address, value, true);
  return success;
}

const vectorsAt = (view: DataView, start: number, count: number): readonly (readonly [number, number])[] =>
  Array.from({ length: count }, (_, index) => {
    const vector = start + 8 * index;
    return [view.getUint32(vector, true), view.getUint32(vector + 4, true)];
  });

interface Poll {
  readonly subscriptions: number;
  readonly events: number;
  readonly count: number;
  readonly occurred: number;
}

const subscriptionSize = 48;
const clockSubscription = 0;
const eventSize = 32;

/** Blocks the thread until the first of the awaited clocks has reached its time. */
function waitForFirst(view: DataView, { subscriptions, events, count, occurred }: Poll): number {
  const clocks = Array.from({ length: count }, (_, index) => subscriptions + subscriptionSize * index)
    .filter((subscription) => view.getUint8(subscription + 8) === clockSubscription)
    .map((subscription) => ({ subscription, milliseconds: delayOf(view, subscription) }))
    .sort((a, b) => a.milliseconds - b.milliseconds);
  const [first] = clocks;
  if (first === undefined) return notSupported;
  if (first.milliseconds > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, first.milliseconds);
  for (let offset = 0; offset < eventSize; offset += 8) view.setBigUint64(events + offset, 0n, true);
  view.setBigUint64(events, view.getBigUint64(first.subscription, true), true);
  return putWords(view, [occurred, 1]);
}

function delayOf(view: DataView, subscription: number): number {
  const clock = view.getUint32(subscription + 16, true);
  const timeout = view.getBigUint64(subscription + 24, true);
  const isAbsolute = (view.getUint16(subscription + 40, true) & 1) === 1;
  return Number(isAbsolute ? timeout - timeOf(clock) : timeout) / 1e6;
}
