export interface TimedTest {
  readonly name: string;
  readonly milliseconds: number;
}

/** Result of a test run. */
export interface Summary {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Slowest tests, in descending order of duration. */
  readonly slowest: readonly TimedTest[];
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

const minutes = (milliseconds: number): string => {
  const whole = Math.round(milliseconds / 1000);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
};

/** Returns the lines at the end of a run's output. The last line contains the counts. */
export function summaryLines({ passed, failed, skipped, slowest }: Summary, milliseconds: number): readonly string[] {
  return [
    '',
    'Slowest tests:',
    ...slowest.map((test) => `${seconds(test.milliseconds).padStart(9)}  ${test.name}`),
    `The run took ${minutes(milliseconds)}.`,
    `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
  ];
}
