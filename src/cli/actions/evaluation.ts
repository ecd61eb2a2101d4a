import { Type } from 'typebox';
import type { EvaluationAttributes } from '../../domains/policies/commands.ts';
import { Nullable } from '../../jsonapi/schema.ts';
import { attributesOf } from '../client/record-schema.ts';
import { answerTo } from '../client/service-client.ts';
import type { evaluationCommands } from '../commands/evaluation.ts';
import { homeFrom } from '../policy-service/home.ts';
import { inOrganization, workspaceNamed } from '../policy-service/records.ts';
import type { Action } from '../terminal/command.ts';
import { aligned } from '../terminal/output.ts';

const evaluations = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Type.String(),
      attributes: attributesOf<EvaluationAttributes>()('status', 'created-at', 'created-by', 'result-count'),
      relationships: Type.Object({ workspace: Type.Object({ data: Nullable(Type.Object({ id: Type.String() })) }) }),
    }),
  ),
  included: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.String(),
        type: Type.String(),
        attributes: attributesOf<{ readonly name: string }>()('name'),
      }),
    ),
  ),
  meta: Type.Object({
    pagination: Type.Object({
      'current-page': Type.Integer(),
      'total-pages': Type.Integer(),
      'total-count': Type.Integer(),
    }),
  }),
});

export const list: Action<typeof evaluationCommands.list> = async ({ options }, terminal) => {
  const home = homeFrom(terminal, options);
  const { status, blocked, level, workspace, createdBy, since, until, page, pageSize } = options;
  const parameters = {
    'filter[status]': status,
    'filter[level]': level,
    'filter[workspace]': workspace && (await workspaceNamed(home, workspace)),
    ...(blocked && { 'filter[blocked]': 'true' }),
    'filter[created-by]': createdBy,
    'filter[since]': since,
    'filter[until]': until,
    'page[number]': page,
    'page[size]': pageSize,
  };
  const query = new URLSearchParams({ include: 'workspace' });
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value);
  const { data, included, meta } = await answerTo(
    home.service,
    { path: inOrganization(home, `evaluations?${query}`) },
    evaluations,
  );
  const names = new Map(
    (included ?? []).filter(({ type }) => type === 'workspaces').map(({ id, attributes }) => [id, attributes.name]),
  );
  const shown = data.map(({ id, attributes, relationships }) => {
    const place = relationships.workspace.data?.id;
    return { id, ...attributes, workspace: place === undefined ? null : (names.get(place) ?? place) };
  });
  const rows = shown.map((each) => [
    each['created-at'],
    each.status,
    each.workspace ?? '-',
    each['created-by'].username ?? each['created-by'].kind,
    `${each['result-count']['mandatory-failed']} mandatory, ${each['result-count']['advisory-failed']} advisory`,
    each.id,
  ]);
  const table = aligned([['CREATED', 'STATUS', 'WORKSPACE', 'BY', 'FAILED', 'ID'], ...rows]);
  const { 'current-page': current, 'total-pages': pages, 'total-count': total } = meta.pagination;
  const isWhole = pages === 1 && current === 1;
  return {
    text: isWhole ? table : `${table}\nPage ${current} of ${pages}, ${total} in all.`,
    json: { evaluations: shown, pagination: meta.pagination },
  };
};
