import assert from 'node:assert/strict';
import { setPlan } from '../../../../test/support/plans.ts';
import { onEachEngine } from '../../../../test/support/world.ts';
import { requireEntitlement } from './plan.ts';

onEachEngine('A feature that the plan lacks does not exist for the organization', async (world) => {
  const home = await world.home();
  const check = () => requireEntitlement(world.context, home.organization.id, 'module-deprecations');

  await check();
  await setPlan(world, home, 'standard');
  await assert.rejects(check, { name: 'ApiError', status: 404 });
  await setPlan(world, home, 'plus');
  await check();
});
