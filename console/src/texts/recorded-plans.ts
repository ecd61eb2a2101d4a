import { catalogue } from './catalogue.ts';

export const t = catalogue({
  intro:
    'Plans that policies saw, without what is sensitive. Replays evaluate them again, to show what a change of a policy would do.',
  what: 'recorded plans',
  none: 'No plan is recorded.',
  noneHint: 'An owner of the organization says in its settings for how many days plans are recorded.',
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
  deleteBody: 'Replays that have not come to it leave it out. Its evaluation stays.',
  deleted: 'The recorded plan is deleted.',
  deleteAll: 'Delete all',
  deleteAllTitle: 'Delete all recorded plans?',
  deleteAllBody: 'Replays have nothing to evaluate then. Later plans are recorded again, as the settings say.',
  allDeleted: 'All recorded plans are deleted.',
});
