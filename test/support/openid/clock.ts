import type { Clock } from '../../../src/kernel/clock.ts';

export interface MovableClock extends Clock {
  /** Advances the clock by the given number of milliseconds. */
  readonly advance: (milliseconds: number) => void;
}

export const movableClock = (): MovableClock => {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    advance: (milliseconds) => {
      ahead += milliseconds;
    },
  };
};
