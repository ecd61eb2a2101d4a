import { catalogue } from './catalogue.ts';

export const t = catalogue({
  title: 'Removals under way',
  intro:
    'These organizations are deleted, and nobody can use them any more. The service removes what was in them in the background; a line goes when nothing is left.',
  what: 'removals under way',
  name: 'Organization',
  by: 'Deleted by',
  nobody: 'A token, the command line, or an account that is gone',
  at: 'Deleted',
  rows: 'Rows removed so far',
});
