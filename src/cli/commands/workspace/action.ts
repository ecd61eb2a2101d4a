import { organizationFrom } from '../../policy-service/organization-service.ts';
import { projectNamed, projectsOf } from '../../policy-service/workspaces.ts';
import { type Action, UsageError } from '../../terminal/command.ts';
import { aligned } from '../../terminal/output.ts';
import type { workspaceCommands } from './command.ts';

const path = '/api/v2/organizations/{organization_name}/workspaces';

export const list: Action<typeof workspaceCommands.list> = async ({ options }, terminal) => {
  const service = organizationFrom(terminal, options);
  const workspaces = await service.client.all(path, { params: service.params, needs: ['name', 'project'] });
  const names = new Map((await projectsOf(service)).map(({ id, attributes }) => [id, attributes.name]));
  const shown = workspaces.map(({ id, attributes: { name }, relationships }) => {
    const project = relationships.project.data?.id ?? '';
    return { id, name, project: names.get(project) ?? project };
  });
  const rows = shown.map(({ id, name, project }) => [name, project, id]);
  return { text: aligned([['NAME', 'PROJECT', 'ID'], ...rows]), json: { workspaces: shown } };
};

export const create: Action<typeof workspaceCommands.create> = async ({ subject: name, options }, terminal) => {
  const tags = options.tag.map(bindingOf);
  const service = organizationFrom(terminal, options);
  const project = options.project === undefined ? undefined : await projectNamed(service, options.project);
  const projectData = project === undefined ? undefined : ({ type: 'projects', id: project } as const);
  const relationships = {
    ...(tags.length > 0 && { 'tag-bindings': { data: tags } }),
    ...(projectData && { project: { data: projectData } }),
  };
  const { data } = await service.client.create(path, {
    params: service.params,
    body: { data: { type: 'workspaces', attributes: { name }, relationships } },
    needs: [],
  });
  return { text: `Created the workspace ${name} (${data.id}).`, json: { workspace: { id: data.id, name } } };
};

/** Parses `key=value` into a tag binding for the API. Throws `UsageError` if the key is empty. */
function bindingOf(word: string) {
  const [key = '', ...value] = word.split('=');
  if (key === '') throw new UsageError('--tag must be a key, or a key, = and a value, such as env=prod.');
  return { type: 'tag-bindings', attributes: { key, value: value.join('=') } } as const;
}
