// Flat tags that an organization's workspaces use, for clients that support only flat tags.
import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import { containsPattern } from '../../../db/expressions.ts';
import type { RowsOf } from '../../../db/query.ts';
import { many } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { maxRelated } from '../../../kernel/linked.ts';
import { canMatch } from '../../../kernel/matching.ts';
import { emptyPage, type Page, pageIn } from '../../../kernel/page.ts';
import { folded } from '../../../lib/text/text.ts';
import { organizationRights } from '../access.ts';
import { inOrganization } from '../organizations/guard.ts';
import { may, type OrganizationAccess } from '../organizations/rights.ts';
import { tagsInUse } from '../tags/store.ts';

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
  { database }: Context,
  access: OrganizationAccess,
  { page, value }: ListQuery,
): Promise<Page<TagInUse>> {
  const word = value('q') ?? '';
  const excluded = value(ofOthers) ?? '';
  const { organization } = access;
  if (!may(organizationRights.workspaces.read)(access) || !canMatch(word, excluded)) return emptyPage(page);
  const values = { organization: organization.id, pattern: containsPattern(folded(word)), excluded, limit: maxRelated };
  const rows = await database.rows(tagsInUse, values);
  return pageIn(
    rows.map((row) => ({ ...row, organization: organization.name })),
    page,
  );
}

export const tagsInUseRoute = route('GET', '/organizations/:organization_name/tags', {
  operationId: 'listOrganizationTags',
  summary: 'List the tags of an organization',
  description:
    'Lists the tags that workspaces of the organization have by name only, sorted by name, with the number of workspaces that have each. The list contains at most 10,000 tags. `filter[exclude][taggable][id]` leaves out the tags of one workspace. The list is empty for members without permission to read workspaces.',
  authorise: inOrganization(organizationRights.organizations.read),
  query: { paginated: true, parameters: ['q', ofOthers] },
  reply: many(tagInUseResource),
  handle: (context, { subject, query: listed }) => listTagsInUse(context, subject, listed),
});
