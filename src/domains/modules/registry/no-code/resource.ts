import { Type } from 'typebox';
import { spacedParts } from '../../../../db/expressions.ts';
import { resource, shown } from '../../../../jsonapi/resource.ts';
import { noCodeModules, variableOptions } from './entity.ts';
import type { NoCodeRow, OptionRow } from './store.ts';

export const noCodeResource = resource<NoCodeRow>({
  type: 'no-code-modules',
  attributes: noCodeModules.shown,
  relationships: {
    organization: { to: 'organizations', one: ({ organization_name }) => organization_name },
    'registry-module': { to: 'registry-modules', one: ({ module_id }) => module_id },
    'variable-options': { to: 'variable-options', many: ({ option_ids }) => spacedParts(option_ids) },
  },
  links: { self: ({ id }) => `/api/v2/no-code-modules/${id}` },
});

/** The texts that people may choose from. */
export const choicesOf = ({ options }: Pick<OptionRow, 'options'>): readonly string[] => JSON.parse(options);

export const optionResource = resource<OptionRow>({
  type: 'variable-options',
  attributes: { ...variableOptions.shown, options: shown(Type.Array(Type.String()), choicesOf) },
});

/** A variable of a module as its archive declares it, with what people may choose. */
export interface OfferedVariable {
  readonly id: string;
  readonly name: string;
  readonly type: string | null;
  readonly description: string | null;
  readonly required: boolean;
  readonly sensitive: boolean;
  readonly options: readonly string[];
}

export const variableResource = resource<OfferedVariable>({
  type: 'registry-module-variables',
  attributes: {
    name: shown(Type.String(), ({ name }) => name),
    type: shown(Type.String(), ({ type }) => type ?? 'any'),
    description: shown(Type.String(), ({ description }) => description ?? ''),
    required: shown(Type.Boolean(), ({ required }) => required),
    sensitive: shown(Type.Boolean(), ({ sensitive }) => sensitive),
    options: shown(Type.Array(Type.String()), ({ options }) => options),
    'has-global': shown(Type.Boolean(), () => false),
  },
});
