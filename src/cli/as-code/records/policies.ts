import { isUtf8 } from 'node:buffer';
import { Type } from 'typebox';
import { policyEntity } from '../../../domains/policies/commands.ts';
import { bytesAt, optional, sendTo } from '../../client/service-client.ts';
import { sentValues } from '../difference.ts';
import type { LeftOut, Present, Values } from '../model.ts';
import type { RecordKind } from '../record-kind.ts';
import {
  createAt,
  deleteAt,
  listAt,
  patchAt,
  pathIn,
  registerId,
  type Target,
  textIn,
  valueIn,
  valuesIn,
  type WireRecord,
} from '../wire.ts';

const { name: _, kind, ...own } = policyEntity.create;

const shown = { kind, ...own, 'enforcement-level': policyEntity.shown['enforcement-level'].schema };

export const policyKind: RecordKind = {
  name: 'policy',
  noun: 'policy',
  /** `code` and `tests` are texts; in the list of policies they are paths of files. */
  attributes: { ...shown, code: Type.String(), tests: Type.String() },
  required: ['kind', 'enforcement-level'],
  immutable: ['kind'],
  create: async (target, { declared: { path, values } }) => {
    const [organization = '', name] = path;
    const attributes = { name, ...attributesOf(values) };
    const content = { type: 'policies', attributes };
    const { id } = await createAt(target, pathIn('organizations', organization, 'policies'), content);
    await upload(target, id, values);
    return id;
  },
  change: async (target, change) => {
    const { id } = change.present;
    const sent = sentValues(change);
    const attributes = attributesOf(sent);
    if (Object.keys(attributes).length > 0)
      await patchAt(target, pathIn('policies', id), { type: 'policies', attributes });
    await upload(target, id, sent);
  },
  remove: (target, { id }) => deleteAt(target, pathIn('policies', id)),
};

const attributesOf = ({ code: _code, tests: _tests, ...attributes }: Values): Values => attributes;

/** The tests come last: where tests are enforced, code is refused that fails the former ones. */
async function upload({ service }: Target, id: string, { code, tests }: Values): Promise<void> {
  if (typeof code === 'string')
    await sendTo(service, { method: 'PUT', path: pathIn('policies', id, 'upload'), body: code });
  const path = pathIn('policies', id, 'tests');
  if (typeof tests === 'string') await sendTo(service, { method: 'PUT', path, body: tests });
  if (tests === null) await sendTo(service, { method: 'DELETE', path });
}

/** Maximum number of requests for code that are under way at once. */
const atOnce = 4;

/** The policies of an organization that are not part of versions of sets. */
export async function readPolicies(
  target: Target,
  organization: string,
  leftOut: (part: LeftOut) => void,
): Promise<readonly Present[]> {
  const records = (await optional(listAt(target, pathIn('organizations', organization, 'policies')))) ?? [];
  const policies: Present[] = [];
  for (let start = 0; start < records.length; start += atOnce) {
    const some = records.slice(start, start + atOnce);
    policies.push(...(await Promise.all(some.map((each) => policyFrom(target, organization, each, leftOut)))));
  }
  return policies;
}

async function policyFrom(
  target: Target,
  organization: string,
  record: WireRecord,
  leftOut: (part: LeftOut) => void,
): Promise<Present> {
  const path = [organization, textIn(target, record, 'name')];
  registerId(target, 'policy', path, record.id);
  const hasTests = (valueIn(target, record, 'test-result') ?? null) !== null;
  const code = await textAt(target, pathIn('policies', record.id, 'download'));
  const tests = hasTests ? await textAt(target, pathIn('policies', record.id, 'tests')) : undefined;
  if (code === null) leftOut({ what: `the code of the policy ${path.join('/')}`, reason: 'it is not UTF-8' });
  const values = {
    ...deprecatedLevel(valueIn(target, record, 'enforce')),
    ...valuesIn(target, record, Object.keys(shown)),
    ...(typeof code === 'string' && { code }),
    ...(typeof tests === 'string' && { tests }),
  };
  return { kind: 'policy', path, id: record.id, values };
}

/** The level by its deprecated name, which is all that some services show. */
function deprecatedLevel(enforce: unknown): Values {
  const [first]: readonly unknown[] = Array.isArray(enforce) ? enforce : [];
  const mode: unknown = Reflect.get(Object(first), 'mode');
  return typeof mode === 'string' ? { 'enforcement-level': mode } : {};
}

/** Undefined where there is nothing; null for bytes that are no text. */
async function textAt({ service }: Target, path: string): Promise<string | null | undefined> {
  const bytes = await optional(bytesAt(service, path));
  if (bytes === undefined) return undefined;
  return isUtf8(bytes) ? Buffer.from(bytes).toString('utf8') : null;
}
