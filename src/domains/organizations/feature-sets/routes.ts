import { Type } from 'typebox';
import { administration } from '../../../http/callers.ts';
import { requireCurrentOf } from '../../../http/etag.ts';
import { guarded, manyOrAll, one } from '../../../http/reply.ts';
import { includable, route } from '../../../http/route.ts';
import { documentPayload } from '../../../jsonapi/payload.ts';
import { Json } from '../../../jsonapi/schema.ts';
import { replaceCatalogue } from './editing.ts';
import { catalogueOf, findFeatureSetsByIds, pageOrAll, publicSets, searchSets } from './feature-sets.ts';
import { catalogueResource, featureSetResource } from './resource.ts';

const list = route('GET', '/feature-sets', {
  operationId: 'listFeatureSets',
  summary: 'List the feature sets',
  description:
    'Lists the feature sets that organizations can subscribe to, without their limits. Without page parameters, the response contains the complete list.',
  edition: 'hosted',
  query: { paginated: true, isOfReference: true },
  reply: manyOrAll(featureSetResource),
  handle: (context, { query }) => pageOrAll(publicSets(context), query),
});

const search = route('GET', '/admin/feature-sets', {
  operationId: 'listAdminFeatureSets',
  summary: 'List the feature sets with their limits',
  description:
    'Lists the feature sets that organizations can subscribe to, with their limits. Without page parameters, the response contains the complete list.',
  ...administration,
  edition: 'all',
  query: { paginated: true, parameters: ['q'] },
  reply: manyOrAll(featureSetResource),
  handle: (context, { query }) => pageOrAll(searchSets(context, query.value('q')), query),
});

const catalogue = '/admin/feature-set-catalogue';

/** Value from which the entity tag for `If-Match` is computed. It contains the whole catalogue. */
const catalogueRecord = (sets: readonly object[]): object => ({ sets });

const showCatalogue = route('GET', catalogue, {
  operationId: 'readFeatureSetCatalogue',
  summary: 'Show the catalogue of feature sets',
  description: 'Shows all feature sets in the order of the catalogue, including withdrawn ones.',
  ...administration,
  edition: 'all',
  reply: guarded(one(catalogueResource), catalogueRecord),
  handle: (context) => catalogueOf(context),
});

const updateCatalogue = route('PATCH', catalogue, {
  operationId: 'updateFeatureSetCatalogue',
  summary: 'Replace the catalogue of feature sets',
  description:
    'The list replaces the current catalogue and must contain every existing feature set. To stop offering a feature set, set `is-withdrawn` instead of removing the feature set from the list. An entry keeps the `id` of the feature set to which its `id` or `identifier` refers.',
  ...administration,
  edition: 'all',
  payload: documentPayload({
    type: 'feature-set-catalogues',
    attributes: Type.Object({ 'feature-sets': Type.Array(Json()) }),
  }),
  failures: [412],
  reply: guarded(one(catalogueResource), catalogueRecord),
  handle: (context, { actor, input: { attributes }, request }) => {
    const requireCurrent = requireCurrentOf(request);
    return replaceCatalogue(context, actor, attributes['feature-sets'], (before) =>
      requireCurrent(catalogueRecord(before)),
    );
  },
});

export const featureSetRoutes = [list, search, showCatalogue, updateCatalogue];

export const includableFeatureSets = includable(featureSetResource, findFeatureSetsByIds);
