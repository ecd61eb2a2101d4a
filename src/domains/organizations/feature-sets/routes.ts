import { manyOrAll } from '../../../http/reply.ts';
import { includable, type RouteFactory, route } from '../../../http/route.ts';
import { siteAdministrator } from '../../../http/site-administrator.ts';
import type { Vocabulary } from '../../../jsonapi/vocabulary.ts';
import { findFeatureSetsByIds, pageOrAll, publicSets, searchSets } from './feature-sets.ts';
import { featureSetResource } from './resource.ts';

const list: RouteFactory = (words) =>
  route({
    method: 'GET',
    path: '/feature-sets',
    summary: 'List the pricing plans, all of them unless a page is asked for',
    caller: 'token',
    edition: 'hosted',
    query: { paginated: true },
    reply: manyOrAll(featureSetResource(words)),
    handle: (context, { query }) => pageOrAll(publicSets(context), query),
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
    handle: (context, { query }) => pageOrAll(searchSets(context, query.value('q')), query),
  });

export const featureSetRoutes: readonly RouteFactory[] = [list, search];

export const includableFeatureSets = (words: Vocabulary) => includable(featureSetResource(words), findFeatureSetsByIds);
