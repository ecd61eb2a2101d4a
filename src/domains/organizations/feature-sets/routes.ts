import { manyOrAll } from '../../../http/reply.ts';
import { includable, route } from '../../../http/route.ts';
import { requireSiteAdministrator } from '../../../http/site-administrator.ts';
import { findFeatureSetsByIds, pageOrAll, publicSets, searchSets } from './feature-sets.ts';
import { featureSetResource } from './resource.ts';

const list = route('GET', '/feature-sets', {
  operationId: 'listFeatureSets',
  summary: 'List the feature sets',
  description: 'Lists the feature sets that anybody may choose. Without page parameters the answer has all of them.',
  edition: 'hosted',
  query: { paginated: true, isOfReference: true },
  reply: manyOrAll(featureSetResource),
  handle: (context, { query }) => pageOrAll(publicSets(context), query),
});

const search = route('GET', '/admin/feature-sets', {
  operationId: 'listAdminFeatureSets',
  summary: 'List the feature sets with their limits',
  description: 'Lists the feature sets that can be chosen. Without page parameters the answer has all of them.',
  caller: 'user',
  edition: 'all',
  authorise: requireSiteAdministrator,
  query: { paginated: true, parameters: ['q'] },
  reply: manyOrAll(featureSetResource),
  handle: (context, { query }) => pageOrAll(searchSets(context, query.value('q')), query),
});

export const featureSetRoutes = [list, search];

export const includableFeatureSets = includable(featureSetResource, findFeatureSetsByIds);
