// Who may do what with the modules of an organization. Everybody else gets 404.
import type { RightsTable, Standing } from '../../kernel/rights.ts';

/** The conditions beside permissions, as the documentation words them. */
export const moduleConditions = {
  consumer: 'The organization shares its modules with all organizations, or with one that the caller belongs to.',
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
  },
} as const satisfies RightsTable<Standing | keyof typeof moduleConditions>;
