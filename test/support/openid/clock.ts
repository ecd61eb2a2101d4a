import type { Clock } from '../../../src/kernel/clock.ts';

export interface MovableClock extends Clock {
  /** Moves the clock forward by so many milliseconds. */
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
