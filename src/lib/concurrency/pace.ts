/** Minimum speed at which bytes must come or go. */
export interface Pace {
  /** Time in ms that a transfer may take before its rate counts. */
  readonly grace: number;
  readonly bytesPerSecond: number;
}

/** Slower than any connection that people work with. Small bodies and answers have 30 seconds. */
export const minPace: Pace = { grace: 30_000, bytesPerSecond: 16_384 };

/** A transfer under way. */
export interface Transfer extends Disposable {
  /** So many more bytes have come or gone. */
  readonly move: (bytes: number) => void;
}

/** Watches a transfer until it is disposed of, and calls `tooSlow` at most once. */
export function watchTransfer({ grace, bytesPerSecond }: Pace, tooSlow: () => void): Transfer {
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
