// The inputs that a process of the engine has.

/** Bytes of JSON that a process keeps for each byte of its memory. A parsed input takes eleven times as much. */
const share = 1 / 64;

const mebibyte = 1_048_576;

export interface LoadedInputs {
  readonly has: (name: string) => boolean;
  /** Adds an input of a size in bytes; gives the names of those that go for it, the last used last. */
  readonly add: (name: string, size: number) => readonly string[];
  /** The next one that is added takes its place. */
  readonly forget: (name: string) => void;
}

/** `memory` is that of the process, in MiB. One input is kept, however large it is. */
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
