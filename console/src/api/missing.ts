import { ApiFailure } from '../../../client/failure.ts';

/**
 * Whether data is missing because of this error. Errors about missing permissions do not count, because there is nothing
 * to show to users without the permission.
 */
export const isMissing = (error: unknown): boolean =>
  error !== null && !(error instanceof ApiFailure && [401, 403, 404].includes(error.status));
