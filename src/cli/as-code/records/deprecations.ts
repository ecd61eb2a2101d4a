// Deprecations of private module versions.
import { Type } from 'typebox';
import { orAbsent } from '../../../../client/failure.ts';
import { pathPart } from '../../../../client/request.ts';
import { moduleDeprecations } from '../../../domains/modules/commands.ts';
import { sentValues } from '../difference.ts';
import type { Present, RecordValues } from '../model.ts';
import type { Area, RecordKind } from '../record-kind.ts';
import { type ApiTarget, answerAt, listAt, patchAt, pathIn, textIn, valuesIn } from '../wire.ts';

const documentType = 'module-versions';

export const deprecationKind: RecordKind = {
  name: 'deprecation',
  noun: 'deprecation',
  list: 'deprecations',
  names: ['module', 'version'],
  attributes: moduleDeprecations.update,
  documentType: () => documentType,
  parts: {},
  read: readDeprecations,
  save: (target, change) => {
    const before = change.action === 'create' ? {} : change.present.values;
    const statement = { 'deprecated-status': 'Deprecated', ...before, ...sentValues(change) };
    return patchVersion(target, change.declared.path, statement);
  },
  remove: (target, { path }) => patchVersion(target, path, { 'deprecated-status': 'Undeprecated' }),
};

/** Changes the deprecation of a module version. `path` has the form `['shire', 'network/aws', '1.0.0']`. */
function patchVersion(target: ApiTarget, path: readonly string[], deprecation: RecordValues): Promise<void> {
  const [organization = '', module = '', version = ''] = path;
  const parts = ['registry-modules', 'private', organization, ...module.split('/'), version];
  const content = { type: documentType, attributes: { deprecation } };
  return patchAt(target, pathIn('organizations', organization, ...parts), content);
}

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

async function readDeprecations({ target, path: [organization = ''], published }: Area): Promise<readonly Present[]> {
  const modules = await orAbsent(listAt(target, pathIn('organizations', organization, 'registry-modules')));
  const deprecations: Present[] = [];
  for (const record of modules?.records ?? []) {
    if (textIn(record, 'registry-name') === 'public') continue;
    const [name, provider] = [textIn(record, 'name'), textIn(record, 'provider')];
    const path = ['/api/registry/v1/modules', ...[organization, name, provider].map(pathPart), 'versions'];
    const answer = await orAbsent(answerAt(target, { path: path.join('/') }, versions));
    for (const { version, deprecation = null } of (answer?.value.modules ?? []).flatMap((each) => each.versions)) {
      const place = [organization, `${name}/${provider}`, version];
      published.push(place);
      if (deprecation === null) continue;
      const values = valuesIn({ id: version, attributes: deprecation }, Object.keys(moduleDeprecations.update));
      deprecations.push({ kind: 'deprecation', path: place, id: version, values });
    }
  }
  return deprecations;
}
