// Generates requests to a route. Most requests are valid except for one hostile value.
import fc from 'fast-check';
import type { Route } from '../../src/http/route.ts';
import { valuesOf } from './from-schema.ts';
import { brokenText, hostileBodies, hostileJson, hostileWord } from './hostile.ts';
import { type Caller, callers, type Mark, marked, marks, secretMarks } from './seed.ts';

/** Request with marks such as `«policy»`, which are replaced with the values of the environment that receives it. */
export interface Plan {
  readonly method: string;
  readonly path: string;
  readonly caller: Caller;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
  readonly isChunked: boolean;
}

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed()).slice(0, 3_000);

/** Path segments with invalid percent-encoding or unexpected characters. */
const garbage = fc.constantFrom(
  '%',
  '%z',
  '%zz',
  '%00',
  '%c0%af',
  '%ed%a0%80',
  '%E0%A4%A',
  '..',
  '%2e%2e%2f',
  'a%2fb',
  '\\',
  ';x=1',
  '*',
  '+',
  'x'.repeat(5_000),
);

const anyMark: fc.Arbitrary<string> = fc.constantFrom(...marks.map(marked));

/**
 * Marks that may occur in stored texts. Marks for secrets are excluded, because a later test case may read the stored
 * text and could not replace the secret with its mark.
 */
const storableMark = fc.constantFrom(...marks.filter((mark) => !secretMarks.includes(mark)).map(marked));

/**
 * Returns the mark for a path parameter. For example, `policy_set_id` names a policy set and
 * `organization_membership_id` a membership.
 */
const markFor = (parameter: string): string | undefined => {
  const name = parameter.replaceAll('_', '-');
  const endOf = (mark: Mark): number => name.lastIndexOf(mark) + mark.length;
  const spoken = marks.filter((mark) => name.includes(mark)).sort((one, other) => endOf(other) - endOf(one));
  const [best] = spoken;
  return best === undefined ? undefined : marked(best);
};

const segment = (part: string): fc.Arbitrary<string> => {
  if (!part.startsWith(':')) return fc.constant(part);
  const mark = markFor(part.slice(1));
  return fc.oneof(
    { weight: 12, arbitrary: mark === undefined ? anyMark : fc.constant(mark) },
    { weight: 1, arbitrary: anyMark },
    { weight: 1, arbitrary: hostileWord.map(encoded) },
    { weight: 1, arbitrary: garbage },
  );
};

const pathOf = ({ path }: Route): fc.Arbitrary<string> =>
  fc
    .tuple(...path.split('/').map(segment))
    .chain((parts) =>
      fc.oneof(
        { weight: 40, arbitrary: fc.constant(parts.join('/')) },
        { weight: 1, arbitrary: garbage.map((end) => `${parts.join('/')}/${end}`) },
        { weight: 1, arbitrary: fc.constantFrom('/', '//', '/.', '?', '%').map((end) => parts.join('/') + end) },
      ),
    );

const numbers = fc.constantFrom(
  '1',
  '2',
  '0',
  '-1',
  '100',
  '101',
  '1e3',
  '1.5',
  '%201',
  '2147483648',
  '9'.repeat(19),
  '',
);

/** Generates sensible and invalid values for each query parameter of a route. */
const offered = (route: Route): readonly fc.Arbitrary<string>[] => {
  const word = fc.oneof(
    hostileWord.map(encoded),
    fc.constantFrom('a', 'native', 'opa', 'true', 'policy', 'A'),
    anyMark,
  );
  const { parameters = [], sort = [], include = [] } = route.query;
  return [
    fc.tuple(fc.constantFrom('page[number]', 'page%5Bsize%5D'), numbers).map((pair) => pair.join('=')),
    fc.tuple(fc.constantFrom('page[number]', 'page[size]'), word).map((pair) => pair.join('=')),
    fc.tuple(fc.constantFrom('page[after]', 'page%5Bbefore%5D'), fc.oneof(word, numbers)).map((pair) => pair.join('=')),
    ...parameters.map((name) => word.map((value) => `${name}=${value}`)),
    fc.oneof(fc.constantFrom('name', ...sort), word).map((value) => `sort=${value}`),
    fc.oneof(fc.constantFrom('organization', ...include), word).map((value) => `include=${value}`),
  ];
};

const oddPairs = fc.constantFrom(
  '&',
  '=',
  '&&==&',
  '%',
  '%zz=%zz',
  '%00',
  '%ff=%fe',
  '__proto__=1',
  'constructor[prototype]=1',
  'page=1',
  'page[]=2',
  'page[number][x]=1',
  'search=1',
  'filter[kind][]=opa',
  'include',
  'include=,',
  '?a',
  '+',
);

const queryOf = (route: Route): fc.Arbitrary<string> => {
  const pair = fc.oneof({ weight: 4, arbitrary: fc.oneof(...offered(route)) }, { weight: 1, arbitrary: oddPairs });
  const some = fc.array(pair, { minLength: 1, maxLength: 4 }).map((pairs) => `?${pairs.join('&')}`);
  const without = route.method === 'GET' ? 1 : 8;
  return fc.oneof({ weight: without, arbitrary: fc.constant('') }, { weight: 2, arbitrary: some });
};

const insertedMembers = fc.constantFrom(
  '"__proto__":{"polluted":true,"name":"x"},',
  '"constructor":{"prototype":{"polluted":true}},',
  '"data":null,',
  '"type":"users","attributes":{},',
  '"name":"first","name":"second",',
  '"id":"pol-0000000000000000",',
);

/**
 * Inserts a member at the beginning of a random object in a JSON text. The member's name may already occur in the
 * object.
 */
