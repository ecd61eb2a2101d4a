// Credentials of identity providers.
import type { TSchema } from 'typebox';
import { providerExtras } from '../../../domains/accounts/commands.ts';
import { mapValues } from '../../../lib/functions/records.ts';
import { storedSecret } from '../model.ts';
import type { Part } from '../record-kind.ts';
import { textIn } from '../wire.ts';

/** A service does not show the one that a provider has. */
export const credentials = mapValues(
  providerExtras.credentials,
  (schema: TSchema): Part => ({
    schema,
    isSecret: () => true,
    read: ({ area: { target }, record }, name) =>
      textIn(target, record, 'credential') === name ? storedSecret : undefined,
  }),
);
