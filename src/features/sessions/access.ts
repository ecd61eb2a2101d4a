import type { Context } from '../../context.ts';
import { notFound } from '../../jsonapi/errors.ts';
import type { Actor, Person } from '../../lib/actor.ts';

/** The person that a request comes from; 404 for every other kind of caller. */
export const personOf = ({ identity }: Actor): Person => {
  if (identity.kind !== 'user') throw notFound();
  return identity;
};

/** For `authorise`: everybody has a right to what is their own. */
export const oneself = async (_context: Context, actor: Actor): Promise<Person> => personOf(actor);
