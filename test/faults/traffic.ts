// A writer and a checker that send requests continuously, whatever happens to the service.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';

/** Known state of a policy. A deletion has two states: it is first sent and later acknowledged. */
interface Known {
  readonly id: string;
  isDeletionSent: boolean;
  isDeleted: boolean;
}

export interface Service {
  /** Returns the current addresses of the instances. */
  readonly urls: () => readonly string[];
  readonly organization: string;
  readonly token: string;
}

export interface Figures {
  acknowledged: number;
  /** Number of requests that were sent again, because they got no response or a 503. */
  sentAgain: number;
  reads: number;
  /** Longest time in ms without an acknowledged change. */
  maxPause: number;
}

/**
 * Running writer and checker. `end` stops both after their last request. Disposing of this object earlier aborts their
 * requests, so the outcome of a change may be unknown.
 */
export interface Traffic extends AsyncDisposable {
  readonly figures: Figures;
  /** Policies whose creation was acknowledged, by name. */
  readonly known: ReadonlyMap<string, Known>;
  /** Stops the writer and the checker and waits for both. Throws if either has found an error. */
  readonly end: () => Promise<void>;
}

/** Maximum number of policies that exist at the same time. They must fit on one page of the list. */
const maxPolicies = 30;
const [pauseBeforeRetry, answerTimeout] = [50, 30_000];

type Answered = { readonly status: number; readonly body: string };

/**
 * Sends a request once. Returns undefined if the outcome is unknown, or if the service asks the client to send the
 * request again.
 */
const sendOnce = async (url: string, token: string, init: RequestInit): Promise<Answered | undefined> => {
  try {
    const answer = await fetch(url, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json', ...init.headers },
      signal: AbortSignal.timeout(answerTimeout),
    });
    const body = await answer.text();
    if (answer.status !== 503) return { status: answer.status, body };
    assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/, '503 without Retry-After');
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error;
  }
  return undefined;
};

/** Starts the writer and the checker. */
export const startTraffic = ({ urls, organization, token }: Service): Traffic => {
  const known = new Map<string, Known>();
  const figures: Figures = { acknowledged: 0, sentAgain: 0, reads: 0, maxPause: 0 };
  const [ended, abandoned] = [new AbortController(), new AbortController()];
  let lastAt = performance.now();
  let turn = 0;

  const anyUrl = (): string => {
    turn += 1;
    const now = urls();
    return now[turn % now.length] ?? '';
  };
  /** Sends a change until the service responds, even after `end` was called, because the outcome must be known. */
  const change = async (path: string, init: RequestInit): Promise<Answered & { readonly isRepeated: boolean }> => {
    for (let isRepeated = false; ; isRepeated = true) {
      abandoned.signal.throwIfAborted();
      const answer = await sendOnce(`${anyUrl()}/api/v2${path}`, token, init);
      if (answer !== undefined) {
        figures.maxPause = Math.max(figures.maxPause, performance.now() - lastAt);
        lastAt = performance.now();
        figures.acknowledged += 1;
        return { ...answer, isRepeated };
      }
      figures.sentAgain += 1;
      await pause(pauseBeforeRetry);
    }
  };
  const create = async (name: string): Promise<void> => {
    const attributes = { name, kind: 'opa', 'enforcement-level': 'advisory' };
    const { status, body } = await change(`/organizations/${organization}/policies`, {
      method: 'POST',
      headers: { 'idempotency-key': name },
      body: JSON.stringify({ data: { type: 'policies', attributes } }),
    });
    assert.equal(status, 200, `the creation of ${name}: ${body}`);
    known.set(name, { id: JSON.parse(body).data.id, isDeletionSent: false, isDeleted: false });
  };
  const remove = async (name: string, entry: Known): Promise<void> => {
    entry.isDeletionSent = true;
    const { status, isRepeated, body } = await change(`/policies/${entry.id}`, { method: 'DELETE' });
    assert.ok(status === 204 || (isRepeated && status === 404), `the deletion of ${name}: ${status} ${body}`);
    entry.isDeleted = true;
  };
  const write = async (): Promise<void> => {
    for (let number = 1; !ended.signal.aborted; number += 1) {
      await create(`policy-${number}`);
      const oldest = `policy-${number - maxPolicies}`;
      const entry = known.get(oldest);
      if (entry !== undefined) await remove(oldest, entry);
    }
  };
  const check = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      const entries = [...known];
      const [there, gone] = [
        entries.filter(([, { isDeletionSent }]) => !isDeletionSent).map(([name]) => name),
        entries.filter(([, { isDeleted }]) => isDeleted).map(([name]) => name),
      ];
      const path = `/api/v2/organizations/${organization}/policies?page[size]=100`;
      const answer = await sendOnce(anyUrl() + path, token, {});
      if (answer === undefined) {
        await pause(pauseBeforeRetry);
        continue;
      }
      assert.equal(answer.status, 200, answer.body);
      const shown = new Set(
        JSON.parse(answer.body).data.map(({ attributes }: { attributes: { name: string } }) => attributes.name),
      );
      const lost = there.filter((name) => !shown.has(name) && known.get(name)?.isDeletionSent !== true);
      assert.deepEqual(lost, [], 'acknowledged, and not shown');
      assert.deepEqual(
        gone.filter((name) => shown.has(name)),
        [],
        'deleted, and shown',
      );
      figures.reads += 1;
    }
  };
  const both = Promise.all([write(), check()]);
  // `end` reports the error of a failed writer or checker. Until then, a failure of one only stops the other.
  both.catch(() => ended.abort());
  return {
    figures,
    known,
    end: async () => {
      ended.abort();
      await both;
    },
    [Symbol.asyncDispose]: async () => {
      for (const each of [ended, abandoned]) each.abort();
      await Promise.allSettled([both]);
    },
  };
};