const withInserted = (text: string): fc.Arbitrary<string> => {
  const places = [...text.matchAll(/\{(?=")/g)].slice(0, 20).map(({ index }) => index + 1);
  if (places.length === 0) return fc.constant(text);
  return fc
    .tuple(fc.constantFrom(...places), insertedMembers)
    .map(([place, member]) => text.slice(0, place) + member + text.slice(place));
};

const written = (value: unknown): string => JSON.stringify(value) ?? '';

/** Encodes an object as an HTML form. Members that are not texts are written as JSON. */
const asForm = (value: unknown): string => {
  const texts = Object.entries(Object(value)).map(([name, each]): [string, string] => {
    return [name, typeof each === 'string' ? each : written(each)];
  });
  return new URLSearchParams(texts).toString();
};

const formType = 'application/x-www-form-urlencoded';

const isForm = ({ payload }: Route): boolean => payload?.mediaTypes.includes(formType) ?? false;

const asBytes = (text: string): Uint8Array => Buffer.from(text, 'utf8');

const broken = (text: string): fc.Arbitrary<Uint8Array> =>
  fc.tuple(fc.constantFrom(...brokenText), fc.nat({ max: text.length })).map(([bytes, place]) => {
    return Buffer.concat([asBytes(text.slice(0, place)), bytes, asBytes(text.slice(place))]);
  });

const emptyBodies = fc.constantFrom(undefined, asBytes(''), asBytes('null'), asBytes('{}'));

const bodyOf = (route: Route): fc.Arbitrary<Uint8Array | undefined> => {
  const { payload, isUpload } = route;
  const values = payload === undefined ? fc.constant({}) : valuesOf(payload.schema, storableMark);
  const fitting = values.map(isForm(route) ? asForm : written);
  const odd = fc.oneof(
    { weight: 2, arbitrary: fitting.chain(withInserted).map(asBytes) },
    { weight: 1, arbitrary: fitting.chain(broken) },
    { weight: 1, arbitrary: hostileJson.map((value) => asBytes(written(value))) },
    { weight: 2, arbitrary: fc.constantFrom(...hostileBodies) },
    { weight: 1, arbitrary: emptyBodies },
  );
  const usual = isUpload ? fc.uint8Array({ maxLength: 2_000 }) : fitting.map(asBytes);
  if (payload === undefined && !isUpload) return fc.oneof({ weight: 3, arbitrary: emptyBodies }, odd);
  return fc.oneof({ weight: 6, arbitrary: usual }, { weight: 4, arbitrary: odd });
};

const jsonApi = 'application/vnd.api+json';

const contentTypes = (usual: string) =>
  fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(usual, `${usual}; charset=utf-8`) },
    {
      weight: 3,
      arbitrary: fc.constantFrom('', 'application/json', 'text/plain', 'multipart/form-data; boundary=x', ';;', '*/*'),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(`${jsonApi};`.repeat(20), 'APPLICATION/VND.API+JSON', 'application/vnd.api'),
    },
  );

const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.constantFrom<Record<string, string>>(
  { 'content-encoding': 'gzip' },
  { accept: 'text/html;q=x' },
  { accept: 'text/html' },
  { 'x-request-id': '\u00ff'.repeat(70) },
  { 'if-none-match': '*' },
  { 'if-match': 'garbage' },
  { cookie: 'a=b; =; ;;; tipstaff_session=x' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-forwarded-for': "'; drop table users; --" },
  { host: 'evil.example.com' },
  { range: 'bytes=0-1' },
);

const headersOf = (route: Route): fc.Arbitrary<Record<string, string>> =>
  fc
    .tuple(contentTypes(isForm(route) ? formType : jsonApi), fc.option(oddHeaders, { freq: 8, nil: {} }))
    .map(([type, odd]) => ({ ...(type !== '' && { 'content-type': type }), ...odd }));

/** Generates callers. Most of them have the right to send the request. */
const callerOf = ({ path }: Route): fc.Arbitrary<Caller> => {
  const [owners, admins] = path.includes('/admin/') ? [1, 8] : [4, 2];
  return fc.oneof(
    { weight: owners, arbitrary: fc.constant<Caller>('owner') },
    { weight: owners, arbitrary: fc.constant<Caller>('member') },
    { weight: admins, arbitrary: fc.constant<Caller>('admin') },
    { weight: 2, arbitrary: fc.constantFrom(...callers) },
  );
};

/** Generates requests to a route. */
export const plansFor = (route: Route): fc.Arbitrary<Plan> =>
  fc
    .record({
      path: fc.tuple(pathOf(route), queryOf(route)).map((parts) => parts.join('')),
      caller: callerOf(route),
      headers: headersOf(route),
      body: bodyOf(route),
      isChunked: fc.boolean(),
    })
    .map((plan) => ({ ...plan, method: route.method }));

/** Words that a database engine may refuse, truncate or case-fold differently from the other engine. */
const unstorable = ['%00', 'a%00b', '%ed%a0%80', '%ef%bf%bd', 'x'.repeat(5_000)];

/** Returns a request for each text parameter and each word that the engines may treat differently. */
export const unstorableWordsFor = (route: Route): readonly Plan[] => {
  const segments = route.path.split('/').map((part) => (part.startsWith(':') ? (markFor(part.slice(1)) ?? 'x') : part));
  const [path, caller] = [segments.join('/'), route.path.includes('/admin/') ? 'admin' : 'owner'] as const;
  const request = { method: route.method, caller, headers: {}, body: undefined, isChunked: false };
  return (route.query.parameters ?? []).flatMap((name) =>
    unstorable.map((word) => ({ ...request, path: `${path}?${name}=${word}` })),
  );
};
