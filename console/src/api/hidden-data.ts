import { ApiFailure } from '../../../client/failure.ts';

/**
 * Whether data that the user may see is not shown because of this error. Errors about missing permissions do not count,
 * because there is nothing to show to users without the permission.
 */
export const hidesData = (error: unknown): boolean =>
  error !== null && !(error instanceof ApiFailure && [401, 403, 404].includes(error.status));
