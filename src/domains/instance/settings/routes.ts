import { administration } from '../../../http/callers.ts';
import { isCurrent } from '../../../http/etag.ts';
import { escaped, one, unstored, withHeaders } from '../../../http/reply.ts';
import { alias, type Method, type Route, route } from '../../../http/route.ts';
import { partialPayload } from '../../../jsonapi/payload.ts';
import type { SettingsAction, SettingsGroupDefinition } from './group.ts';
import { settingsMeta, settingsResource, shownSettings, tagsOf } from './resource.ts';
import { readSettings, showsSecrets, updateSettings } from './settings.ts';
import { parseChange, settableSchemas, typeOf } from './wire.ts';

const commonOf = (group: SettingsGroupDefinition) => {
  const document = escaped(one(settingsResource(group), 200, [], settingsMeta(group)));
  return {
    ...administration,
    reply: withHeaders(showsSecrets(group) ? unstored(document) : document),
  } as const;
};

const pathOf = (group: SettingsGroupDefinition) => `/admin/${typeOf(group)}` as const;

const acronyms = /\b(saml|smtp|sms)\b/;

const titleOf = ({ id }: SettingsGroupDefinition): string =>
  `the ${id.replaceAll('-', ' ').replace(acronyms, (acronym) => acronym.toUpperCase())} settings`;

/** Converts a group identifier for use in operation names, for example `cost-estimation` to `CostEstimation`. */
const operationPart = ({ id }: SettingsGroupDefinition): string =>
  id.replaceAll(/(?:^|-)([a-z])/g, (_, first: string) => first.toUpperCase());

const showing = (group: SettingsGroupDefinition): Route => {
  const tagOf = tagsOf(group);
  return route('GET', pathOf(group), {
    ...commonOf(group),
    operationId: `read${operationPart(group)}Settings`,
    summary: `Show ${titleOf(group)}`,
    description: `Returns ${titleOf(group)}. Write-only secrets are left out.`,
    handle: async (context, { actor }) => {
      const row = await readSettings(context, actor, group);
      return { output: shownSettings(context, group, row), headers: { etag: tagOf(context, row) } };
    },
  });
};

const updating = (group: SettingsGroupDefinition): Route => {
  const tagOf = tagsOf(group);
  return route('PATCH', pathOf(group), {
    ...commonOf(group),
    operationId: `update${operationPart(group)}Settings`,
    summary: `Change ${titleOf(group)}`,
    description: 'Omitted attributes stay unchanged. The new settings take effect immediately.',
    payload: partialPayload({ type: typeOf(group), ...settableSchemas(group) }),
    failures: [412, ...(group.failures ?? [])],
    handle: async (context, { actor, input: { attributes, problems }, request }) => {
      const row = await updateSettings(context, actor, group, {
        values: parseChange(group, attributes),
        problems,
        ifMatch: (row) => isCurrent(request.headers['if-match'], tagOf(context, row)),
      });
      return { output: shownSettings(context, group, row), headers: { etag: tagOf(context, row) } };
    },
  });
};

const always = (): boolean => true;

/** Routes of an action, one for each method that it supports. */
const acting = (group: SettingsGroupDefinition, name: string, action: SettingsAction): readonly Route[] => {
  const tagOf = tagsOf(group);
  const { methods, sets, ...operation } = action;
  const [first, ...others] = methods;
  const act = route(first, `${pathOf(group)}/actions/${name}`, {
    ...commonOf(group),
    ...operation,
    handle: async (context, { actor }) => {
      const values = { stored: sets, transient: {} };
      const row = await updateSettings(context, actor, group, { values, problems: [], ifMatch: always });
      return { output: shownSettings(context, group, row), headers: { etag: tagOf(context, row) } };
    },
  });
  const suffixOf = (method: Method) => `By${method[0]}${method.slice(1).toLowerCase()}`;
  return [act, ...others.map((method) => alias(act, { method, suffix: suffixOf(method) }))];
};

export const settingsRoutes = (groups: readonly SettingsGroupDefinition[]): readonly Route[] =>
  groups.flatMap((group) => [
    showing(group),
    updating(group),
    ...Object.entries(group.actions ?? {}).flatMap(([name, action]) => acting(group, name, action)),
  ]);
