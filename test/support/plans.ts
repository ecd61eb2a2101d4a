// Organizations that are subscribed to pricing plans from the catalogue.
import type { FeatureSet } from '../../src/domains/organizations/feature-sets/attributes.ts';
import { editCatalogue } from '../../src/domains/organizations/feature-sets/editing.ts';
import { catalogueOf } from '../../src/domains/organizations/feature-sets/feature-sets.ts';
import { subscribe } from '../../src/domains/organizations/subscriptions/subscriptions.ts';
import { type Home, system, type World } from './world.ts';

/** Returns the catalogue's pricing plan with an identifier such as `free_standard`. */
export const featureSetOf = ({ context }: World, identifier: string): FeatureSet => {
  const featureSet = catalogueOf(context).find((each) => each.identifier === identifier);
  if (featureSet === undefined) throw new Error(`no feature set ${identifier}`);
  return featureSet;
};

export const featureSetId = (world: World, identifier: string): string => featureSetOf(world, identifier).id;

/** Subscribes an organization to a pricing plan. */
export const setPlan = async (world: World, { organization }: Home, identifier: string): Promise<void> => {
  await subscribe(world.context, system, organization, featureSetOf(world, identifier));
};

/** Changes members of a pricing plan, as the operator does on the command line. */
export const changePlan = ({ context }: World, identifier: string, members: Readonly<Record<string, unknown>>) =>
  editCatalogue(context, system, (file) => ({
    'feature-sets': file['feature-sets'].map((each) =>
      each.identifier === identifier ? { ...each, ...members } : each,
    ),
  }));

/** Creates an organization that is subscribed to a new pricing plan with the given members. */
export const homeWith = async (world: World, members: Readonly<Record<string, unknown>>): Promise<Home> => {
  const home = await world.home();
  await changePlan(world, 'standard', members);
  await setPlan(world, home, 'standard');
  return home;
};
