import { Type } from 'typebox';
import type { TablesOf } from '../../../../db/tables.ts';
import { attribute, entity } from '../../../../jsonapi/entity.ts';
import { flag, generated, integer, json, nullable, text, time } from '../../../../kernel/columns.ts';

const variableName = Type.String({ format: 'text', minLength: 1, maxLength: 255 });
const variableType = Type.String({ format: 'text', minLength: 1, maxLength: 1_024 });

/** A module that is offered to people who write no configuration of their own. A module is so at most once. */
export const noCodeModules = entity('no_code_modules', {
  id: text(),
  organization_id: text(),
  module_id: text(),
  is_enabled: attribute(generated(flag()), { as: 'enabled', set: 'always' }),
  /** The version that is offered; null stands for the newest. */
  version_pin: attribute(nullable(text()), { set: 'always', schema: Type.String({ format: 'text', maxLength: 255 }) }),
  created_at: attribute(time()),
  updated_at: attribute(time()),
});

/** Options that people have for one of the module's variables. */
export const variableOptions = entity('no_code_variable_options', {
  id: text(),
  no_code_module_id: text(),
  position: integer(),
  variable_name: attribute(text(), { set: 'always', isRequired: true, schema: variableName }),
  variable_type: attribute(text(), { set: 'always', isRequired: true, schema: variableType }),
  /** A JSON array of texts. */
  options: json(),
});

declare module '../../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof noCodeModules, typeof variableOptions]> {}
}
