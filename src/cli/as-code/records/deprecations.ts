// Deprecations of versions of private modules, and the versions that there are.
import { Type } from 'typebox';
import { moduleDeprecations } from '../../../domains/modules/commands.ts';
import { answerTo, optional } from '../../client/service-client.ts';
import { sentValues } from '../difference.ts';
import type { Present, RecordName, Values } from '../model.ts';
import type { RecordKind } from '../record-kind.ts';
import { listAt, patchAt, pathIn, type Target, textIn, valuesIn } from '../wire.ts';

export const deprecationKind: RecordKind = {
  name: 'deprecation',
  noun: 'deprecation',
  attributes: moduleDeprecations.update,
  create: async (target, { declared }) => {
    await deprecate(target, declared, declared.values);
    return undefined;
  },
  change: (target, change) => deprecate(target, change.present, { ...change.present.values, ...sentValues(change) }),
  remove: (target, { path }) =>
    patchAt(target, pathOfVersion(path), {
      type: 'module-versions',
      attributes: { deprecation: { 'deprecated-status': 'Undeprecated' } },
    }),
};

const deprecate = (target: Target, { path }: RecordName, statement: Values): Promise<void> =>
  patchAt(target, pathOfVersion(path), {
    type: 'module-versions',
    attributes: { deprecation: { 'deprecated-status': 'Deprecated', ...statement } },
  });

/** `['shire', 'network/aws', '1.0.0']` */
const pathOfVersion = ([organization = '', module = '', version = '']: readonly string[]): string =>
  pathIn('organizations', organization, 'registry-modules', 'private', organization, ...module.split('/'), version);

const versions = Type.Object({
  modules: Type.Array(
    Type.Object({
      versions: Type.Array(
        Type.Object({
          version: Type.String(),
          deprecation: Type.Optional(Type.Union([Type.Null(), Type.Record(Type.String(), Type.Unknown())])),
        }),
      ),
    }),
  ),
});

export interface ModuleRecords {
  readonly deprecations: readonly Present[];
  /** Names of the published versions, as those of deprecations. */
  readonly published: readonly (readonly string[])[];
}

export async function readDeprecations(target: Target, organization: string): Promise<ModuleRecords> {
  const modules = (await optional(listAt(target, pathIn('organizations', organization, 'registry-modules')))) ?? [];
  const deprecations: Present[] = [];
  const published: (readonly string[])[] = [];
  for (const record of modules.filter((each) => textIn(target, each, 'registry-name') !== 'public')) {
    const [name, provider] = [textIn(target, record, 'name'), textIn(target, record, 'provider')];
    const path = ['/api/registry/v1/modules', ...[organization, name, provider].map(encodeURIComponent), 'versions'];
    const answer = await optional(answerTo(target.service, { path: path.join('/') }, versions));
    for (const { version, deprecation = null } of (answer?.modules ?? []).flatMap((each) => each.versions)) {
      const place = [organization, `${name}/${provider}`, version];
      published.push(place);
      if (deprecation === null) continue;
      const values = valuesIn(target, { id: version, attributes: deprecation }, Object.keys(moduleDeprecations.update));
      deprecations.push({ kind: 'deprecation', path: place, id: version, values });
    }
  }
  return { deprecations, published };
}
