// Request bodies of run tasks.
import { Type } from 'typebox';
import { attributeProblem, invalid } from '../../../jsonapi/errors.ts';
import { documentPayload } from '../../../jsonapi/payload.ts';
import { Text } from '../../../jsonapi/schema.ts';
import { policyRunTasks } from './entity.ts';
import { insecureOrigins, originsIn } from './hosts.ts';

const maxHosts = 20;
const maxHostLength = 300;

/** Schema of the key that signs run task calls. The minimum length makes the key hard to guess. */
const hmacKey = () => Type.String({ ...Text(512), minLength: 16 });
const allowedHosts = () => Type.Array(Text(maxHostLength), { minItems: 1, maxItems: maxHosts });

export const createPayload = documentPayload({
  type: 'policy-run-tasks',
  attributes: Type.Object({ ...policyRunTasks.create, 'hmac-key': hmacKey(), 'allowed-hosts': allowedHosts() }),
});

export const updatePayload = documentPayload({
  type: 'policy-run-tasks',
  attributes: Type.Object({
    ...policyRunTasks.update,
    'hmac-key': Type.Optional(hmacKey()),
    'allowed-hosts': Type.Optional(allowedHosts()),
  }),
});

/**
 * Returns the origins of the allowed hosts. 422 if a host is invalid, or if a host uses HTTP without TLS and is not
 * listed by the operator.
 */
export function allowedOrigins(hosts: readonly string[], listed: readonly string[]): readonly string[] {
  const { origins, wrong } = originsIn(hosts);
  const isNone = wrong.map((host) =>
    attributeProblem(
      'allowed-hosts',
      'malformed',
      `Allowed-hosts contains ${host}, which is not a host: use the form app.example.com, terraform.internal:8443 or https://app.example.com`,
    ),
  );
  const isInsecure = insecureOrigins(origins, listed).map((origin) =>
    attributeProblem(
      'allowed-hosts',
      'forbidden',
      `Allowed-hosts contains ${origin}, which does not use TLS: the operator of this service must list it in TIPSTAFF_RUN_PLATFORMS`,
    ),
  );
  const problems = [...isNone, ...isInsecure];
  if (problems.length > 0) throw invalid(...problems);
  return origins;
}
