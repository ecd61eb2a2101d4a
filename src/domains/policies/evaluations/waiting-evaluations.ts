// Finds stored evaluations that wait, one account after the other.
import type { Context } from '../../../context.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { nextAccount, nextEvaluationOf, type WaitingEvaluation } from './store.ts';

/** Maximum number of accounts that are considered when a slot is assigned. */
const maxLooks = 64;

/**
 * Number of attempts after which an evaluation is suspected of crashing the process, and the wait in ms before each
 * further attempt.
 */
const [suspectAttempts, suspectPause] = [3, 60_000];

type Source = Pick<Context, 'database' | 'clock'>;

/** Evaluations that cannot start: those that have started, and those of organizations in back-off. */
export interface Excluded {
  readonly underWay: Iterable<WaitingEvaluation>;
  readonly resting: ReadonlySet<string>;
}

const nothing: Excluded = { underWay: [], resting: new Set() };

const isSuspect = ({ attempts }: WaitingEvaluation): boolean => attempts >= suspectAttempts;

/**
 * Returns the conditions for evaluations that can start. Of the evaluations suspected of crashing the process, only one
 * runs at a time.
 */
const startable = ({ clock }: Source, { underWay, resting }: Excluded) => ({
  underWay: JSON.stringify([...underWay].map(({ id }) => id)),
  resting: JSON.stringify([...resting]),
  attempts: suspectAttempts,
  retryBefore: [...underWay].some(isSuspect) ? '' : timestamp(clock.now() - suspectPause),
});

/** Whether any evaluation waits or is running. */
export const isAnyWaiting = async (source: Source): Promise<boolean> =>
  (await source.database.first(nextAccount, { after: '', ...startable(source, nothing) })) !== undefined;

export interface WaitingEvaluations {
  /** Returns accounts with an evaluation that can start. */
  readonly accounts: () => Promise<readonly string[]>;
  /**
   * Takes the next evaluation of an account. The account's organizations take turns; within an organization, the
   * evaluation that has waited longest comes first.
   */
  readonly nextOf: (account: string) => Promise<WaitingEvaluation | undefined>;
  /** Returns the rank of an account's last turn: higher means more recent; -1 if the account has had no turn. */
  readonly lastTurnOf: (account: string) => number;
}

export function newWaitingEvaluations(source: Source, excluded: Excluded): WaitingEvaluations {
  const { database } = source;
  /** Organization that was served last for each account. Serving an account moves its entry to the end of the map. */
  const served = new Map<string, string>();
  let lookedAt = '';
  const conditions = () => startable(source, excluded);
  const accountAfter = async (after: string) =>
    (await database.first(nextAccount, { after, ...conditions() }))?.account;
  const accounts = async (): Promise<readonly string[]> => {
    const found = new Set<string>();
    while (found.size < maxLooks) {
      const account = (await accountAfter(lookedAt)) ?? (lookedAt === '' ? undefined : await accountAfter(''));
      if (account === undefined || found.has(account)) break;
      lookedAt = account;
      found.add(account);
    }
    return [...found];
  };
  const nextOf = async (account: string): Promise<WaitingEvaluation | undefined> => {
    const after = served.get(account) ?? '';
    const ofOrganizationAfter = (organization: string) =>
      database.first(nextEvaluationOf, { account, after: organization, ...conditions() });
    const row = (await ofOrganizationAfter(after)) ?? (after === '' ? undefined : await ofOrganizationAfter(''));
    served.delete(account);
    if (row !== undefined) served.set(account, row.organization_id);
    return row;
  };
  return { accounts, nextOf, lastTurnOf: (account) => [...served.keys()].indexOf(account) };
}
