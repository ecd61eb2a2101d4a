// What policies have besides attributes: their level, which some services show by another name, their code and their tests.
import { Type } from 'typebox';
import { policyEntity } from '../../../domains/policies/commands.ts';
import type { Part } from '../record-kind.ts';
import { pathIn, textAt } from '../wire.ts';

export const level: Part = {
  schema: policyEntity.shown['enforcement-level'].schema,
  read: ({ attributes }, name) => {
    const [deprecated] = [attributes.enforce].flat();
    const mode: unknown = Reflect.get(Object(deprecated), 'mode');
    return attributes[name] ?? (typeof mode === 'string' ? mode : undefined);
  },
};

/** The code, as a text; the list of policies has the path of a file. */
export const code: Part = {
  schema: Type.String(),
  stored: { folder: 'policies', ending: ({ kind }) => (kind === 'native' ? '.sentinel' : '.rego') },
  read: async ({ area: { target, leftOut }, record, path }) => {
    const text = await textAt(target, pathIn('policies', record.id, 'download'));
    if (text === null) leftOut({ what: `the code of the policy ${path.join('/')}`, reason: 'it is not UTF-8' });
    return text ?? undefined;
  },
  write: ({ target, after }, at) =>
    target.client.untyped.send({ method: 'put', path: `${at}/upload`, content: String(after) }),
};

/** The tests are written after the code: if tests are enforced, the service refuses code that fails the tests it has. */
export const tests: Part = {
  schema: Type.String(),
  stored: { folder: 'tests', ending: () => '_test.rego' },
  read: async ({ area: { target }, record, attributes }) =>
    (attributes['test-result'] ?? null) === null
      ? undefined
      : ((await textAt(target, pathIn('policies', record.id, 'tests'))) ?? undefined),
  write: ({ target, after }, at) =>
    target.client.untyped.send({ method: 'put', path: `${at}/tests`, content: String(after) }),
};
