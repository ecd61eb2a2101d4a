// Applies `--fail-on`, the lowest enforcement level at which a failure blocks. Failures of shadow and exempt policies
// never block.
import type { Report } from './check.ts';

export const failOnLevels = ['mandatory', 'advisory', 'never'] as const;

/** Returns reports in which failures of policies at or above a level block. */
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
