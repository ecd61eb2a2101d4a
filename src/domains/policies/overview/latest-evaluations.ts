// Latest evaluations in several organizations: those that the caller created or, if there are none, those that the caller
// may read.
import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import { readQuery } from '../../../jsonapi/query.ts';
import { shown, shownObject } from '../../../jsonapi/resource.ts';
import { Nullable } from '../../../jsonapi/schema.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { OrganizationAccess } from '../../organizations/index.ts';
import { listEvaluations } from '../evaluations/list.ts';
import { evaluationAttributes } from '../evaluations/resource.ts';
import type { ShownEvaluation } from '../evaluations/shown.ts';
import { evaluationList } from '../evaluations/store.ts';
import { withWorkspaceNames } from './workspace-names.ts';

const maxEvaluations = 5;

interface NamedEvaluation extends ShownEvaluation {
  readonly workspace: string | null;
}

interface LatestEvaluations {
  /** Evaluations of all organizations, newest first, at most five. */
  readonly evaluations: readonly NamedEvaluation[];
  /** Whether the list contains only evaluations that the caller created. */
  readonly areOwn: boolean;
}

/**
 * Returns the newest evaluations that the caller created. If there are none, returns the newest evaluations that the
 * caller may read.
 */
async function read(
  context: Context,
  actor: Actor,
  organizations: readonly OrganizationAccess[],
): Promise<LatestEvaluations> {
  const own = 'id' in actor.identity ? await newest(context, actor, organizations, actor.identity.id) : [];
  if (own.length > 0) return { evaluations: own, areOwn: true };
  return { evaluations: await newest(context, actor, organizations), areOwn: false };
}

async function newest(
  context: Context,
  actor: Actor,
  organizations: readonly OrganizationAccess[],
  creator = '',
): Promise<readonly NamedEvaluation[]> {
  const sent = new Map([
    ['filter[created-by]', creator],
    ['page[size]', String(maxEvaluations)],
  ]);
  const query = readQuery(evaluationList.query, sent);
  const lists = organizations.map(async (access) => {
    const { rows } = await listEvaluations(context, { actor, access, query, total: 0 });
    return withWorkspaceNames(context, actor, access, rows);
  });
  return (await Promise.all(lists))
    .flat()
    .toSorted((one, other) => (placeOf(one) < placeOf(other) ? 1 : -1))
    .slice(0, maxEvaluations);
}

const placeOf = ({ created_at, id }: NamedEvaluation): string => `${created_at} ${id}`;

const { status, source, 'created-at': createdAt, 'result-count': counts } = evaluationAttributes;

export const latestEvaluations = {
  read,
  element: shownObject<NamedEvaluation>({
    id: shown(Type.String(), ({ id }) => id),
    organization: shown(Type.String(), ({ organization_name }) => organization_name),
    workspace: shown(Nullable(Type.String()), ({ workspace }) => workspace),
    source,
    status,
    'nothing-evaluated': evaluationAttributes['nothing-evaluated'],
    'result-count': counts,
    'created-at': createdAt,
  }),
};
