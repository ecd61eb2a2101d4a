import type { Context } from '../../../context.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import type { Actor, Person } from '../../../lib/actor.ts';

/** Everybody has a right to what is their own: the person that a request comes from; 404 for every other caller. */
export const oneself = async (_context: Context, { identity }: Actor): Promise<Person> => {
  if (identity.kind !== 'user') throw notFound();
  return identity;
};
