// Records of an instance as files, the same for the same records.
import { stringify } from 'yaml';
import type { Files } from '../policy-service/service-folder.ts';
import { NotChecked } from '../terminal/command.ts';
import { freePath } from '../terminal/free-path.ts';
import { kinds } from './kinds.ts';
import * as layout from './layout.ts';
import { type KindName, notShown, type Present, siteKinds, storedSecret } from './model.ts';

/** Texts by their paths in a folder. */
export function filesFor(records: readonly Present[]): Files {
  const organizations = records.filter(({ kind }) => kind === 'organization');
  const homes = organizations.map((each) => homeFiles(each, inOrganization(records, each.path[0])));
  return Object.assign({}, siteFiles(records), ...homes);
}

const inOrganization = (records: readonly Present[], name = ''): readonly Present[] =>
  records.filter(({ kind, path }) => !siteKinds.includes(kind) && path[0] === name);

function siteFiles(records: readonly Present[]): Files {
  const settings = records.filter(({ kind }) => kind === 'settings');
  if (settings.length === 0) return {};
  const retention = records.find(({ kind }) => kind === 'retention');
  const groups = settings.map((each) => [each.path[0], entryOf(each)]);
  const content = {
    settings: Object.fromEntries(groups),
    ...(retention && entryOf(retention)),
    ...listsOf(records, layout.siteLists),
  };
  return { [layout.siteFile]: yaml(content) };
}

function homeFiles(organization: Present, records: readonly Present[]): Files {
  const name = plainName(organization.path[0] ?? '');
  const taken = new Set<string>();
  const policies = sorted(records, 'policy').map((each) => policyFiles(each, taken));
  const sets = sorted(records, 'policy-set').map((each) => setFiles(each, records, taken));
  const parts: Files = {
    [layout.organizationFile]: yaml({
      ...entryOf(organization),
      ...listsOf(records, layout.organizationLists),
      ...delegationsOf(records),
    }),
    ...listFile(layout.policiesFile, layout.policyList.key, policies),
    ...listFile(layout.policySetsFile, layout.policySetList.key, sets),
    ...(records.some(({ kind }) => kind === 'deprecation') && {
      [layout.modulesFile]: yaml(listsOf(records, [layout.deprecationList])),
    }),
  };
  return Object.fromEntries(
    Object.entries(parts).map(([path, text]) => [`${layout.homesFolder}/${name}/${path}`, text]),
  );
}

interface Listed {
  readonly entry: object;
  readonly files: Files;
}

const listFile = (path: string, key: string, listed: readonly Listed[]): Files =>
  listed.length === 0
    ? {}
    : {
        [path]: yaml({ [key]: listed.map(({ entry }) => entry) }),
        ...Object.assign({}, ...listed.map(({ files }) => files)),
      };

/** A policy whose code and tests are files of their own. */
function policyFiles(policy: Present, taken: Set<string>): Listed {
  const { code, tests, ...entry } = entryOf(policy);
  const name = plainName(policy.path[1] ?? '');
  const extension = entry.kind === 'native' ? 'sentinel' : 'rego';
  const file = freePath(`${layout.codeFolder}/${name}`, `.${extension}`, taken);
  const testFile = freePath(`${layout.testsFolder}/${name}`, '_test.rego', taken);
  return {
    entry: {
      name,
      ...entry,
      ...(code !== undefined && { code: file }),
      ...(tests !== undefined && { tests: testFile }),
    },
    files: {
      ...(code !== undefined && { [file]: String(code) }),
      ...(tests !== undefined && { [testFile]: String(tests) }),
    },
  };
}

function setFiles(set: Present, records: readonly Present[], taken: Set<string>): Listed {
  const { files, ...entry } = entryOf(set);
  const name = plainName(set.path[1] ?? '');
  const folder = freePath(`${layout.versionsFolder}/${name}`, '', taken);
  const own = records.filter(({ kind, path }) => kind === 'parameter' && path[1] === name);
  const texts = Object.entries(Object(files)).map(([path, text]) => [`${folder}/${innerPath(path)}`, String(text)]);
  return {
    entry: { name, ...entry, ...(texts.length > 0 && { files: folder }), ...listsOf(own, [layout.parameterList]) },
    files: Object.fromEntries(texts),
  };
}

const plainName = (name: string): string => {
  if (/^[A-Za-z0-9_-]{1,255}$/.test(name)) return name;
  throw new NotChecked(`The service has a name that no file can have: ${JSON.stringify(name).slice(0, 80)}.`);
};

/** A path in an archive, which leads out of no folder. */
function innerPath(path: string): string {
  if (path.split('/').some((part) => ['', '.', '..'].includes(part) || part.includes('\\')))
    throw new NotChecked(`The service has a file at ${JSON.stringify(path).slice(0, 80)}, which is not in the folder.`);
  return path;
}

const sorted = (records: readonly Present[], kind: KindName): readonly Present[] =>
  records
    .filter((each) => each.kind === kind)
    .toSorted((one, other) => (one.path.join('\n') < other.path.join('\n') ? -1 : 1));

/** Lists under their keys. An empty one is left out: it may be one that the token does not see. */
const listsOf = (records: readonly Present[], lists: readonly layout.RecordList[]) =>
  Object.fromEntries(
    lists.flatMap((list) => {
      const elements = sorted(records, list.kind).map((each) => elementOf(each, list));
      return elements.length === 0 ? [] : [[list.key, elements] as const];
    }),
  );

const elementOf = (record: Present, { names }: layout.RecordList): unknown => {
  const own = record.path.slice(-Math.max(names.length, 1));
  if (names.length === 0) return own[0];
  return { ...Object.fromEntries(names.map((name, index) => [name, own[index]])), ...entryOf(record) };
};

const delegationsOf = (records: readonly Present[]) => {
  const all = sorted(records, 'delegation').map(({ path: [, team, place = '', name] }) => ({ team, [place]: name }));
  return all.length === 0 ? {} : { [layout.delegationsKey]: all };
};

/** The attributes of a record that have a value, in the order of their declaration. */
function entryOf({ kind, path, values, inherited = [] }: Present): Readonly<Record<string, unknown>> {
  const names = Object.keys(kinds[kind].attributes).filter((name) => !inherited.includes(name));
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = values[name] ?? null;
      if (value === null || value === notShown) return [];
      return [[name, value === storedSecret ? placeholderFor([...path, name]) : value]];
    }),
  );
}

/** A reference to a variable that is still to be set: no service gives a secret. */
const placeholderFor = (path: readonly string[]): string =>
  `\${env:${['secret', ...path]
    .join('_')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')}}`;

const yaml = (content: object): string => stringify(content, { lineWidth: 0, blockQuote: 'literal' });
