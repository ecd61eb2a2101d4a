/**
 * Problem codes with their meanings. Clients depend on codes, so neither the name nor the meaning of a code ever
 * changes.
 */
export const problemCodes = {
  'answer-not-kept':
    'A request with this `Idempotency-Key` has been processed, but its response is secret or too long to be repeated.',
  'bad-request': 'The request is invalid, and no other code is more specific.',
  'credentials-refused': 'Another server refused the credentials in the settings.',
  deleted: 'The record existed, but data retention has deleted it.',
  exists: 'The record to be created exists already.',
  'failed-elsewhere': 'Another server that the request depends on failed or did not respond in time.',
  'faulty-archive': 'The archive cannot be read, or contains something that is not permitted.',
  'faulty-code': 'The code of a policy, its query or its tests have errors.',
  forbidden: 'The caller may not do this, or not in the current state.',
  'header-too-large': 'The header of the request is too large.',
  'idempotency-key-reused': 'A different request used this `Idempotency-Key` in the last 24 hours.',
  immutable: 'The value cannot be changed.',
  'internal-server-error':
    'An internal error. The log of the service has details under the `X-Request-Id` of the response.',
  invalid: 'The value or the whole request violates a rule, and no other code is more specific.',
  'invalid-parameter': 'A query parameter has a value that is not supported.',
  'last-administrator': 'The change would leave the instance without an active administrator.',
  'last-owner': 'The change would leave an organization without an active owner.',
  'limit-reached': 'A limit of the plan, of a setting or of the service has been reached.',
  malformed: 'The text does not have the required format.',
  'malformed-body': 'The body is not JSON with the expected structure.',
  mismatch: 'The value differs from another value of the request, and the two must be equal.',
  'no-such-record': 'The value refers to a record that does not exist or that the caller may not see.',
  'not-found': 'The resource does not exist, the caller has no right to it, or the plan does not include it.',
  'not-in-list': 'The value is not one of the permitted values.',
  'not-supported': 'The service deliberately does not support this function.',
  'one-time-code-required': 'The password is correct. Send the code of the second factor together with it.',
  'outcome-unknown':
    'The service failed while it stored the change. Check whether the change happened, or repeat the request with the same `Idempotency-Key`.',
  'owner-proof-required':
    'The caller must first prove that the account belongs to the caller. `detail` says with which request.',
  'payload-too-large': 'The body is too large.',
  'precondition-failed': 'The record has changed since the client read it (`If-Match`).',
  'request-timeout': 'The body was sent too slowly.',
  'request-under-way': 'The first request with this `Idempotency-Key` is still being processed.',
  required: 'The value is missing or blank.',
  'session-required': 'The request needs a session; a token is not enough.',
  taken: 'Another record has this name, or another value that must be unique.',
  'too-complex': 'The body has too many values, or is nested too deeply.',
  'too-high': 'The number or the time is above the maximum.',
  'too-long': 'The text has too many characters.',
  'too-low': 'The number or the time is below the minimum.',
  'too-many': 'The list has too many elements.',
  'too-many-keys':
    'The caller has sent too many different values of `Idempotency-Key` in 24 hours. Requests without the header are still accepted.',
  'too-many-requests':
    'The client has sent too many requests or guessed too often, or a queue of the service is full. Wait for the time in `Retry-After`.',
  'too-short': 'The text has too few characters.',
  'two-factor-required': 'The request requires two-factor authentication, which the account does not use.',
  unauthorized: 'No valid credentials came with the request.',
  unavailable: 'The service cannot respond now. Try again later.',
  'unknown-member': 'The object has an unknown member.',
  'unsupported-media-type': 'The body has a media type or an encoding that is not supported.',
  'user-tokens-disabled': 'The organization does not accept user tokens.',
  'weak-password': 'The password is too easy to guess.',
  'wrong-one-time-code': 'The code of the second factor is wrong, or was used before.',
  'wrong-password': 'The password is wrong.',
  'wrong-state': 'The record is in a state that does not allow this.',
  'wrong-type': 'The value has the wrong JSON type.',
} as const;

export type ProblemCode = keyof typeof problemCodes;
