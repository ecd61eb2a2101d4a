import type { SchemaChange } from './migration.ts';

/** No-code modules are no longer served, so their tables go. */
export const noCodeModules: SchemaChange = {
  name: 'no-code-modules',
  version: 2,
  phase: 'contract',
  statements: () => ['drop table no_code_variable_options', 'drop table no_code_modules'],
};
