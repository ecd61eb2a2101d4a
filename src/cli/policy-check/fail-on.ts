// Applies the option `--fail-on`, which sets the lowest enforcement level at which a failure blocks. Failures of shadow
// policies, exempt failures, and failures with only old findings never block.
import type { Report } from './check.ts';

export const failOnLevels = ['mandatory', 'advisory', 'never'] as const;

/** Returns the reports with the option applied, so that failures of policies at or above the level `failOn` block. */
export const countedFrom = (reports: readonly Report[], failOn: (typeof failOnLevels)[number]): readonly Report[] =>
  failOn === 'mandatory'
    ? reports
    : reports.map((report) => ({
        ...report,
        outcomes: report.outcomes.map((outcome) => ({
          ...outcome,
          policy: { ...outcome.policy, isBlocking: failOn === 'advisory' },
        })),
      }));
