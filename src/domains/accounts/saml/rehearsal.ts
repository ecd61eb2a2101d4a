// What a sign-in would do: it is done, and undone before anybody sees it.
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../lib/actor.ts';
import type { Assertion } from '../../../protocols/saml/assertion.ts';
import { type Claims, claimsOf } from './claims.ts';
import { type Reason, Refused } from './refused.ts';
import type { SamlSettings } from './settings.ts';
import { type Settled, settle } from './settle.ts';

/** What would have happened. */
export interface Rehearsed {
  /** Absent where the response cannot be believed. */
  readonly claims?: Claims;
  readonly outcome: { readonly settled: Settled } | { readonly refused: Reason };
}

/** Carries the outcome out of a transaction that is not to be. */
class Undone extends Error {
  override readonly name = 'Undone';
  readonly settled: Settled;

  constructor(settled: Settled) {
    super('a rehearsal is undone');
    this.settled = settled;
  }
}

const nobody: Actor = { identity: { kind: 'system', name: 'single sign-on' }, requestId: '', address: '' };

/** Does what a sign-in with this assertion would do, and undoes it. */
export const rehearse = async (
  context: Context,
  answer: { readonly assertion: Assertion; readonly settings: SamlSettings },
): Promise<Rehearsed> => {
  const claims = claimsOf(answer.assertion, answer.settings);
  try {
    return await context.database.transaction(async (tx): Promise<never> => {
      const { result } = await settle(tx, context, nobody, answer);
      throw new Undone(result);
    });
  } catch (error) {
    if (error instanceof Undone) return { claims, outcome: { settled: error.settled } };
    if (error instanceof Refused) return { claims, outcome: { refused: error.reason } };
    throw error;
  }
};
