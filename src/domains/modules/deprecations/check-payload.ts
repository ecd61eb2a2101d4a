// Body of the request that checks a list of modules. The body can be a list of modules, a plan in JSON format, or the
// contents of `.terraform/modules/modules.json`.
import { type TSchema, Type } from 'typebox';
import { invalid, type Problem } from '../../../jsonapi/errors.ts';
import { jsonApiType, type Payload } from '../../../jsonapi/payload.ts';
import { validate } from '../../../jsonapi/validate.ts';
import { type ModuleList, readModuleList } from '../../../protocols/module-lists/module-list.ts';

const text = () => Type.Optional(Type.String());

const modules = Type.Array(Type.Object({ source: Type.String(), version: text() }));
const document = Type.Object({ data: Type.Object({ attributes: Type.Object({ modules }) }) });

const plan = Type.Object({ configuration: Type.Object({ root_module: Type.Object({}) }) });
const installed = Type.Object({
  Modules: Type.Array(Type.Object({ Key: text(), Source: text(), Version: text(), Dir: text() })),
});

const unknown: Problem = {
  code: 'invalid',
  detail:
    'The body must be a list of modules, a plan in JSON format, or the contents of .terraform/modules/modules.json',
};

/**
 * Other programs write plans and modules.json files, so the schema covers only the properties that this service reads.
 */
const schemaFor = ({ shape }: ModuleList, value: unknown): TSchema => {
  if (shape === 'plan') return plan;
  if (shape === 'installed') return installed;
  return Array.isArray(value) ? modules : document;
};

export const checkPayload: Payload<ModuleList> = {
  mediaTypes: [jsonApiType, 'application/json'],
  schema: Type.Union([document, modules, plan, installed]),
  check: (value) => {
    const list = readModuleList(value);
    if (list === undefined) throw invalid(unknown);
    const result = validate(schemaFor(list, value), value);
    if ('problems' in result) throw invalid(...result.problems);
    return list;
  },
};
