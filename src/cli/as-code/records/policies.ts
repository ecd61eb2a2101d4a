// Attributes of a policy whose format in files differs from that in the API: code, tests and enforcement level. Some
// services return the enforcement level under another name.
import { Type } from 'typebox';
import { policyEntity } from '../../../domains/policies/commands.ts';
import type { RecordPart } from '../record-kind.ts';
import { pathIn, textAt } from '../wire.ts';

export const level: RecordPart = {
  schema: policyEntity.shown['enforcement-level'].schema,
  read: ({ attributes }, name) => {
    const [deprecated] = [attributes.enforce].flat();
    const mode: unknown = Reflect.get(Object(deprecated), 'mode');
    return attributes[name] ?? (typeof mode === 'string' ? mode : undefined);
  },
};

/** Older name of the attribute `introduction`. */
export const shadow: RecordPart = {
  schema: Type.Boolean(),
  isAlias: true,
  read: ({ attributes }, name) => attributes[name],
};

/** Policy code. It is stored in a file, and the list of policies contains the file's path. */
export const code: RecordPart = {
  schema: Type.String(),
  stored: { folder: 'policies', ending: ({ kind }) => (kind === 'native' ? '.sentinel' : '.rego') },
  read: async ({ area: { target, leftOut }, record, path }) => {
    const text = await textAt(target, pathIn('policies', record.id, 'download'));
    if (text === null) leftOut({ what: `the code of the policy ${path.join('/')}`, reason: 'the code is not UTF-8' });
    return text ?? undefined;
  },
  write: ({ target, after }, at) =>
    target.client.untyped.send({ method: 'put', path: `${at}/upload`, content: String(after) }),
};

/**
 * Policy tests. They are written after the code, because a service that enforces tests rejects code that fails the
 * existing tests.
 */
export const tests: RecordPart = {
  schema: Type.String(),
  stored: { folder: 'tests', ending: () => '_test.rego' },
  read: async ({ area: { target }, record, attributes }) =>
    (attributes['test-result'] ?? null) === null
      ? undefined
      : ((await textAt(target, pathIn('policies', record.id, 'tests'))) ?? undefined),
  write: ({ target, after }, at) =>
    target.client.untyped.send({ method: 'put', path: `${at}/tests`, content: String(after) }),
};
