// Container image archive of a release. The test images have a root file system with one file.
import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { pinnedGo } from '../../scripts/engine/go.ts';
import { stagesIn, wordsOf } from '../../scripts/release/dockerfile.ts';
import { imageTag, unpackImage, writeImage } from '../../scripts/release/image-archive.ts';
import { imageSettings } from '../../scripts/release/image-settings.ts';
import { pack, sourceMode } from '../../scripts/release/packed-folder.ts';
import { temporaryFolder } from '../support/temporary.ts';

/**
 * Returns the container settings in a Dockerfile as an image configuration, and the paths that the Dockerfile copies.
 */
function resultOf(text: string): { readonly settings: object; readonly copied: readonly string[] } {
  const last = stagesIn(text).at(-1);
  const [user, folder, health = '', command = ''] = ['USER', 'WORKDIR', 'HEALTHCHECK', 'CMD'].map(
    (name) => wordsOf(last, name)[0],
  );
  const [options = '', test = ''] = health.split(' CMD ');
  const duration = (name: string): number => Number(new RegExp(`--${name}=(\\d+)s`).exec(options)?.[1]) * 1e9;
  const keys = (words: readonly string[]) => Object.fromEntries(words.map((word) => [word, {}]));
  const settings = {
    User: user,
    ExposedPorts: keys(wordsOf(last, 'EXPOSE').map((port) => `${port}/tcp`)),
    Env: wordsOf(last, 'ENV').flatMap((words) => words.split(' ')),
    Cmd: JSON.parse(command),
    Healthcheck: {
      Test: ['CMD', ...JSON.parse(test)],
      Interval: duration('interval'),
      Timeout: duration('timeout'),
      StartPeriod: duration('start-period'),
    },
    Volumes: keys(wordsOf(last, 'VOLUME')),
    WorkingDir: folder,
  };
  return { settings, copied: wordsOf(last, 'COPY', 'ADD', 'RUN') };
}

const time = new Date('2026-01-02T03:04:05Z');
const config = { User: '10001:10001', Cmd: ['serve'] };

/** Creates an image with one layer for each of the given texts. Each layer contains its text in the file `greeting`. */
async function newImage(scratch: string, ...greetings: readonly string[]): Promise<string> {
  const [path, layers] = [join(scratch, 'image.tar'), [] as string[]];
  for (const [index, greeting] of greetings.entries()) {
    const [folder, layer] = [join(scratch, `root-${index}`), join(scratch, `layer-${index}.tar`)];
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'greeting'), greeting);
    await pack({ folder, path: layer, time, mode: sourceMode });
    layers.push(layer);
  }
  await writeImage({ path, scratch, layers, config, tag: imageTag('1.2.3'), time });
  return path;
}

test('An image is unpacked layer by layer as it was built', async () => {
  await using folder = await temporaryFolder();
  const image = await newImage(folder.path, 'Hello', 'Good evening');

  const root = join(folder.path, 'out');
  const unpacked = await unpackImage(image, folder.path, root);

  equal(await readFile(join(root, 'greeting'), 'utf8'), 'Good evening');
  deepEqual(unpacked.config, config);
});

test('The same files give the same image, whatever the umask', async () => {
  await using one = await temporaryFolder();
  await using other = await temporaryFolder();

  const usual = process.umask();
  const images = [await newImage(one.path, 'Hello')];
  process.umask(0o077);
  images.push(await newImage(other.path, 'Hello').finally(() => process.umask(usual)));

  const [first, second] = await Promise.all(images.map((path) => readFile(path)));
  deepEqual(first, second);
});

test('An image whose content does not match its digest is refused', async () => {
  await using folder = await temporaryFolder();
  const image = await newImage(folder.path, 'Hello');
  const bytes = await readFile(image);
  // Changes the configuration directly, because the archive contains it as uncompressed JSON.
  bytes.write('10002', bytes.indexOf('10001'));
  await writeFile(image, bytes);

  await rejects(unpackImage(image, folder.path, join(folder.path, 'out')), /does not match the digest/);
});

test('The Dockerfile creates containers with the settings of the image, and only from files of a release', async () => {
  const text = await readFile(new URL('../../Dockerfile', import.meta.url), 'utf8');

  const { settings, copied } = resultOf(text);

  deepEqual(settings, imageSettings);
  deepEqual(copied, ['--from=files /build/files /']);
  match(text, new RegExp(`^FROM golang:${(await pinnedGo()).slice('go'.length)} AS files$`, 'm'));
  match(text, /^ARG BASE=\S+\n[\s\S]*^FROM \$\{BASE\}$/m);
});
