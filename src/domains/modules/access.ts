// Access rights to an organization's modules. A caller without the right gets 404.
import type { RightsTable, Standing } from '../../kernel/rights.ts';

/**
 * Conditions other than permissions under which a right is granted, as sentences for the documentation of permissions.
 */
export const moduleConditions = {
  consumer:
    'The organization shares its modules with all organizations, or with an organization that the caller belongs to.',
  'deprecation-in-plan': 'The edition and the plan of the organization include the deprecation of modules.',
} as const;

const deprecate = [['manage-modules', 'deprecation-in-plan']] as const;

export const moduleRights = {
  'registry-modules': {
    create: ['manage-modules'],
    read: ['member', 'consumer'],
    update: ['manage-modules'],
    delete: ['manage-modules'],
    deprecate,
    check: [['member', 'deprecation-in-plan']],
    'read-downloads': deprecate,
    'list-deprecated-in-use': ['member'],
    'list-workspaces': ['member', 'consumer'],
  },
} as const satisfies RightsTable<Standing | keyof typeof moduleConditions>;
