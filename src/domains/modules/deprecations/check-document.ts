import { Type } from 'typebox';
import { resource, shown, shownList, shownObject } from '../../../jsonapi/resource.ts';
import { NullableString } from '../../../jsonapi/schema.ts';
import { heading, lineOf } from '../../../protocols/module-lists/warning-text.ts';
import type { Checked, CheckWarning } from './check.ts';

const warning = shownObject<CheckWarning>({
  source: shown(Type.String(), ({ source }) => source),
  'requested-version': shown(Type.String(), ({ requested }) => requested),
  module: shown(Type.String(), ({ module }) => module),
  version: shown(Type.String(), ({ version }) => version),
  reason: shown(NullableString(), ({ reason }) => reason),
  link: shown(NullableString(), ({ link }) => link),
  'newest-version': shown(NullableString(), ({ newest }) => newest),
  message: shown(Type.String(), lineOf),
});

/** Result of checking a list of modules. `message` is null if there are no warnings. */
export const checkResource = resource<Checked>({
  type: 'module-checks',
  attributes: {
    shape: shown(Type.Enum(['list', 'plan', 'installed']), ({ shape }) => shape),
    'checked-count': shown(Type.Integer(), ({ checked }) => checked),
    'ignored-count': shown(Type.Integer(), ({ ignored }) => ignored),
    message: shown(NullableString(), ({ warnings }) => (warnings.length === 0 ? null : heading)),
    warnings: shownList(warning, ({ warnings }) => warnings),
  },
  id: ({ organization }) => organization,
});
