// Creates policy set versions over the API.
import assert from 'node:assert/strict';
import type { Answer } from './answer.ts';
import { archiveOf } from './archive.ts';
import { documentOf } from './documents.ts';
import { pathOfLink } from './modules.ts';
import type { Home, World } from './world.ts';

/** Module archive with one native policy. */
export const nativeArchive = archiveOf({
  'sentinel.hcl': 'policy "tags" {\n  source = "./tags.sentinel"\n  enforcement_level = "hard-mandatory"\n}\n',
  'tags.sentinel': 'main = rule { true }\n',
});

/** Returns an archive with OPA policies that have the given names. By default they are advisory. */
export const opaArchive = (names: readonly string[], level = 'advisory'): Buffer =>
  archiveOf({
    'policies.hcl': names
      .map((name) => `policy "${name}" {\n  query = "data.${name}.deny"\n  enforcement_level = "${level}"\n}\n`)
      .join(''),
    'code.rego': 'package code\n',
  });

/** Creates a policy set version. Returns its id and the path to which its archive is uploaded. */
export const newSetVersion = async (world: World, { client }: Home, set: string, attributes: object = {}) => {
  const document = documentOf('policy-set-versions', attributes);
  const { status, body } = await client.post(`/policy-sets/${set}/versions`, document);
  assert.equal(status, 201);
  return { id: String(body.data.id), link: pathOfLink(world, body.data.links.upload) };
};

/** Creates a policy set version and uploads its archive. */
export const sendSetVersion = async (world: World, home: Home, set: string, archive: Buffer) => {
  const { id, link } = await newSetVersion(world, home, set);
  const sent: Answer = await world.anonymous.put(link, archive);
  return { id, link, sent };
};

/** Creates a staged policy set version, uploads its archive, and returns its id. */
export const stageSetVersion = async (world: World, home: Home, set: string, archive: Buffer): Promise<string> => {
  const { id, link } = await newSetVersion(world, home, set, { staged: true });
  assert.equal((await world.anonymous.put(link, archive)).status, 200);
  return id;
};
