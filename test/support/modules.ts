// Creates private modules over the API, as publishers do.
import assert from 'node:assert/strict';
import { query } from '../../src/db/query.ts';
import type { Answer } from './answer.ts';
import { archiveOf } from './archive.ts';
import type { RawBody } from './client.ts';
import { documentOf } from './documents.ts';
import type { Home, World } from './world.ts';

/** Minimal module archive. */
export const smallArchive = archiveOf({ 'main.tf': 'output "greeting" {\n  value = "hello"\n}\n' });

/** Returns the path of the versions of a module, relative to `/api/v2`. */
export const modulePath = ({ name: home }: Pick<Home, 'name'>, name = 'network', provider = 'aws'): string =>
  `/organizations/${home}/registry-modules/private/${home}/${name}/${provider}`;

export const moduleDocument = (name = 'network', provider = 'aws', more: object = {}) =>
  documentOf('registry-modules', { name, provider, ...more });

export const versionDocument = (version: string) => documentOf('registry-module-versions', { version });

/** Creates a module. Returns its id. */
export const newModule = async ({ client, name: home }: Home, name = 'network', provider = 'aws'): Promise<string> => {
  const { status, body } = await client.post(`/organizations/${home}/registry-modules`, moduleDocument(name, provider));
  assert.equal(status, 201);
  return body.data.id;
};

/** Converts an absolute link of this service to a path for test clients. */
export const pathOfLink = ({ url }: Pick<World, 'url'>, link: string): string => {
  assert.ok(link.startsWith(`${url}/object/`), link);
  return `/${link.slice(url.length)}`;
};

/** Creates a module version. Returns the path to which its archive is uploaded. */
export const newVersion = async (
  world: World,
  home: Home,
  version: string,
  path = modulePath(home),
): Promise<string> => {
  const { status, body } = await home.client.post(`${path}/versions`, versionDocument(version));
  assert.equal(status, 201);
  return pathOfLink(world, body.data.links.upload);
};

/** Uploads an archive to the path of a link without authentication. */
export const send = ({ anonymous }: World, link: string, archive: RawBody = smallArchive): Promise<Answer> =>
  anonymous.put(link, archive);

/** Publishes a module version. */
export const newPublished = async (
  world: World,
  home: Home,
  version: string,
  { archive = smallArchive, path = modulePath(home) }: { readonly archive?: RawBody; readonly path?: string } = {},
): Promise<void> => {
  const { status } = await send(world, await newVersion(world, home, version, path), archive);
  assert.equal(status, 200);
};

const archives = query()((db) => db.selectFrom('module_archives').select('id'));

/** Returns the number of stored archives. */
export const archivesIn = async ({ context }: World): Promise<number> =>
  (await context.database.rows(archives, {})).length;
