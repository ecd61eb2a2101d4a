import type { TSchema } from 'typebox';
import { providerExtras } from '../../../domains/accounts/commands.ts';
import { mapValues } from '../../../lib/functions/records.ts';
import { storedSecret } from '../model.ts';
import type { RecordPart } from '../record-kind.ts';

/** Credentials of identity providers. A service never returns their values. */
export const credentials = mapValues(
  providerExtras.credentials,
  (schema: TSchema): RecordPart => ({
    schema,
    isSecret: () => true,
    read: ({ attributes }, name) => (attributes.credential === name ? storedSecret : undefined),
  }),
);
