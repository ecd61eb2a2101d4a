// Groups findings into problems. All functions are pure.
import type { Finding } from '../../api/findings.ts';

type Attributes = Finding['attributes'];

/** A finding of an evaluation or of a trial, with the facts that both have. */
export interface FindingFacts {
  readonly id: string;
  readonly attributes: Pick<Attributes, 'address' | 'message' | 'attribute' | 'severity' | 'fix'>;
}

/** Findings whose messages are equal except for the addresses of their resources. */
export interface Problem<Found extends FindingFacts = Finding> {
  readonly first: Found;
  readonly findings: readonly Found[];
  /** Message of the findings. If there are several findings, it does not contain an address. */
  readonly text: string;
}

/**
 * Match the character `…`, which replaces an address, at the start of a message, or after a colon or bracket at its
 * end.
 */
const atStart = /^["'`]?…["'`]?[\s:,;–-]*/;
const atEnd = /\s*[:(–-]\s*["'`]?…["'`]?\)?\.?$/;

const withoutAddress = ({ address, message }: FindingFacts['attributes']): string =>
  address === null ? message : message.replaceAll(address, '…').replace(atStart, '').replace(atEnd, '');

function* grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Generator<readonly [Item, ...Item[]]> {
  for (const [first, ...others] of Map.groupBy(items, keyOf).values())
    if (first !== undefined) yield [first, ...others];
}

/** Returns the problems of one policy. A finding that the policy reports in several policy sets occurs once. */
export function problemsOf<Found extends FindingFacts>(findings: readonly Found[]): readonly Problem<Found>[] {
  const different = [
    ...grouped(findings, ({ attributes: { address, message, attribute } }) =>
      JSON.stringify([address, message, attribute]),
    ),
  ].map(([first]) => first);
  const same = grouped(different, ({ attributes }) =>
    JSON.stringify([withoutAddress(attributes), attributes.severity, attributes.fix]),
  );
  return [...same].map((members) => {
    const [first] = members;
    return {
      first,
      findings: members,
      text: members.length === 1 ? first.attributes.message : withoutAddress(first.attributes),
    };
  });
}

/** Identifies the policy of a finding. Policies in a version of a policy set can have the same name in several sets. */
export const policyKey = ({ attributes: { policy } }: Finding): string => `${policy.id} ${policy.name}`;

/** Returns the problems of all policies, in the order in which the policies first occur. */
export const problemsByPolicy = (findings: readonly Finding[]): readonly Problem[] =>
  [...grouped(findings, policyKey)].flatMap(problemsOf);

export const kinds = ['blocking', 'approved', 'advisory', 'shadow', 'exempt', 'old'] as const;
export type Kind = (typeof kinds)[number];

/** Returns whether a finding blocks the run, or why it does not. */
export function kindOf({ attributes: { blocking, approval, exempt, old, shadow } }: Finding): Kind {
  if (old) return 'old';
  if (exempt) return 'exempt';
  if (shadow) return 'shadow';
  if (approval !== null) return 'approved';
  return blocking ? 'blocking' : 'advisory';
}
