import { manyOrAll } from '../../../http/reply.ts';
import { includable, type RouteFactory, route } from '../../../http/route.ts';
import { siteAdministrator } from '../../../http/site-administrator.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import type { Vocabulary } from '../../../jsonapi/vocabulary.ts';
import { type Page, pageIn } from '../../../lib/page.ts';
import { requireMember } from '../organizations/access.ts';
import { featureSetsFor } from '../subscriptions/subscriptions.ts';
import type { FeatureSet } from './attributes.ts';
import { findFeatureSetsByIds, publicSets, searchSets } from './feature-sets.ts';
import { featureSetResource } from './resource.ts';

/** All of them, unless a page was asked for. */
const asRequested = (
  all: readonly FeatureSet[],
  { page, isPaged }: ListQuery,
): Page<FeatureSet> | readonly FeatureSet[] => (isPaged ? pageIn(all, page) : all);

const list: RouteFactory = (words) =>
  route({
    method: 'GET',
    path: '/feature-sets',
    summary: 'List the pricing plans, all of them unless a page is asked for',
    caller: 'token',
    edition: 'hosted',
    query: { paginated: true },
    reply: manyOrAll(featureSetResource(words)),
    handle: (context, { query }) => asRequested(publicSets(context), query),
  });

const listForOrganization: RouteFactory = (words) =>
  route({
    method: 'GET',
    path: '/organizations/:organization_name/feature-sets',
    summary: 'List the pricing plans that an organization may choose, all of them unless a page is asked for',
    caller: 'token',
    edition: 'hosted',
    authorise: (context, actor, { organization_name }) => requireMember(context, actor, organization_name),
    query: { paginated: true },
    reply: manyOrAll(featureSetResource(words)),
    handle: async (context, { subject, query }) =>
      asRequested(await featureSetsFor(context, subject.organization), query),
  });

const search: RouteFactory = (words) =>
  route({
    method: 'GET',
    path: '/admin/feature-sets',
    summary: 'List the pricing plans with their limits, all of them unless a page is asked for',
    caller: 'user',
    edition: 'all',
    authorise: siteAdministrator,
    query: { paginated: true, plain: ['q'] },
    reply: manyOrAll(featureSetResource(words)),
    handle: (context, { query }) => asRequested(searchSets(context, query.value('q')), query),
  });

export const featureSetRoutes: readonly RouteFactory[] = [list, listForOrganization, search];

export const includableFeatureSets = (words: Vocabulary) => includable(featureSetResource(words), findFeatureSetsByIds);
