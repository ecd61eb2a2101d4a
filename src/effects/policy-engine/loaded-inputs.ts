// Keeps track of the inputs that an engine process has loaded.

/**
 * Bytes of input JSON that a process keeps for each byte of its memory limit. A parsed input needs eleven times the
 * size of its JSON.
 */
const share = 1 / 64;

const mebibyte = 1_048_576;

export interface LoadedInputs {
  readonly has: (name: string) => boolean;
  /**
   * Adds an input with its size in bytes. Returns the names of the inputs that are dropped to make space, the least
   * recently used first.
   */
  readonly add: (name: string, size: number) => readonly string[];
  /** Marks an input as no longer needed. It is dropped when the next input is added. */
  readonly forget: (name: string) => void;
}

/**
 * Creates an empty list of loaded inputs for a process. `memory` is the memory limit of the process in MiB. At least
 * one input is kept, however large it is.
 */
export function newLoadedInputs(memory: number): LoadedInputs {
  const max = memory * mebibyte * share;
  const sizes = new Map<string, number>();
  const forgotten = new Set<string>();
  const drop = (name: string): void => {
    sizes.delete(name);
    forgotten.delete(name);
  };
  return {
    has: (name) => {
      const size = sizes.get(name);
      if (size === undefined) return false;
      sizes.delete(name);
      sizes.set(name, size);
      return true;
    },
    add: (name, size) => {
      const dropped = [...forgotten];
      for (const each of dropped) drop(each);
      let total = [...sizes.values()].reduce((sum, each) => sum + each, size);
      for (const [each, itsSize] of sizes) {
        if (total <= max) break;
        total -= itsSize;
        drop(each);
        dropped.push(each);
      }
      sizes.set(name, size);
      return dropped;
    },
    forget: (name) => {
      if (sizes.has(name)) forgotten.add(name);
    },
  };
}
