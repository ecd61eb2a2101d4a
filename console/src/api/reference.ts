// The OpenAPI description from the service, in the service's own vocabulary.
import { record } from './query.ts';

export const descriptionQuery = record('api-reference', '/api/v2/openapi.json', {
  staleTime: Number.POSITIVE_INFINITY,
})();
