// Clients that write continuously until the service is killed, and record the acknowledged changes.
import assert from 'node:assert/strict';
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { randomText } from '../../src/lib/text/random-text.ts';
import type { Answer } from '../support/answer.ts';
import type { Client } from '../support/client.ts';
import { attempt, type Entry, type Ledger } from './ledger.ts';

/** Target of a writer's requests. */
export interface Target {
  readonly client: Client;
  readonly organization: string;
  readonly policySet: string;
}

/** Upload sizes in bytes: empty, less than a chunk, several chunks, and many chunks. */
const sizes = [0, 1_000, 600_000, 2_097_152];
const maxPolicies = 12;

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const assertStatus = ({ status, bytes }: Answer, expected: number): void =>
  assert.equal(status, expected, bytes.toString('utf8'));

const create = async ({ client, organization, policySet }: Target, ledger: Ledger): Promise<void> => {
  const name = `policy-${randomText(12)}`;
  const description = randomText(20);
  const entry: Entry = { name, id: undefined, acknowledged: undefined, attempted: undefined, changes: 0 };
  ledger.set(name, entry);
  const acknowledge = attempt(entry, { description, sha256: undefined });
  const sets = randomInt(2) === 0 ? [] : [{ id: policySet, type: 'policy-sets' }];
  const answer = await client.post(`/organizations/${organization}/policies`, {
    data: {
      type: 'policies',
      attributes: { name, description, kind: 'opa', 'enforcement-level': 'advisory' },
      relationships: { 'policy-sets': { data: sets } },
    },
  });
  assertStatus(answer, 200);
  entry.id = answer.body.data.id;
  acknowledge();
};

const update = async ({ client }: Target, entry: Entry): Promise<void> => {
  const description = randomText(20);
  const acknowledge = attempt(entry, { description, sha256: entry.acknowledged?.sha256 });
  const attributes = { description };
  assertStatus(await client.patch(`/policies/${entry.id}`, { data: { type: 'policies', attributes } }), 200);
  acknowledge();
};

const upload = async ({ client }: Target, entry: Entry): Promise<void> => {
  const bytes = randomBytes(sizes[randomInt(sizes.length)] ?? 0);
  const description = entry.acknowledged?.description ?? '';
  const acknowledge = attempt(entry, { description, sha256: sha256Of(bytes) });
  assertStatus(await client.put(`/policies/${entry.id}/upload`, bytes), 200);
  acknowledge();
};

const remove = async ({ client }: Target, entry: Entry): Promise<void> => {
  const acknowledge = attempt(entry, undefined);
  assertStatus(await client.delete(`/policies/${entry.id}`), 204);
  acknowledge();
};

const changes = [update, update, upload, upload, upload, remove] as const;

const anyOf = <T>(things: readonly T[]): T | undefined => things[things.length === 0 ? 0 : randomInt(things.length)];

const writeOnce = async (target: Target, ledger: Ledger): Promise<void> => {
  const present = [...ledger.values()].filter(({ acknowledged }) => acknowledged !== undefined);
  const entry = anyOf(present);
  if (entry === undefined || (present.length < maxPolicies && randomInt(3) === 0)) return create(target, ledger);
  await anyOf(changes)?.(target, entry);
};

/** Writes until `signal` reports that the service was killed. Any earlier failure is an error in the service. */
export const writeUntil = async (signal: AbortSignal, target: Target, ledger: Ledger): Promise<void> => {
  while (!signal.aborted) {
    try {
      await writeOnce(target, ledger);
    } catch (error) {
      if (signal.aborted && !(error instanceof assert.AssertionError)) return;
      throw error;
    }
  }
};
