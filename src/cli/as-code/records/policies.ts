// What policies have besides attributes: their level, which some services show by another name, their code and their tests.
import { isUtf8 } from 'node:buffer';
import { Type } from 'typebox';
import { policyEntity } from '../../../domains/policies/commands.ts';
import { bytesAt, optional, sendTo } from '../../client/service-client.ts';
import type { Part, Shown } from '../record-kind.ts';
import { pathIn, valueIn } from '../wire.ts';

export const level: Part = {
  schema: policyEntity.shown['enforcement-level'].schema,
  read: ({ area: { target }, record }, name) => {
    const [deprecated] = [valueIn(target, record, 'enforce')].flat();
    const mode: unknown = Reflect.get(Object(deprecated), 'mode');
    return valueIn(target, record, name) ?? (typeof mode === 'string' ? mode : undefined);
  },
};

/** A text; in the list of policies it is the path of a file. */
export const code: Part = {
  schema: Type.String(),
  stored: { folder: 'policies', ending: ({ kind }) => (kind === 'native' ? '.sentinel' : '.rego') },
  read: async (shown) => {
    const text = await textAt(shown, 'download');
    const what = `the code of the policy ${shown.path.join('/')}`;
    if (text === null) shown.area.leftOut({ what, reason: 'it is not UTF-8' });
    return text ?? undefined;
  },
  write: ({ target, after }, at) =>
    sendTo(target.service, { method: 'PUT', path: `${at}/upload`, body: String(after) }),
};

/** They are written after the code: where tests are enforced, code is refused that fails the former ones. */
export const tests: Part = {
  schema: Type.String(),
  stored: { folder: 'tests', ending: () => '_test.rego' },
  read: async (shown) => {
    const hasTests = (valueIn(shown.area.target, shown.record, 'test-result') ?? null) !== null;
    return hasTests ? ((await textAt(shown, 'tests')) ?? undefined) : undefined;
  },
  write: ({ target, after }, at) => sendTo(target.service, { method: 'PUT', path: `${at}/tests`, body: String(after) }),
};

/** Undefined where there is nothing; null for bytes that are no text. */
async function textAt({ area, record }: Shown, part: string): Promise<string | null | undefined> {
  const bytes = await optional(bytesAt(area.target.service, pathIn('policies', record.id, part)));
  if (bytes === undefined) return undefined;
  return isUtf8(bytes) ? Buffer.from(bytes).toString('utf8') : null;
}
