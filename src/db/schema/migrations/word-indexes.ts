import type { SchemaChange } from './migration.ts';
import { indexOfWords } from './trigram-index.ts';

/**
 * SQLite's search indexes are not rewritten when a tenth of their entries is gone: with 100,000 policies that kept the
 * serving thread for 0.8 s at a time, with a million for 2.4 s. What is gone leaves with what is merged as others come.
 */
export const wordIndexes: SchemaChange = {
  name: 'word-indexes',
  version: 2,
  phase: 'expand',
  statements: ({ engine }) =>
    engine === 'sqlite'
      ? [indexOfWords('users'), indexOfWords('policies')].map(
          (index) => `insert into ${index} (${index}, rank) values ('deletemerge', 0)`,
        )
      : [],
};
