// The bodies that create and change no-code modules.
import { type Static, Type } from 'typebox';
import { documentPayload } from '../../../../jsonapi/payload.ts';
import { Identifier, Nullable, Text } from '../../../../jsonapi/schema.ts';
import { noCodeModules, variableOptions } from './entity.ts';

/** Maximum number of variables with options, and maximum number of options of each. */
const [maxVariables, maxOptions] = [200, 200];

const Options = () =>
  Type.Array(
    Type.Object({
      type: Type.Literal('variable-options'),
      attributes: Type.Object({
        ...variableOptions.create,
        options: Type.Optional(Nullable(Type.Array(Text(1_024), { maxItems: maxOptions }))),
      }),
    }),
    { maxItems: maxVariables },
  );

/** Some clients write the type in the singular. */
const Module = () =>
  Type.Object({
    data: Type.Object({ id: Identifier(), type: Type.Enum(['registry-modules', 'registry-module']) }),
  });

const optional = { 'variable-options': Type.Optional(Type.Object({ data: Options() })) };

export const createPayload = documentPayload({
  type: 'no-code-modules',
  attributes: Type.Object(noCodeModules.create),
  relationships: Type.Object({ ...optional, 'registry-module': Type.Optional(Module()) }),
});

export const updatePayload = documentPayload({
  type: 'no-code-modules',
  attributes: Type.Object(noCodeModules.update),
  relationships: Type.Object({ ...optional, 'registry-module': Type.Optional(Module()) }),
});

export type SentOptions = Static<ReturnType<typeof Options>>;
