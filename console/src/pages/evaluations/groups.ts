// Sorts and groups the findings of an evaluation. All functions are pure.
import type { Finding } from '../../api/findings.ts';

/** Findings with the same text about the same resource. They are shown as one row that names all their policies. */
export interface FindingRow {
  readonly first: Finding;
  readonly findings: readonly Finding[];
}

/** Findings about one resource, or findings of one policy. */
export interface FindingGroup {
  readonly key: string;
  /** Name of the resource or policy. Undefined for findings that do not name a single resource. */
  readonly name: string | undefined;
  readonly rows: readonly FindingRow[];
}

/**
 * Returns the key by which findings are combined into one row. Blocking and non-blocking findings have different keys.
 */
const sameness = ({
  attributes: { address, message, fix, blocking, exempt, old, shadow, approval },
}: Finding): string => JSON.stringify([address, message, fix, blocking, exempt, old, shadow, approval?.id]);

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

/** Groups findings by resource, in the order in which the resources first occur. */
export const byResource = (findings: readonly Finding[]): readonly FindingGroup[] =>
  grouped(findings, ({ attributes }) => attributes.address);

export const byPolicy = (findings: readonly Finding[]): readonly FindingGroup[] =>
  grouped(findings, ({ attributes }) => attributes.policy.name);

export const isBlocking = ({ rows }: FindingGroup): boolean => rows.some(({ first }) => first.attributes.blocking);
