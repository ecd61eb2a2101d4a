// Findings in the order and the groups of a page. Pure.
import type { Finding } from '../../api/findings.ts';

/** Findings that say the same of one resource: one row, with all policies that say it. */
export interface FindingRow {
  readonly first: Finding;
  readonly findings: readonly Finding[];
}

/** Findings about one resource, or of one policy. */
export interface FindingGroup {
  readonly key: string;
  /** Name of the resource or the policy; undefined for findings about no resource, or about several. */
  readonly name: string | undefined;
  readonly rows: readonly FindingRow[];
}

/** Findings with the same text are one row, unless one of them blocks and the other does not. */
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

/** By resource, in the order of their first findings. */
export const byResource = (findings: readonly Finding[]): readonly FindingGroup[] =>
  grouped(findings, ({ attributes }) => attributes.address);

export const byPolicy = (findings: readonly Finding[]): readonly FindingGroup[] =>
  grouped(findings, ({ attributes }) => attributes.policy.name);

export const isBlocking = ({ rows }: FindingGroup): boolean => rows.some(({ first }) => first.attributes.blocking);
