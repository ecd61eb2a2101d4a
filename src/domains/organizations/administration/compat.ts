// Attributes of an organization that clients of other vocabularies write and compare in its administration.

import { Type } from 'typebox';
import { compatOnly } from '../../../jsonapi/compat-only.ts';
import { unenforcedAttributes } from '../organizations/unenforced.ts';

/** Stored without an effect. */
export const administrationCompat = compatOnly({ 'access-beta-tools': { schema: Type.Boolean(), initial: false } });

/** Settings that would promise security that nothing here gives, each with the only value that it can have. */
export const unenforced = unenforcedAttributes({
  'is-disabled': { value: false, same: [false] },
  'global-provider-sharing': { value: false, same: [false, null] },
  'iac-worker-sudo-enabled': { value: false, same: [false] },
});
