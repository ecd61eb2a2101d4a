// Organizations on a plan of the catalogue.
import { catalogueOf } from '../../src/features/feature-sets/feature-sets.ts';
import { subscribe } from '../../src/features/subscriptions/subscriptions.ts';
import { type Home, system, type World } from './world.ts';

/** Gives an organization a plan by its identifier, such as `free_standard`. */
export const setPlan = async ({ context }: World, { organization }: Home, identifier: string): Promise<void> => {
  const chosen = catalogueOf(context).find((each) => each.identifier === identifier);
  if (chosen === undefined) throw new Error(`no feature set ${identifier}`);
  await subscribe(context, system, organization, chosen);
};
