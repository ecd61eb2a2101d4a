// Flat tags that an organization's workspaces use, for clients that support only flat tags.
import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import { containsPattern } from '../../../db/expressions.ts';
import type { RowsOf } from '../../../db/query.ts';
import { many } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import { resource, shown } from '../../../jsonapi/resource.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { maxRelated } from '../../../kernel/linked.ts';
import { canMatch } from '../../../kernel/matching.ts';
import { emptyPage, type Page, pageIn } from '../../../kernel/page.ts';
import { workspaceReaders } from '../../../kernel/permissions.ts';
import { folded } from '../../../lib/text/text.ts';
import { organizationRights } from '../access.ts';
import { inOrganization } from '../organizations/guard.ts';
import type { OrganizationAccess } from '../organizations/rights.ts';
import { tagsInUse } from '../tags/store.ts';
import { readingTeams } from '../team-access/place-access.ts';
import { findWorkspacesByIds } from './lists.ts';

type TagInUse = RowsOf<typeof tagsInUse> & { readonly organization: string };

const tagInUseResource = resource<TagInUse>({
  type: 'tags',
  id: ({ key }) => key,
  attributes: {
    name: shown(Type.String(), ({ key }) => key),
    'instance-count': shown(Type.Integer(), ({ workspaces }) => Number(workspaces)),
  },
  relationships: { organization: { to: 'organizations', one: ({ organization }) => organization } },
});

/**
 * Filter parameter with the identifier of a workspace whose tags are left out. Clients use it to suggest tags that the
 * workspace does not have yet.
 */
const ofOthers = 'filter[exclude][taggable][id]';

async function listTagsInUse(
  context: Context,
  actor: Actor,
  access: OrganizationAccess,
  { page, value }: ListQuery,
): Promise<Page<TagInUse>> {
  const word = value('q') ?? '';
  const excluded = value(ofOthers);
  const { organization } = access;
  if (!canMatch(word, excluded ?? '')) return emptyPage(page);
  const teams = (await readingTeams(context, actor, access, workspaceReaders)) ?? null;
  const pattern = containsPattern(folded(word));
  const [other] = excluded === undefined ? [] : await findWorkspacesByIds(context, [excluded], actor);
  const values = { organization: organization.id, teams, pattern, excluded: other?.id ?? '', limit: maxRelated };
  const rows = await context.database.rows(tagsInUse, values);
  return pageIn(
    rows.map((row) => ({ ...row, organization: organization.name })),
    page,
  );
}

export const tagsInUseRoute = route('GET', '/organizations/:organization_name/tags', {
  operationId: 'listOrganizationTags',
  summary: 'List the tags of an organization',
  description:
    'Lists the tags that were added to workspaces of the organization by name only, sorted by name, each with the number of workspaces that have it. The list contains at most 10,000 tags. `filter[exclude][taggable][id]` leaves out the tags of one workspace. Only workspaces that the caller can read are counted.',
  authorise: inOrganization(organizationRights.organizations.read),
  query: { paginated: true, parameters: ['q', ofOthers] },
  reply: many(tagInUseResource),
  handle: (context, { actor, subject, query: listed }) => listTagsInUse(context, actor, subject, listed),
});
