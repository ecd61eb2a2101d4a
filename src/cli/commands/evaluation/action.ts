import { creatorName } from '../../../../client/creator-name.ts';
import { serviceFrom } from '../../client/service.ts';
import { comparisonLines, comparisonOf, evaluationIn } from '../../policy-service/evaluations.ts';
import { organizationFrom } from '../../policy-service/organization-service.ts';
import { endIn } from '../../policy-service/until.ts';
import { workspaceNamed } from '../../policy-service/workspaces.ts';
import { type Action, UsageError } from '../../terminal/command.ts';
import { aligned, pageLines } from '../../terminal/output.ts';
import type { evaluationCommands } from './command.ts';

const numberOf = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));

export const list: Action<typeof evaluationCommands.list> = async ({ options }, terminal) => {
  const service = organizationFrom(terminal, options);
  const { data, included, meta } = await service.client.get('/api/v2/organizations/{organization_name}/evaluations', {
    params: service.params,
    query: {
      include: ['workspace'],
      'filter[source]': options.source,
      'filter[status]': options.status,
      'filter[level]': options.level,
      'filter[workspace]': options.workspace && (await workspaceNamed(service, options.workspace)),
      'filter[blocked]': options.blocked ? 'true' : undefined,
      'filter[created-by]': options.createdBy,
      'filter[since]': options.since,
      'filter[until]': options.until,
      'page[number]': numberOf(options.page),
      'page[size]': numberOf(options.pageSize),
    },
    needs: ['status', 'created-at', 'created-by', 'result-count', 'workspace'],
  });
  const names = new Map(
    (included ?? []).flatMap((each) => (each.type === 'workspaces' ? [[each.id, each.attributes.name]] : [])),
  );
  const shown = data.map(({ id, attributes, relationships }) => {
    const place = relationships.workspace.data?.id;
    return { id, ...attributes, workspace: place === undefined ? null : (names.get(place) ?? place) };
  });
  const rows = shown.map((each) => [
    each['created-at'],
    each.source ?? 'plan',
    each.status,
    each.workspace ?? '-',
    creatorName(each['created-by']),
    `${each['result-count']['mandatory-failed']} mandatory, ${each['result-count']['advisory-failed']} advisory`,
    each.id,
  ]);
  const table = aligned([['CREATED', 'SOURCE', 'STATUS', 'WORKSPACE', 'BY', 'FAILED', 'ID'], ...rows]);
  const pagination = meta?.pagination;
  return {
    text: [table, ...(pagination ? pageLines(pagination) : [])].join('\n'),
    json: { evaluations: shown, pagination },
  };
};

export const show: Action<typeof evaluationCommands.show> = async ({ subject, options }, terminal) => {
  const service = serviceFrom(terminal, options.url);
  const id = evaluationIn(subject);
  const { data } = await service.client.get('/api/v2/policy-evaluations/{policy_evaluation_id}', {
    params: { policy_evaluation_id: id },
    needs: ['status', 'created-at', 'result-count', 'error'],
  });
  const { status, error, 'created-at': created, 'result-count': count } = data.attributes;
  const comparison = status === 'passed' ? undefined : await comparisonOf(service, id);
  const failed = `failed policies: ${count['mandatory-failed']} mandatory, ${count['advisory-failed']} advisory`;
  const lines = [
    `${id} of ${created}: ${status} (${failed})`,
    ...(error === null ? [] : [error]),
    ...(comparison ? comparisonLines(comparison) : []),
  ];
  return { text: lines.join('\n'), json: { evaluation: { id, ...data.attributes }, comparison: comparison ?? null } };
};

export const override: Action<typeof evaluationCommands.override> = async ({ subject, options }, terminal) => {
  const { comment, until, url, sameFindings } = options;
  if (comment === undefined) throw new UsageError('Say why the run may continue: --comment <text>.');
  const [id, end] = [evaluationIn(subject), endIn(until)];
  const { client } = serviceFrom(terminal, url);
  const { data } = await client.post('/api/v2/policy-evaluations/{policy_evaluation_id}/actions/override', {
    params: { policy_evaluation_id: id },
    body: {
      data: {
        type: 'policy-evaluations',
        attributes: {
          comment,
          ...(end !== undefined && { 'expires-at': end }),
          ...(sameFindings && { 'applies-to': 'same-findings' }),
        },
      },
    },
    needs: ['status', 'override'],
  });
  const { override: given } = data.attributes;
  const ends = given?.['expires-at'];
  const also = given?.approval ? ` The approval ${given.approval} covers the same findings in later evaluations.` : '';
  return {
    text: `${id} is overridden ${ends ? `until ${ends}` : 'without an end'}.${also}`,
    json: { evaluation: { id: data.id, ...data.attributes } },
  };
};
