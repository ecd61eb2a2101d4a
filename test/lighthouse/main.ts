// `node test/lighthouse/main.ts`: what Lighthouse says of three pages of the console, with their performance, which no test
// judges: it depends on the machine.
import { openConsoleScene } from '../support/console-scene.ts';
import { globalSetup, globalTeardown } from '../support/global-setup.ts';
import { judgedPages, openLighthouse } from '../support/lighthouse.ts';
import { openWorld } from '../support/world.ts';

const main = async (): Promise<void> => {
  await using world = await openWorld('sqlite');
  const scene = await openConsoleScene(world);
  await using lighthouse = await openLighthouse(world, scene, ['accessibility', 'best-practices', 'performance']);
  for (const path of judgedPages(scene)) {
    const judgements = await lighthouse.judge(path);
    process.stdout.write(`${path}: ${judgements.map(({ category, score }) => `${category} ${score}`).join(', ')}\n`);
  }
};

await globalSetup();
try {
  await main();
} finally {
  await globalTeardown();
}
