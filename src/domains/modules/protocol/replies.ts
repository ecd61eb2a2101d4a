// Responses and errors of the registry protocol.
import { Type } from 'typebox';
import type { Reply } from '../../../http/reply.ts';
import type { ApiError } from '../../../jsonapi/errors.ts';
import type { Shown } from '../../../jsonapi/resource.ts';
import { Exactly } from '../../../jsonapi/schema.ts';

const json = 'application/json';

const titles: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Unauthorized',
  404: 'Not found',
  429: 'Too many requests',
  500: 'Internal server error',
  503: 'Service unavailable',
};

/** Converts an error to the format of the registry protocol, which has only messages. */
const showFailure = ({ status, problems, headers }: ApiError) => {
  const texts = problems.map(({ detail }) => detail);
  const errors = texts.length > 0 ? texts : [titles[status] ?? `Status ${status}`];
  return { status, headers: { ...headers, 'content-type': json }, body: JSON.stringify({ errors }) };
};

const failures = { showFailure, failure: Exactly({ errors: Type.Array(Type.String(), { minItems: 1 }) }) };

/** Response with a JSON body in the format of the registry protocol. */
export const protocolDocument = <Output>({ schema, read }: Shown<Output>): Reply<Output> => ({
  ...failures,
  status: 200,
  mediaType: json,
  schema: () => schema,
  render: (output) => ({ status: 200, headers: { 'content-type': json }, body: JSON.stringify(read(output)) }),
});

/**
 * Response with the URL of the archive in a header. Terraform and OpenTofu clients determine the archive type from the
 * end of the URL.
 */
export const archiveLocation: Reply<string> = {
  ...failures,
  status: 204,
  render: (url) => ({
    status: 204,
    headers: { 'x-terraform-get': `${url}?archive=tar.gz`, 'cache-control': 'no-store' },
  }),
};

/** Redirect to another path of the registry protocol. */
export const redirect: Reply<string> = {
  ...failures,
  status: 302,
  render: (location) => ({ status: 302, headers: { location } }),
};
