// The API's own description, as the service serves it: in its words, so that nothing of it is translated.
import { record } from './query.ts';

export const descriptionQuery = record('api-reference', '/api/v2/openapi.json', {
  staleTime: Number.POSITIVE_INFINITY,
})();
