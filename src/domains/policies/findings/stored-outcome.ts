// Parses a stored outcome but leaves its output as JSON text, because the output may have several megabytes.
import { jsonParts } from '../../../lib/json/json-parts.ts';
import { isBlocking, type Outcome, type SetOutcome } from '../evaluations/outcomes.ts';

/** Statuses of policies that can have findings. */
export const findingStatuses = ['failed', 'errored', 'unreachable'] as const;

/** Policy outcomes of one set, as JSON. */
export interface StoredOutcomes extends Pick<SetOutcome, 'kind' | 'is_overridable'> {
  readonly id: string;
  readonly policy_set_id: string;
  readonly policy_set_name: string;
  readonly outcomes: string;
}

interface Verdict extends Omit<Outcome, 'status' | 'output' | 'exempted_output' | 'prints'> {
  readonly status: (typeof findingStatuses)[number];
}

/** Outcome of a policy that did not pass, as part of the outcomes of one policy set. */
export interface StoredOutcome extends Verdict {
  readonly set: StoredOutcomes;
  /** Position of the outcome in the set's list of outcomes. */
  readonly position: number;
  /** Whether the outcome blocks the run. */
  readonly blocking: boolean;
  /**
   * Returns the members of the policy's output as JSON. Members that exemptions removed from the output are included.
   */
  readonly members: () => readonly StoredMember[];
}

export interface StoredMember {
  readonly json: string;
  readonly index: number;
  /** Whether an exemption for the member's resource removed the member from the output. */
  readonly isTaken: boolean;
}

const lists = ['output', 'exempted_output', 'prints'];

/** Parses an outcome; undefined if the policy passed. */
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

/** Returns the text with which a JSON property of the given name begins. */
const nameIn = (name: string): string => `"${name}":`;
