// The OpenAPI description as the service returns it, in the vocabulary of the service.
import { record } from './query.ts';

export const descriptionQuery = record('api-reference', '/api/v2/openapi.json', {
  staleTime: Number.POSITIVE_INFINITY,
})();
