// Creates the records that a page expects before its first command.
import { newModule, newPublished } from '../support/modules.ts';
import { setPlan } from '../support/plans.ts';
import { newWorkspace } from '../support/workspaces.ts';
import type { Home, World } from '../support/world.ts';

type Before = (home: Home, world: World) => Promise<unknown>;

const network = async (home: Home, world: World): Promise<void> => {
  await setPlan(world, home, 'plus');
  await newModule(home);
  for (const version of ['1.3.0', '1.4.0', '1.4.2', '2.0.0']) await newPublished(world, home, version);
};

/** Functions that create the records, by path of the page. */
export const recordsBefore: Readonly<Record<string, Before>> = {
  'docs/guides/evaluations.md': (home) => newWorkspace(home, 'shop'),
  'docs/guides/deprecate-a-module.md': network,
};
