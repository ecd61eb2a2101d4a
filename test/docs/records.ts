// Creates the records that a page expects before its first command.
import { readFile } from 'node:fs/promises';
import { newModule, newPublished } from '../support/modules.ts';
import { setPlan } from '../support/plans.ts';
import { newPolicy, newPolicySet } from '../support/policies.ts';
import { newWorkspace } from '../support/workspaces.ts';
import type { Home, World } from '../support/world.ts';

type Before = (home: Home, world: World) => Promise<unknown>;

const network = async (home: Home, world: World): Promise<void> => {
  await setPlan(world, home, 'plus');
  await newModule(home);
  for (const version of ['1.3.0', '1.4.0', '1.4.2', '2.0.0']) await newPublished(world, home, version);
};

const units = async (home: Home): Promise<void> => {
  for (const name of ['network', 'shop-eu']) await newWorkspace(home, name);
  const policy = await newPolicy(home, 'owner_tag', { kind: 'opa', query: 'data.tags.deny' });
  const code = new URL('../../examples/policies/owner_tag.rego', import.meta.url);
  await home.client.put(`/policies/${policy}/upload`, await readFile(code, 'utf8'));
  await newPolicySet(home, 'baseline', { kind: 'opa', global: true }, [policy]);
};

/** Functions that create the records, by path of the page. */
export const recordsBefore: Readonly<Record<string, Before>> = {
  'docs/ci.md': units,
  'docs/guides/evaluations.md': (home) => newWorkspace(home, 'shop'),
  'docs/guides/deprecate-a-module.md': network,
};
