// Sample texts and errors.
import { ApiFailure } from '../../../client/failure.ts';

export const longWord = `no-public-buckets-${'x'.repeat(120)}`;
export const longText =
  'Buckets that everybody can read are refused, except those whose name begins with “public-” and whose owner has said in writing, within the last ninety days, that nothing in them is confidential. ';

export const refused = new ApiFailure(
  422,
  [
    { detail: 'Name has already been taken', pointer: '/data/attributes/name' },
    { detail: `Of the plan’s 25 policies all are in use: ${longText}` },
  ],
  { requestId: 'req-8f3a1c' },
);

export const failures: Readonly<Record<string, unknown>> = {
  refused,
  'not found': new ApiFailure(404, [{ code: 'not-found', detail: 'not found' }]),
  'no connection': new ApiFailure(0, [{ detail: 'Failed to fetch' }]),
  'fault of the page': new TypeError('undefined is not a function'),
};
