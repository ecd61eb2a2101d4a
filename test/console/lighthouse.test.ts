import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openConsoleScene } from '../support/console-scene.ts';
import { judgedPages, openLighthouse } from '../support/lighthouse.ts';
import { openWorld } from '../support/world.ts';

test('Lighthouse gives home, the users and the editor of a policy 95 or more for accessibility and best practices', async () => {
  await using world = await openWorld('sqlite');
  const scene = await openConsoleScene(world);
  await using lighthouse = await openLighthouse(world, scene, ['accessibility', 'best-practices']);

  for (const path of judgedPages(scene)) {
    for (const { category, score, failures } of await lighthouse.judge(path))
      assert.ok(score >= 95, `${path} has ${score} of 100 for ${category}:\n${failures.join('\n')}`);
  }
});
