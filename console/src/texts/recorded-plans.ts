import { catalogue } from './catalogue.ts';

export const t = catalogue({
  intro:
    'Plans that policies evaluated, without sensitive values. Replays evaluate them again to show the effect of a policy change.',
  what: 'recorded plans',
  none: 'No plans are recorded.',
  noneHint: 'An owner of the organization can turn on the recording of plans in the settings.',
  toSettings: 'To the settings',
  plan: 'Plan',
  evaluatedAt: 'Evaluated',
  size: 'Size',
  maskedValues: 'Masked values',
  expires: 'Deleted',
  withoutWorkspace: 'No workspace',
  delete: 'Delete',
  deleteOf: (workspace: string) => `Delete the recorded plan of ${workspace}`,
  deleteTitle: (workspace: string) => `Delete the recorded plan of ${workspace}?`,
  deleteBody: 'Running replays skip it. The evaluation stays.',
  deleted: 'The recorded plan was deleted.',
  deleteAll: 'Delete all',
  deleteAllTitle: 'Delete all recorded plans?',
  deleteAllBody: 'Replays then have no plans to evaluate. New plans are still recorded, as configured in the settings.',
  allDeleted: 'All recorded plans were deleted.',
});
