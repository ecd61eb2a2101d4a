import assert from 'node:assert/strict';
import { documentOf } from './documents.ts';
import type { Home } from './world.ts';

/** Maximum durations in days. Null means no maximum. A maximum that is absent does not change. */
interface Maximums {
  readonly exemption?: number | null;
  readonly override?: number | null;
}

/** Sets the maximum durations of exemptions and overrides in an organization. */
export const setMaximums = async (
  { client, name }: Pick<Home, 'client' | 'name'>,
  { exemption, override }: Maximums,
): Promise<void> => {
  const attributes = { 'policy-exemption-max-days': exemption, 'policy-override-max-days': override };
  const { status } = await client.patch(`/organizations/${name}`, documentOf('organizations', attributes));
  assert.equal(status, 200);
};
