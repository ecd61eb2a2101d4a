// An outcome as it is stored, read without what its policy found, of which there may be megabytes.
import { jsonParts } from '../../../lib/json/json-parts.ts';
import { isBlocking, type Outcome, type SetOutcome } from '../evaluations/outcomes.ts';

/** The statuses of policies with findings. */
export const findingStatuses = ['failed', 'errored', 'unreachable'] as const;

/** The outcomes of a set, as JSON. */
export interface StoredOutcomes extends Pick<SetOutcome, 'kind' | 'is_overridable'> {
  readonly id: string;
  readonly policy_set_id: string;
  readonly policy_set_name: string;
  readonly outcomes: string;
}

interface Verdict extends Omit<Outcome, 'status' | 'output' | 'exempted_output' | 'prints'> {
  readonly status: (typeof findingStatuses)[number];
}

/** The outcome of one policy in one set, which did not pass. */
export interface StoredOutcome extends Verdict {
  readonly set: StoredOutcomes;
  /** Place among the outcomes of the set. */
  readonly position: number;
  /** True if it blocks the run. */
  readonly blocking: boolean;
  /** The members of the output, and those that exemptions took out of it, as JSON. */
  readonly members: () => readonly StoredMember[];
}

export interface StoredMember {
  readonly json: string;
  readonly index: number;
  /** True if an exemption from its resource took it out of the output. */
  readonly isTaken: boolean;
}

const lists = ['output', 'exempted_output', 'prints'];

/** An outcome of a set; undefined for one that passed. */
export function storedOutcome(set: StoredOutcomes, position: number, json: string): StoredOutcome | undefined {
  const parts = jsonParts(json);
  const isList = (part: string): boolean => lists.some((name) => part.startsWith(nameIn(name)));
  const verdict: Verdict | { readonly status: 'passed' } = JSON.parse(
    `{${parts.filter((part) => !isList(part)).join(',')}}`,
  );
  if (verdict.status === 'passed') return undefined;
  const membersIn = (name: string, isTaken: boolean): readonly StoredMember[] => {
    const list = parts.find((part) => part.startsWith(nameIn(name)))?.slice(nameIn(name).length) ?? '[]';
    return jsonParts(list).map((each, index) => ({ json: each, index, isTaken }));
  };
  const members = () => [...membersIn('output', false), ...membersIn('exempted_output', true)];
  return { ...verdict, set, position, blocking: isBlocking(verdict), members };
}

/** The beginning of a part. */
const nameIn = (name: string): string => `"${name}":`;
