// A filter that a list does not know would answer more than was wanted.
import assert from 'node:assert/strict';
import { details } from '../../../../test/support/documents.ts';
import { onEachEngine } from '../../../../test/support/world.ts';

onEachEngine(
  'A filter or a search that a list does not have is refused, and so is a value that it does not know',
  async (world) => {
    const home = await world.home();
    const base = `/organizations/${home.name}`;
    const refusals = {
      [`${base}/evaluations?filter[workspace]=x`]: 'filter[workspace] is no filter of this list; it has filter[status]',
      [`${base}/evaluations?search[name]=x`]: 'search[name] is no filter of this list; it has filter[status]',
      [`${base}/evaluations?filter[status]=inactive`]: 'filter[status] can be ',
      [`${base}/organization-memberships?filter[status]=inactive`]: 'filter[status] can be active, invited',
      [`${base}/policy-exemptions?filter[policy]=x`]: 'filter[policy] is no filter of this list; it has none',
    };

    for (const [path, sentence] of Object.entries(refusals)) {
      const refused = await home.client.get(path);
      assert.equal(refused.status, 400, path);
      assert.ok(details(refused)[0]?.startsWith(sentence), details(refused)[0]);
    }
    const usual = [
      `${base}/evaluations?filter[status]=passed&q=x`,
      `${base}/evaluations?filter[status]=`,
      `${base}/policies?filter[workspace]=x&filter[kind]=nonsense`,
      `${base}/workspaces?filter[current-run][status]=applied&search[color]=red`,
    ];
    for (const path of usual) assert.equal((await home.client.get(path)).status, 200, path);
  },
);
