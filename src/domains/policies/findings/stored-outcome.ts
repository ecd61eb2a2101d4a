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

/** Outcome without its findings and without the texts that the policy printed. */
export type Verdict = Omit<Outcome, MemberList | 'prints'>;

/** Outcome of a policy that did not pass, as part of the outcomes of one policy set. */
export interface StoredOutcome extends Verdict {
  readonly status: (typeof findingStatuses)[number];
  readonly set: StoredOutcomes;
  /** Position of the outcome in the set's list of outcomes. */
  readonly position: number;
  /** Whether the outcome blocks the run. */
  readonly blocking: boolean;
  /**
   * Returns the findings of the policy as JSON. Exempt and old findings are included.
   */
  readonly members: () => readonly StoredMember[];
}

export interface StoredMember {
  readonly json: string;
  readonly index: number;
  /** Property of the outcome in which the finding is listed. */
  readonly list: MemberList;
}

/** Properties of an outcome that list findings, in the order in which the findings are shown. */
const memberLists = ['output', 'exempted_output', 'old_output'] as const;

export type MemberList = (typeof memberLists)[number];

const lists = [...memberLists, 'prints'];

/** Parses an outcome; undefined if the policy passed. */
export function storedOutcome(set: StoredOutcomes, position: number, json: string): StoredOutcome | undefined {
  const parts = jsonParts(json);
  const { status, ...verdict } = verdictIn(parts);
  if (status === 'passed') return undefined;
  const membersIn = (list: MemberList): readonly StoredMember[] => {
    const name = nameIn(list);
    const members = parts.find((part) => part.startsWith(name))?.slice(name.length) ?? '[]';
    return jsonParts(members).map((each, index) => ({ json: each, index, list }));
  };
  const members = () => memberLists.flatMap(membersIn);
  return { ...verdict, status, set, position, blocking: isBlocking({ ...verdict, status }), members };
}

/** Parses the parts of an outcome without its findings and printed texts. */
export function verdictIn(parts: readonly string[]): Verdict {
  const isList = (part: string): boolean => lists.some((name) => part.startsWith(nameIn(name)));
  return JSON.parse(`{${parts.filter((part) => !isList(part)).join(',')}}`);
}

/** Returns the text with which a JSON property of the given name begins. */
const nameIn = (name: string): string => `"${name}":`;
