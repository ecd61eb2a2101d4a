// The one place that knows that the words on the wire depend on how the service is configured. The rest of the console
// uses the words of the API's description.
/** The words of the service where they may differ from those of the API's description. */
export interface Words {
  readonly native: string;
  readonly sms: string;
  readonly buildWorker: string;
  readonly cloudA: string;
  readonly cloudB: string;
  readonly cloudC: string;
}

type Pairs = readonly (readonly [own: string, wire: string])[];

const neutral: Words = {
  native: 'native',
  sms: 'sms',
  buildWorker: 'iac-build-worker',
  cloudA: 'cloud-a',
  cloudB: 'cloud-b',
  cloudC: 'cloud-c',
};

/** Translates paths, queries and documents of the API in both directions. */
export interface Vocabulary {
  /** True if the words are those of the description: then nothing is translated. */
  readonly isNeutral: boolean;
  /** A path with its query, as the service knows it. */
  readonly path: (own: string) => string;
  readonly toWire: (document: unknown) => unknown;
  readonly fromWire: (document: unknown) => unknown;
}

const exactly = (pairs: Pairs, name: string): string => pairs.find(([from]) => from === name)?.[1] ?? name;

const byPrefix = (pairs: Pairs, name: string): string => {
  const pair = pairs.find(([from]) => name.startsWith(`${from}-`));
  return pair === undefined ? name : pair[1] + name.slice(pair[0].length);
};

const flipped = (pairs: Pairs): Pairs => pairs.map(([one, other]) => [other, one]);

interface Tables {
  readonly kinds: Pairs;
  readonly names: Pairs;
  readonly types: Pairs;
}

/** The first part of a deprecated attribute of organizations. */
const workerOf = ({ buildWorker }: Words): string => buildWorker.replace('-build', '');

const tablesOf = (words: Words): Tables => ({
  kinds: [['native', words.native]],
  names: [
    [neutral.buildWorker, words.buildWorker],
    [workerOf(neutral), workerOf(words)],
    [neutral.cloudA, words.cloudA],
    [neutral.cloudB, words.cloudB],
    [neutral.cloudC, words.cloudC],
  ],
  types: [
    ['sms-settings', `${words.sms}-settings`],
    ['sms', words.sms],
    ['native-versions', `${words.native}-versions`],
  ],
});

const flippedTables = ({ kinds, names, types }: Tables): Tables => ({
  kinds: flipped(kinds),
  names: flipped(names),
  types: flipped(types),
});

/** An attribute's value: a kind, or a deprecated path that ends in one. */
const valueOn = ({ kinds }: Tables, name: string, value: unknown): unknown => {
  if (name === 'kind' && typeof value === 'string') return exactly(kinds, value);
  if (name !== 'enforce' || !Array.isArray(value)) return value;
  return value.map((each) => ({ ...each, path: endingOf(kinds, String(Reflect.get(Object(each), 'path'))) }));
};

const endingOf = (kinds: Pairs, path: string): string => {
  const dot = path.lastIndexOf('.') + 1;
  return path.slice(0, dot) + exactly(kinds, path.slice(dot));
};

/** The name of an attribute: the kind may be a part of it, as in `can-update-native`. */
const nameOf = ({ kinds, names }: Tables, name: string): string =>
  byPrefix(names, name)
    .split('-')
    .map((part) => exactly(kinds, part))
    .join('-');

const permissionsOf = (tables: Tables, permissions: unknown): object =>
  Object.fromEntries(Object.entries(Object(permissions)).map(([name, value]) => [nameOf(tables, name), value]));

const attributesOf = (tables: Tables, attributes: object): object =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      nameOf(tables, name),
      name === 'permissions' ? permissionsOf(tables, value) : valueOn(tables, name, value),
    ]),
  );

/** A resource, a list of them, or an identifier. What people wrote is in values that nothing here reads. */
const resourceOf = (tables: Tables, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((each) => resourceOf(tables, each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (name === 'attributes') return [name, attributesOf(tables, Object(inner))];
      const isName = (name === 'type' || name === 'id') && typeof inner === 'string';
      return [name, isName ? exactly(tables.types, inner) : inner];
    }),
  );
};

const pointerOf = (tables: Tables, pointer: string): string =>
  pointer
    .split('/')
    .map((part) => nameOf(tables, part))
    .join('/');

const errorOf = (tables: Tables, error: unknown): unknown => {
  const source = Object(Reflect.get(Object(error), 'source'));
  const pointer: unknown = Reflect.get(source, 'pointer');
  if (typeof pointer !== 'string') return error;
  return { ...Object(error), source: { ...source, pointer: pointerOf(tables, pointer) } };
};

const documentOf = (tables: Tables, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (name === 'data' || name === 'included') return [name, resourceOf(tables, inner)];
      if (name === 'errors' && Array.isArray(inner)) return [name, inner.map((each) => errorOf(tables, each))];
      return [name, inner];
    }),
  );
};

export function vocabularyOf(words: Words): Vocabulary {
  const out = tablesOf(words);
  const back = flippedTables(out);
  const path = (own: string): string =>
    own
      .replace(/\/admin\/sms-settings(?=[/?]|$)/, `/admin/${words.sms}-settings`)
      .replace(/\/admin\/native-versions(?=[/?]|$)/, `/admin/${words.native}-versions`)
      .replace(/((?:\[|%5B)kind(?:\]|%5D)=)native\b/i, `$1${words.native}`);
  return {
    isNeutral: Object.entries(neutral).every(([name, word]) => Reflect.get(words, name) === word),
    path,
    toWire: (document) => documentOf(out, document),
    fromWire: (document) => documentOf(back, document),
  };
}
