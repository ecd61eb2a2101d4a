import type { Context } from '../../../context.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';

/** A person's tokens are that person's alone; 404 for everybody else. */
export async function tokensOwner(_context: Context, { identity }: Actor, userId: string): Promise<string> {
  if (identity.kind !== 'user' || identity.id !== userId) throw notFound();
  return userId;
}
