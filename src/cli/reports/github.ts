// Formats reports as annotations for GitHub's runner.
import type { ModuleCheckReport as ModuleReport } from '../module-check/check.ts';
import type { ModuleCallSite } from '../module-check/places.ts';
import { clean, sumOf as sumOfModules } from '../module-check/texts.ts';
import { type Report, withoutShared } from '../policy-check/check.ts';
import { findingOfFault, findingsOf, oldNotice, shownPlace } from '../policy-check/findings.ts';
import { allNotices, evaluationLines, refusalsOf, sumOf } from '../policy-check/texts.ts';
import { terminalLine } from '../terminal/terminal-text.ts';
import { annotationLine } from './annotation.ts';
import { inRepository } from './in-repository.ts';

/**
 * Returns an annotation for each finding, each problem, and each fault that several policies have in common. All old
 * findings of a policy share one annotation, because GitHub shows only a limited number of annotations.
 */
export function plans(reports: readonly Report[], root: string | undefined): string {
  const { shared, rest } = withoutShared(reports);
  const findings = [
    ...refusalsOf(reports).map((message) => ({ title: 'Plan', level: 'error' as const, place: undefined, message })),
    ...allNotices(reports).map((message) => ({
      title: 'Notice',
      level: 'notice' as const,
      place: undefined,
      message,
    })),
    ...shared.map((fault) => findingOfFault(reports, fault)),
    ...rest.flatMap((report) =>
      report.outcomes
        .flatMap((outcome) => [...findingsOf(report, outcome), ...oldNotice(report, outcome)])
        .map((finding) => (rest.length === 1 ? finding : { ...finding, title: `${finding.title} (${report.plan})` })),
    ),
  ];
  const lines = findings.map((finding) => annotationLine({ ...finding, place: shownPlace(finding, root) }));
  return [...lines, sumOf(reports), ...evaluationLines(reports).map(terminalLine)].join('\n');
}

/** Returns an annotation for each use of a deprecated module. */
export function modules(report: ModuleReport, root: string | undefined): string {
  if (report.findings.length === 0) return clean(report);
  const lines = report.findings.flatMap(({ places, message: text }) =>
    places.map((place) => annotation(place, text, root)),
  );
  return [...lines, sumOfModules(report)].join('\n');
}

const annotation = (place: ModuleCallSite, message: string, root: string | undefined): string =>
  annotationLine({ level: 'warning', place: inRepository(place, root), title: 'Deprecated module', message });
