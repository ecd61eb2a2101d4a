/** Minimum rate of a transfer, in bytes per second. */
export interface MinimumRate {
  /** Time in ms after the start of a transfer before its rate is checked. */
  readonly grace: number;
  readonly bytesPerSecond: number;
}

/**
 * Minimum rate for requests and responses. It is lower than the rate of any usable connection. Because of the grace
 * time, small request bodies and responses may take 30 seconds.
 */
export const minimumRate: MinimumRate = { grace: 30_000, bytesPerSecond: 16_384 };

export interface Transfer extends Disposable {
  /** Reports that further bytes were transferred. */
  readonly move: (bytes: number) => void;
}

/** Watches a transfer until the returned object is disposed of. Calls `tooSlow` once if the transfer is too slow. */
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
