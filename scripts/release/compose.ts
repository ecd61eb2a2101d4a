// Archive with the Compose files for the image of this release. The files are tested with Docker Compose, and the
// Caddyfile is tested with Caddy.
import assert from 'node:assert/strict';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Artefact, CheckContext, MakeContext, Proof } from './artefact.ts';
import { goTool, type Tool } from './go-tool.ts';
import { pack, sourceMode, unpackTo } from './packed-folder.ts';

export const compose: Artefact = { name: 'compose', make, check };

const composeProgram = { module: 'github.com/docker/compose/v5', version: 'v5.6.0', folder: './cmd' };
const caddyProgram = { module: 'github.com/caddyserver/caddy/v2', version: 'v2.11.4', folder: './cmd/caddy' };

const fileOf = (version: string): string => `tipstaff-compose-${version}.tgz`;
const folderName = 'tipstaff-compose';

/**
 * Packs the Compose files. In the packed files, the image that is built from source is replaced with the release's
 * image.
 */
async function make({ version, root, folder, scratch, time }: MakeContext): Promise<readonly string[]> {
  const copy = join(scratch, folderName);
  await mkdir(copy);
  for (const name of await namesIn(join(root, 'deploy/compose'))) {
    const text = await readFile(join(root, 'deploy/compose', name), 'utf8');
    const released = text
      .replaceAll(/^ +build: .*\n/gm, '')
      .replaceAll(' up --build ', ' up ')
      .replaceAll('deploy/compose/', '')
      .replaceAll('TIPSTAFF_IMAGE:-tipstaff}', `TIPSTAFF_IMAGE:-tipstaff:${version}}`);
    await writeFile(join(copy, name), released);
  }
  await pack({ folder: scratch, paths: [folderName], path: join(folder, fileOf(version)), time, mode: sourceMode });
  return [fileOf(version)];
}

/**
 * Returns the names of the files to pack. All other files are left out, because they may contain secrets of a local
 * trial.
 */
const namesIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder)).filter((name) => name === 'Caddyfile' || name.endsWith('.yaml'));

async function check({ version, folder, scratch, root }: CheckContext): Promise<readonly Proof[]> {
  const file = fileOf(version);
  const tools = await toolsIn(scratch).catch(() => undefined);
  if (tools === undefined) return [{ file, notRun: 'Go cannot build Docker Compose and Caddy on this machine' }];
  await unpackTo(join(folder, file), scratch);
  const source = join(scratch, 'source');
  await cp(join(root, 'deploy/compose'), source, { recursive: true });
  for (const place of [source, join(scratch, folderName)]) {
    for (const name of await namesIn(place)) {
      if (name === 'Caddyfile') await proveProxy(tools.caddy, join(place, name), scratch);
      else await proveFile(tools.docker, join(place, name));
    }
  }
  const { code, stderr } = await tools.docker(['--file', join(source, 'postgres.yaml'), 'config']);
  assert.notEqual(code, 0);
  assert.match(stderr, /TIPSTAFF_DOMAIN/);
  return [{ file }];
}

const toolsIn = async (scratch: string) => ({
  docker: await goTool(scratch, composeProgram),
  caddy: await goTool(scratch, caddyProgram),
});

/** Checks that the proxy forwards requests to each service instance in the Compose files. */
async function proveProxy(caddy: Tool, path: string, home: string): Promise<void> {
  const words = ['adapt', '--validate', '--adapter', 'caddyfile', '--config', path];
  for (const instances of ['tipstaff:8080', 'tipstaff:8080 tipstaff-2:8080']) {
    const variables = { HOME: home, TIPSTAFF_DOMAIN: 'tipstaff.example.com', TIPSTAFF_INSTANCES: instances };
    const { code, stdout, stderr } = await caddy(words, variables);
    assert.equal(code, 0, stderr);
    const upstreams = instances.split(' ').map((dial) => ({ dial }));
    assert.ok(stdout.includes(`"upstreams":${JSON.stringify(upstreams)}`), stdout);
  }
}

/**
 * Resolves a Compose file. Each service instance in it must run without privileges and receive secrets only as files.
 */
async function proveFile(docker: Tool, path: string): Promise<void> {
  const variables = { TIPSTAFF_DOMAIN: 'tipstaff.example.com' };
  const { code, stdout, stderr } = await docker(['--file', path, 'config', '--format', 'json'], variables);
  assert.equal(code, 0, stderr);
  const { services, secrets } = JSON.parse(stdout);
  const instances = Object.keys(services).filter((name) => name.startsWith('tipstaff'));
  assert.equal(instances.length, path.endsWith('two-instances.yaml') ? 2 : 1);
  const folders = new Set<string>();
  for (const name of instances) {
    const service = services[name];
    assert.deepEqual(
      [service.read_only, service.cap_drop, service.security_opt],
      [true, ['ALL'], ['no-new-privileges:true']],
    );
    for (const variable of Object.keys(service.environment)) {
      assert.ok(
        !/KEY$|PASSWORD$|TOKEN$/.test(variable),
        `The secret ${variable} must be passed as a file, not as an environment variable`,
      );
    }
    for (const { source } of service.secrets) assert.ok(source in secrets, source);
    folders.add(service.volumes[0].source);
  }
  assert.equal(folders.size, instances.length);
}
