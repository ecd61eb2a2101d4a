// Attributes of an organization that only third-party clients send when they act as site administrators.

import { Type } from 'typebox';
import { compatOnly } from '../../../jsonapi/compat-only.ts';
import { unenforcedAttributes } from '../organizations/unenforced.ts';

/** Attributes that are stored and returned but have no effect. */
export const administrationCompat = compatOnly({ 'access-beta-tools': { schema: Type.Boolean(), initial: false } });

/** Security settings that this service cannot enforce. For each setting, only one value is accepted. */
export const unenforced = unenforcedAttributes({
  'is-disabled': { value: false, same: [false] },
  'global-provider-sharing': { value: false, same: [false, null] },
  'iac-worker-sudo-enabled': { value: false, same: [false] },
});
