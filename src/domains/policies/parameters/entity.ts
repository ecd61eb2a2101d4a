import type { TablesOf } from '../../../db/tables.ts';
import { attribute, entity } from '../../../jsonapi/entity.ts';
import { Text } from '../../../jsonapi/schema.ts';
import { flag, generated, nullable, text, time } from '../../../kernel/columns.ts';

/**
 * A named value that the policies of a set can read. A sensitive value is encrypted and never included in API
 * responses.
 */
export const policySetParameters = entity('policy_set_parameters', {
  id: text(),
  policy_set_id: text(),
  key: attribute(text(), { set: 'always', isRequired: true, schema: Text(255) }),
  /** Value of the parameter; null if the parameter is sensitive. */
  value: nullable(text()),
  sealed_value: nullable(text()),
  is_sensitive: attribute(generated(flag()), { as: 'sensitive', set: 'always' }),
  created_at: time(),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof policySetParameters]> {}
}
