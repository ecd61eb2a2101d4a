// Looks for stored evaluations that wait, account by account.
import type { Context } from '../../../context.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { nextAccount, nextEvaluationOf, type WaitingEvaluation } from './store.ts';

/** Maximum number of accounts that are considered for a place. */
const maxLooks = 64;

/** From which attempt on an evaluation is suspected of ending the process: it waits before each, in milliseconds. */
const [suspectAttempts, suspectPause] = [3, 60_000];

type Source = Pick<Context, 'database' | 'clock'>;

/** Evaluations that cannot begin: those that are under way, and those of organizations that rest. */
export interface Excluded {
  readonly underWay: Iterable<WaitingEvaluation>;
  readonly resting: ReadonlySet<string>;
}

const nothing: Excluded = { underWay: [], resting: new Set() };

const isSuspect = ({ attempts }: WaitingEvaluation): boolean => attempts >= suspectAttempts;

/** Which evaluations can begin. Of those that are suspects, one is evaluated at a time. */
const startable = ({ clock }: Source, { underWay, resting }: Excluded) => ({
  underWay: JSON.stringify([...underWay].map(({ id }) => id)),
  resting: JSON.stringify([...resting]),
  attempts: suspectAttempts,
  retryBefore: [...underWay].some(isSuspect) ? '' : timestamp(clock.now() - suspectPause),
});

/** True if an evaluation waits or runs. */
export const isAnyWaiting = async (source: Source): Promise<boolean> =>
  (await source.database.first(nextAccount, { after: '', ...startable(source, nothing) })) !== undefined;

export interface WaitingEvaluations {
  /** Accounts with an evaluation that can begin. */
  readonly accounts: () => Promise<readonly string[]>;
  /** Takes the next evaluation of an account: of its organizations, which take turns, the one that has waited longest. */
  readonly nextOf: (account: string) => Promise<WaitingEvaluation | undefined>;
  /** Number of the last turn of an account; -1 before the first. */
  readonly lastTurnOf: (account: string) => number;
}

export function newWaitingEvaluations(source: Source, excluded: Excluded): WaitingEvaluations {
  const { database } = source;
  /** The organization that each account was last served in. An account moves to the end when it is served. */
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
