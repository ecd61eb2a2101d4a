import { Type } from 'typebox';
import { attributesOf } from '../client/record-schema.ts';
import { created, recordsAt } from '../client/service-client.ts';
import type { workspaceCommands } from '../commands/workspace.ts';
import { homeFrom } from '../policy-service/home.ts';
import { type Home, inOrganization, placesOf } from '../policy-service/records.ts';
import { type Action, NotChecked, UsageError } from '../terminal/command.ts';
import { aligned } from '../terminal/output.ts';

const workspace = Type.Object({
  id: Type.String(),
  attributes: attributesOf<{ readonly name: string }>()('name'),
  relationships: Type.Object({ project: Type.Object({ data: Type.Object({ id: Type.String() }) }) }),
});

export const list: Action<typeof workspaceCommands.list> = async ({ options }, terminal) => {
  const home = homeFrom(terminal, options);
  const workspaces = await recordsAt(home.service, inOrganization(home, 'workspaces'), workspace);
  const names = new Map((await placesOf(home, 'projects')).map(({ id, attributes }) => [id, attributes.name]));
  const shown = workspaces.map(({ id, attributes: { name }, relationships: { project } }) => ({
    id,
    name,
    project: names.get(project.data.id) ?? project.data.id,
  }));
  const rows = shown.map(({ id, name, project }) => [name, project, id]);
  return { text: aligned([['NAME', 'PROJECT', 'ID'], ...rows]), json: { workspaces: shown } };
};

export const create: Action<typeof workspaceCommands.create> = async ({ subject: name, options }, terminal) => {
  const tags = options.tag.map(bindingOf);
  const home = homeFrom(terminal, options);
  const relationships = {
    ...(tags.length > 0 && { 'tag-bindings': { data: tags } }),
    ...(options.project !== undefined && {
      project: { data: { type: 'projects', id: await projectNamed(home, options.project) } },
    }),
  };
  const body = JSON.stringify({ data: { type: 'workspaces', attributes: { name }, relationships } });
  const path = inOrganization(home, 'workspaces');
  const { id } = (await created(home.service, { path, body }, Type.Object({ data: workspace }))).data;
  return { text: `Created the workspace ${name} (${id}).`, json: { workspace: { id, name } } };
};

/** A tag as the API takes it. Throws `UsageError` for a word without a key. */
function bindingOf(word: string): object {
  const [key = '', ...value] = word.split('=');
  if (key === '') throw new UsageError('--tag must be a key, or a key, = and a value, such as env=prod.');
  return { type: 'tag-bindings', attributes: { key, value: value.join('=') } };
}

async function projectNamed(home: Home, name: string): Promise<string> {
  const projects = await placesOf(home, 'projects');
  const match = projects.find(({ attributes }) => attributes.name === name);
  if (match !== undefined) return match.id;
  const names = projects.map(({ attributes }) => attributes.name).join(', ');
  throw new NotChecked(`${home.organization} has no project ${name}: name one of ${names}.`);
}
