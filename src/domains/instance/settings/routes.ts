import { isCurrent } from '../../../http/etag.ts';
import { aliasOf } from '../../../http/operation.ts';
import { escaped, one, unstored, withHeaders } from '../../../http/reply.ts';
import { type RouteFactory, route } from '../../../http/route.ts';
import { siteAdministrator } from '../../../http/site-administrator.ts';
import { partialPayload } from '../../../jsonapi/payload.ts';
import type { Vocabulary } from '../../../jsonapi/vocabulary.ts';
import type { Action, Group } from './group.ts';
import { settingsResource, shownSettings, tagsOf } from './resource.ts';
import { readSettings, showsSecrets, updateSettings } from './settings.ts';
import { idOf, parseChange, settableSchemas, typeOf } from './wire.ts';

/** The common parts of the routes of a group. */
const commonOf = (group: Group, words: Vocabulary) => {
  const document = escaped(one(settingsResource(group, words)));
  return {
    path: `/admin/${typeOf(group, words)}`,
    edition: 'self-hosted',
    caller: 'user',
    reply: withHeaders(showsSecrets(group) ? unstored(document) : document),
  } as const;
};

const acronyms = /\b(saml|smtp|sms)\b/;

const titleOf = (group: Group, words: Vocabulary): string => {
  const name = idOf(group, words).replaceAll('-', ' ');
  return `the ${name.replace(acronyms, (acronym) => acronym.toUpperCase())} settings`;
};

/** `cost-estimation` as a part of the name of an operation: `CostEstimation`. */
const operationPart = ({ id }: Group): string =>
  id.replaceAll(/(?:^|-)([a-z])/g, (_, first: string) => first.toUpperCase());

const showing =
  (group: Group): RouteFactory =>
  (words) => {
    const tagOf = tagsOf(group);
    return route({
      ...commonOf(group, words),
      method: 'GET',
      operationId: `read${operationPart(group)}Settings`,
      summary: `Show ${titleOf(group, words)}`,
      description: `Shows ${titleOf(group, words)} in force, without the secrets that are never shown again.`,
      authorise: siteAdministrator,
      handle: async (context, { actor }) => {
        const row = await readSettings(context, actor, group);
        return { output: shownSettings(context, group, row), headers: { etag: tagOf(context, row) } };
      },
    });
  };

const updating =
  (group: Group): RouteFactory =>
  (words) => {
    const tagOf = tagsOf(group);
    return route({
      ...commonOf(group, words),
      method: 'PATCH',
      operationId: `update${operationPart(group)}Settings`,
      summary: `Change ${titleOf(group, words)}`,
      description: 'Attributes that are left out stay as they are. The new settings are in force at once.',
      authorise: siteAdministrator,
      payload: partialPayload(typeOf(group, words), settableSchemas(group, words)),
      failures: [412, ...(group.failures ?? [])],
      handle: async (context, { actor, input: { attributes, problems }, stream }) => {
        const row = await updateSettings(context, actor, group, {
          values: parseChange(group, words, attributes),
          problems,
          ifMatch: (row) => isCurrent(stream.headers['if-match'], tagOf(context, row)),
        });
        return { output: shownSettings(context, group, row), headers: { etag: tagOf(context, row) } };
      },
    });
  };

const always = (): boolean => true;

const acting =
  (group: Group, name: string, action: Action, method: Action['methods'][number]): RouteFactory =>
  (words) => {
    const tagOf = tagsOf(group);
    const common = commonOf(group, words);
    const { operationId, summary, description, sets } = action;
    const operation = { operationId, summary, description };
    return route({
      ...common,
      path: `${common.path}/actions/${name}`,
      method,
      ...(method === action.methods[0]
        ? operation
        : aliasOf(operation, `By${method[0]}${method.slice(1).toLowerCase()}`)),
      authorise: siteAdministrator,
      handle: async (context, { actor }) => {
        const values = { stored: sets, transient: {} };
        const row = await updateSettings(context, actor, group, { values, problems: [], ifMatch: always });
        return { output: shownSettings(context, group, row), headers: { etag: tagOf(context, row) } };
      },
    });
  };

const actionsOf = (group: Group): readonly RouteFactory[] =>
  Object.entries(group.actions ?? {}).flatMap(([name, action]) =>
    action.methods.map((method) => acting(group, name, action, method)),
  );

/** The routes of every group. */
export const settingsRoutes = (groups: readonly Group[]): readonly RouteFactory[] =>
  groups.flatMap((group) => [showing(group), updating(group), ...actionsOf(group)]);
