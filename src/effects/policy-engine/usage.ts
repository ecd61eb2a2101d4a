// Recent usage of the engine by account and organization.

/** Time constants in ms of the exponential decay. After this time, usage counts for 1/e (37 %). */
const [minute, tenMinutes] = [60_000, 600_000];

/** Usage in ms below which the entry of a key is removed. */
const least = 1;

export interface UsageMeter {
  readonly add: (key: string, milliseconds: number) => void;
  /** CPU time in ms that was used in about the last minute. */
  readonly of: (key: string) => number;
  /** CPU time in ms that was used in about the last ten minutes. */
  readonly ofTenMinutes: (key: string) => number;
}

interface Entry {
  readonly used: number;
  readonly at: number;
}

export function newUsage(now: () => number = () => performance.now()): UsageMeter {
  const [short, long] = [newDecaying(minute, now), newDecaying(tenMinutes, now)];
  return {
    add: (key, milliseconds) => {
      for (const each of [short, long]) each.add(key, milliseconds);
    },
    of: short.of,
    ofTenMinutes: long.of,
  };
}

function newDecaying(memory: number, now: () => number): Pick<UsageMeter, 'add' | 'of'> {
  const entries = new Map<string, Entry>();
  const remaining = ({ used, at }: Entry): number => used * Math.exp((at - now()) / memory);
  const of: UsageMeter['of'] = (key) => {
    const entry = entries.get(key);
    return entry === undefined ? 0 : remaining(entry);
  };
  /** Removes old entries. The first entries of the map are the least recently used ones. */
  const forget = (): void => {
    for (const [key, entry] of entries) {
      if (remaining(entry) >= least) return;
      entries.delete(key);
    }
  };
  const add: UsageMeter['add'] = (key, milliseconds) => {
    const used = of(key) + milliseconds;
    entries.delete(key);
    entries.set(key, { used, at: now() });
    forget();
  };
  return { add, of };
}
