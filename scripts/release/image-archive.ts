// Container image as an archive in the OCI layout. The archive also contains `manifest.json` for Docker versions before
// 25.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip, createGzip } from 'node:zlib';
import { pack, sourceMode } from './packed-folder.ts';

const run = promisify(execFile);

export const imageName = (version: string): string => `tipstaff-${version}-image-linux-amd64.tar`;

/** Name and tag of the image after it is loaded. */
export const imageTag = (version: string): string => `tipstaff:${version}`;

interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
}

/** Content that is identified by its digest. */
interface Content {
  readonly digest: string;
  readonly size: number;
}

export interface ImageSource {
  /** Path of the archive. */
  readonly path: string;
  /** Folder for temporary files. */
  readonly scratch: string;
  /** Paths of the uncompressed layer archives, lowest layer first. */
  readonly layers: readonly string[];
  /** Container configuration. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly tag: string;
  readonly time: Date;
}

const types = {
  index: 'application/vnd.oci.image.index.v1+json',
  manifest: 'application/vnd.oci.image.manifest.v1+json',
  config: 'application/vnd.oci.image.config.v1+json',
  layer: 'application/vnd.oci.image.layer.v1.tar+gzip',
} as const;

/** Writes the archive. The same layers always give the same bytes. */
export async function writeImage({ path, scratch, layers, config, tag, time }: ImageSource): Promise<void> {
  const folder = join(scratch, 'image');
  await mkdir(join(folder, 'blobs/sha256'), { recursive: true });
  const packed: Content[] = [];
  const diffIds: string[] = [];
  for (const layer of layers) {
    diffIds.push(`sha256:${await sha256Of(layer)}`);
    packed.push(await addLayer(folder, layer));
  }
  const configured = await addJson(folder, {
    created: time.toISOString(),
    architecture: 'amd64',
    os: 'linux',
    config,
    rootfs: { type: 'layers', diff_ids: diffIds },
    history: diffIds.map(() => ({ created: time.toISOString() })),
  });
  const manifest = await addJson(folder, {
    schemaVersion: 2,
    mediaType: types.manifest,
    config: { mediaType: types.config, ...configured },
    layers: packed.map((content): Descriptor => ({ mediaType: types.layer, ...content })),
  });
  const annotations = {
    'io.containerd.image.name': `docker.io/library/${tag}`,
    'org.opencontainers.image.ref.name': tag,
  };
  const manifests = [{ mediaType: types.manifest, ...manifest, annotations }];
  await writeJson(folder, 'index.json', { schemaVersion: 2, mediaType: types.index, manifests });
  await writeJson(folder, 'oci-layout', { imageLayoutVersion: '1.0.0' });
  const [configPath, ...layerPaths] = [configured, ...packed].map(pathOf);
  await writeJson(folder, 'manifest.json', [{ Config: configPath, RepoTags: [tag], Layers: layerPaths }]);
  await pack({ folder, path, time, mode: sourceMode });
}

const pathOf = ({ digest }: Content): string => `blobs/${digest.replace(':', '/')}`;

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

async function addLayer(folder: string, layer: string): Promise<Content> {
  const draft = join(folder, 'draft');
  await pipeline(createReadStream(layer), createGzip(), createWriteStream(draft));
  const content = { digest: `sha256:${await sha256Of(draft)}`, size: (await stat(draft)).size };
  await rename(draft, join(folder, pathOf(content)));
  return content;
}

async function addJson(folder: string, value: object): Promise<Content> {
  const text = JSON.stringify(value);
  const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`;
  await writeFile(join(folder, pathOf({ digest, size: text.length })), text);
  return { digest, size: Buffer.byteLength(text) };
}

const writeJson = (folder: string, name: string, value: object): Promise<void> =>
  writeFile(join(folder, name), JSON.stringify(value));

/** Configuration of an unpacked image. */
export interface UnpackedImage {
  readonly config: {
    readonly User: string;
    readonly Env: readonly string[];
    readonly Cmd: readonly string[];
    readonly Labels: Readonly<Record<string, string>>;
  };
}

/** Returns the path of an uncompressed layer archive in `scratch`. The lowest layer has index 0. */
export const layerPath = (scratch: string, index: number): string => join(scratch, `layer-${index}.tar`);

/** Unpacks an uncompressed layer archive into `root`, on top of the files that are already in it. */
export async function unpackLayer(path: string, root: string): Promise<void> {
  const owner = process.getuid?.() === 0 ? '--same-owner' : '--no-same-owner';
  await run('tar', ['--extract', owner, '--numeric-owner', `--file=${path}`, `--directory=${root}`]);
}

/** Unpacks all layers of an archive into `root`. Throws if any content does not match its digest. */
export async function unpackImage(path: string, scratch: string, root: string): Promise<UnpackedImage> {
  const folder = join(scratch, 'unpacked');
  await Promise.all([folder, root].map((each) => mkdir(each, { recursive: true })));
  await run('tar', ['--extract', `--file=${path}`, `--directory=${folder}`]);
  const { manifests } = JSON.parse(await readFile(join(folder, 'index.json'), 'utf8'));
  const manifest = JSON.parse(await verified(folder, manifests[0]));
  const image = JSON.parse(await verified(folder, manifest.config));
  const layers: readonly Descriptor[] = manifest.layers;
  for (const [index, layer] of layers.entries()) {
    await verified(folder, layer);
    const plain = layerPath(scratch, index);
    await pipeline(createReadStream(join(folder, pathOf(layer))), createGunzip(), createWriteStream(plain));
    if (`sha256:${await sha256Of(plain)}` !== image.rootfs.diff_ids[index])
      throw new Error(`Layer ${index} does not match its digest.`);
    await unpackLayer(plain, root);
  }
  return image;
}

async function verified(folder: string, content: Content): Promise<string> {
  const path = join(folder, pathOf(content));
  if (`sha256:${await sha256Of(path)}` !== content.digest || (await stat(path)).size !== content.size) {
    throw new Error(`The content does not match the digest ${content.digest}.`);
  }
  return await readFile(path, 'latin1');
}
