// The level of policies from which a failure counts; shadow and exempt policies never do.
import type { Report } from './check.ts';

export const failOnLevels = ['mandatory', 'advisory', 'never'] as const;

/** Reports in which the failures of policies from a level on count. */
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
