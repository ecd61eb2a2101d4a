import { catalogue } from './catalogue.ts';

export const t = catalogue({
  title: 'Deletions in progress',
  intro:
    'These organizations were deleted and cannot be used any more. The service deletes their contents in the background. When everything is deleted, the row disappears.',
  what: 'deletions in progress',
  name: 'Organization',
  by: 'Deleted by',
  nobody: 'A token, the command line or a deleted account',
  at: 'Deleted',
  rows: 'Rows deleted so far',
});
