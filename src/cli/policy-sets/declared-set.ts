// Parses a file that declares policy sets. Policy sets and attributes that the file does not declare are left
// unchanged.
import type { Resource } from '../../../client/index.ts';
import { recordOf } from '../../lib/functions/records.ts';
import { withFullStop } from '../../lib/text/text.ts';
import { inputIn, kindIn, unknownValuesIn } from '../../protocols/archives/policy-yaml.ts';
import { RefusedArchive } from '../../protocols/archives/refused-archive.ts';
import {
  type Entry,
  elementIn,
  entryOf,
  faultIn,
  flagIn,
  listedIn,
  parseYaml,
  readEach,
  textIn,
  textsIn,
  type YamlFile,
} from '../../protocols/archives/yaml-nodes.ts';
import type { RemotePolicyKind } from '../policy-service/policies.ts';
import { NotChecked } from '../terminal/command.ts';

export const memberTypes = [
  'policies',
  'workspaces',
  'projects',
  'workspace-exclusions',
  'project-exclusions',
] as const;
export type DeclaredMemberType = (typeof memberTypes)[number];

const flags = ['global', 'overridable', 'shadow'] as const;
const texts = ['description', 'policies-path'] as const;
const readers = { input: inputIn, 'unknown-values': unknownValuesIn } as const;
const forms = ['input', 'unknown-values'] as const;

/** Names of the attributes that a declaration can set. */
export const setAttributes = [...texts, ...forms, ...flags] as const;
export type SetAttribute = (typeof setAttributes)[number];

/** Declared attribute values. */
export type SetValues = Partial<Pick<Resource<'createPolicySet-input-data-attributes'>, SetAttribute>>;

export interface DeclaredSet {
  readonly name: string;
  /** File and line of the declaration. */
  readonly place: string;
  readonly kind: RemotePolicyKind | undefined;
  readonly attributes: SetValues;
  /** Names of the set's members, such as policies and workspaces, by relationship. */
  readonly members: Readonly<Partial<Record<DeclaredMemberType, readonly string[]>>>;
  /** Returns the file and line of a member's name in the declaration. */
  readonly placeOf: (type: DeclaredMemberType, name: string) => string;
}

const keys = ['name', 'kind', ...setAttributes, ...memberTypes];
const maxSets = 1_000;

/** Parses the declarations. Throws `NotChecked` with the first error of each set, and its file and line. */
export function declaredSets(source: { readonly name: string; readonly text: string }): readonly DeclaredSet[] {
  try {
    const file = parseYaml(source);
    const { nodes } = listedIn(file, 'policy-sets');
    if (nodes.length === 0) throw file.fail(file.contents, 'the file declares no policy set');
    if (nodes.length > maxSets) throw file.fail(file.contents, `the file declares more than ${maxSets} policy sets`);
    const sets = readEach(nodes, (node) => setIn(node, file));
    const twice = sets.find(({ name }, index) => sets.findIndex((other) => other.name === name) < index);
    if (twice !== undefined) throw new NotChecked(`${twice.place}: the policy set ${twice.name} is listed twice.`);
    return sets;
  } catch (error) {
    if (error instanceof RefusedArchive) throw new NotChecked(...error.faults.map(withFullStop));
    throw error;
  }
}

function setIn(node: unknown, { fail, placeOf }: YamlFile): DeclaredSet {
  const entry = entryOf(node, keys, fail);
  const name = textIn(entry, 'name') ?? '';
  if (!/^[A-Za-z0-9_-]{1,255}$/.test(name)) {
    throw faultIn(entry, 'name', 'each policy set needs a name of letters, digits, - and _');
  }
  return {
    name,
    place: placeOf(node),
    kind: kindIn(entry),
    attributes: attributesIn(entry),
    members: Object.fromEntries(
      memberTypes.flatMap((type) => {
        const names = textsIn(entry, type);
        return names === undefined ? [] : [[type, names]];
      }),
    ),
    placeOf: (type, member) => placeOf(elementIn(entry, type, member)),
  };
}

function attributesIn(entry: Entry): SetValues {
  const values = [
    ...texts.map((key) => [key, textIn(entry, key)] as const),
    ...forms.map((key) => [key, readers[key](entry)] as const),
    ...flags.map((key) => [key, flagIn(entry, key)] as const),
  ];
  const given = new Map<string, unknown>(values.filter(([, value]) => value !== undefined));
  return recordOf(given.keys(), (name) => given.get(name));
}
