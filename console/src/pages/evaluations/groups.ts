// Sorts and groups findings for a page. All functions are pure.
import type { Finding } from '../../api/findings.ts';

/** Findings with the same text about the same resource, shown as one row with all of their policies. */
export interface FindingRow {
  readonly first: Finding;
  readonly findings: readonly Finding[];
}

/** Findings about one resource, or of one policy. */
export interface FindingGroup {
  readonly key: string;
  /** Name of the resource or policy; undefined for findings about no resource, or about several ones. */
  readonly name: string | undefined;
  readonly rows: readonly FindingRow[];
}

/** Key for combining findings into one row. Blocking and non-blocking findings are not combined. */
const sameness = ({ attributes: { address, message, fix, blocking, exempt, shadow } }: Finding): string =>
  JSON.stringify([address, message, fix, blocking, exempt, shadow]);

function rowsOf(findings: readonly Finding[]): readonly FindingRow[] {
  return [...Map.groupBy(findings, sameness).values()].flatMap((same) => {
    const [first] = same;
    return first === undefined ? [] : [{ first, findings: same }];
  });
}

const grouped = (findings: readonly Finding[], nameOf: (finding: Finding) => string | null): readonly FindingGroup[] =>
  [...Map.groupBy(findings, nameOf)].map(([name, members]) => ({
    key: name ?? '',
    name: name ?? undefined,
    rows: rowsOf(members),
  }));

/** Groups findings by resource, in the order of the first finding of each. */
export const byResource = (findings: readonly Finding[]): readonly FindingGroup[] =>
  grouped(findings, ({ attributes }) => attributes.address);

export const byPolicy = (findings: readonly Finding[]): readonly FindingGroup[] =>
  grouped(findings, ({ attributes }) => attributes.policy.name);

export const isBlocking = ({ rows }: FindingGroup): boolean => rows.some(({ first }) => first.attributes.blocking);
