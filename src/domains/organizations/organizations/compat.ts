// Attributes of an organization that only third-party clients send.
import { Type } from 'typebox';
import { type CompatAttribute, compatOnly } from '../../../jsonapi/compat-only.ts';
import { shownOnly } from '../../../jsonapi/resource.ts';
import { unenforcedAttributes } from './unenforced.ts';

const off: CompatAttribute = { schema: Type.Boolean(), initial: false };

/** Attributes that are stored and returned but have no effect. */
export const organizationCompat = compatOnly({
  'aggregated-commit-status-enabled': off,
  'assessments-enforced': off,
  'stacks-enabled': off,
});

const { shown: shownUnenforced, problems: unenforcedProblems } = unenforcedAttributes({
  'enforce-hyok': { value: false, same: [false] },
  'max-ttl-enabled': { value: false, same: [false] },
  'owners-team-saml-role-id': { value: '', same: ['', null] },
});

export { unenforcedProblems };

export const unenforcedShown = shownOnly('hasCompatAttributes', shownUnenforced);
