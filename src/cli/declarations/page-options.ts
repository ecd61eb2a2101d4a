import { valued } from '../options.ts';

export const pageOptions = {
  page: valued('--page <number>', 'which page'),
  pageSize: valued('--page-size <number>', 'how many a page, at most 100'),
};
