// Creates workspaces and projects over the API.
import assert from 'node:assert/strict';
import { documentOf } from './documents.ts';
import type { Home } from './world.ts';

/** Returns a relationship that binds tags to a workspace or a project. */
export const tagBindings = (tags: Readonly<Record<string, string>>) => ({
  data: Object.entries(tags).map(([key, value]) => ({ type: 'tag-bindings', attributes: { key, value } })),
});

interface Options {
  readonly tags?: Readonly<Record<string, string>>;
  readonly project?: string;
}

/** Creates a workspace. Returns its id. */
export const newWorkspace = async (
  { client, name: home }: Pick<Home, 'client' | 'name'>,
  name: string,
  { tags = {}, project }: Options = {},
) => {
  const relationships = {
    'tag-bindings': tagBindings(tags),
    ...(project !== undefined && { project: { data: { type: 'projects', id: project } } }),
  };
  const document = documentOf('workspaces', { name }, relationships);
  const { status, body } = await client.post(`/organizations/${home}/workspaces`, document);
  assert.equal(status, 201, JSON.stringify(body));
  return String(body.data.id);
};

/** Creates a project. Returns its id. */
export const newProject = async ({ client, name: home }: Home, name: string, { tags = {} }: Options = {}) => {
  const document = documentOf('projects', { name }, { 'tag-bindings': tagBindings(tags) });
  const { status, body } = await client.post(`/organizations/${home}/projects`, document);
  assert.equal(status, 201, JSON.stringify(body));
  return String(body.data.id);
};
