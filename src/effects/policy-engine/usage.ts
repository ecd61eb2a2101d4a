// Recent usage of the engine by account and organization.

/** Decay constants in ms: after this time, usage counts for 1/e. */
const [minute, tenMinutes] = [60_000, 600_000];

/** Less than this, in milliseconds, is forgotten. */
const least = 1;

export interface Usage {
  readonly add: (key: string, milliseconds: number) => void;
  /** Usage of the last minute, in milliseconds. */
  readonly of: (key: string) => number;
  /** Usage of the last ten minutes, in milliseconds. */
  readonly ofTenMinutes: (key: string) => number;
}

interface Entry {
  readonly used: number;
  readonly at: number;
}

export function newUsage(now: () => number = () => performance.now()): Usage {
  const [short, long] = [newDecaying(minute, now), newDecaying(tenMinutes, now)];
  return {
    add: (key, milliseconds) => {
      for (const each of [short, long]) each.add(key, milliseconds);
    },
    of: short.of,
    ofTenMinutes: long.of,
  };
}

function newDecaying(memory: number, now: () => number): Pick<Usage, 'add' | 'of'> {
  const entries = new Map<string, Entry>();
  const remaining = ({ used, at }: Entry): number => used * Math.exp((at - now()) / memory);
  const of: Usage['of'] = (key) => {
    const entry = entries.get(key);
    return entry === undefined ? 0 : remaining(entry);
  };
  /** Those that were used least recently are first. */
  const forget = (): void => {
    for (const [key, entry] of entries) {
      if (remaining(entry) >= least) return;
      entries.delete(key);
    }
  };
  const add: Usage['add'] = (key, milliseconds) => {
    const used = of(key) + milliseconds;
    entries.delete(key);
    entries.set(key, { used, at: now() });
    forget();
  };
  return { add, of };
}
