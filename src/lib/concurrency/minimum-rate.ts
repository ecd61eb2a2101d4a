/** Minimum transfer rate. */
export interface MinimumRate {
  /** Time in ms before the rate of a transfer is checked. */
  readonly grace: number;
  readonly bytesPerSecond: number;
}

/** Slower than any usable connection. Small request bodies and responses may take 30 seconds. */
export const minimumRate: MinimumRate = { grace: 30_000, bytesPerSecond: 16_384 };

export interface Transfer extends Disposable {
  /** Records that more bytes were transferred. */
  readonly move: (bytes: number) => void;
}

/** Watches a transfer until it is disposed of. Calls `tooSlow` at most once. */
export function watchTransfer({ grace, bytesPerSecond }: MinimumRate, tooSlow: () => void): Transfer {
  const startedAt = performance.now();
  let moved = 0;
  const check = (): void => {
    const allowed = grace + (moved / bytesPerSecond) * 1_000;
    const left = startedAt + allowed - performance.now();
    if (left <= 0) tooSlow();
    else timer = setTimeout(check, left).unref();
  };
  let timer = setTimeout(check, grace).unref();
  return {
    move: (bytes) => {
      moved += bytes;
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}
