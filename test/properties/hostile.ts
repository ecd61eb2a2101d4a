// Values that often cause errors in programs.
import fc from 'fast-check';

const stumbling: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '__proto__',
  'constructor',
  'toString',
  "' or 1=1 --",
  '"; drop table policies; --',
  "'; delete from organizations where '1'='1",
  '%',
  '_',
  '%%',
  '\\',
  '\\%',
  '[a-z]*',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text itself is the bait
  '${7*7}{{7*7}}',
  '../../etc/passwd',
  'null',
  'true',
  'NaN',
  '-1',
  '0',
  '1e309',
  '9007199254740993',
  '99999999999999999999999999',
  '٣',
  '🙂',
  'İ',
  'ß',
  'ﬁ',
  'e\u0301',
  '\u202e',
  '\ufeff',
  '\ufffd',
  '\r\nX-Injected: yes',
  '<script>alert(1)</script>',
];

const long: readonly string[] = ['x'.repeat(256), 'é'.repeat(300), '%'.repeat(1_000), '🙂'.repeat(400)];
const huge: readonly string[] = ['y'.repeat(65_537), '\\"'.repeat(50_000), '\u0001'.repeat(70_000)];

const [firstHalf, halves, points] = [0xd800, 0x800, 0x110000];

const pointOf = (text: unknown): number => {
  const point = typeof text === 'string' ? (text.codePointAt(0) ?? -1) : -1;
  const isPoint = point >= 0 && !(point >= firstHalf && point < firstHalf + halves);
  if (isPoint && String.fromCodePoint(point) === text) return point < firstHalf ? point : point - halves;
  throw new Error('That is not one character.');
};

/**
 * Any character. The corresponding unit `binary` of fast-check is not used, because it spends a second on building a
 * lookup table.
 */
const character: fc.Arbitrary<string> = fc
  .nat({ max: points - halves - 1 })
  .map((number) => String.fromCodePoint(number < firstHalf ? number : number + halves), pointOf);

/** Text that is short enough for a path or a query. */
export const hostileWord: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...stumbling) },
  { weight: 1, arbitrary: fc.constantFrom(...long) },
  { weight: 2, arbitrary: fc.string({ unit: character, maxLength: 40 }) },
);

const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: hostileWord },
  { weight: 1, arbitrary: fc.constantFrom(...huge) },
);

const hostileNumber = fc.oneof(
  fc.constantFrom(0, -0, -1, 0.5, 1e308, 2 ** 31 - 1, 2 ** 31, 2 ** 53, -(2 ** 63), 5e-324),
  fc.integer(),
);

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

/**
 * Objects with members that could change the object prototype. They are parsed from JSON, so that the members are the
 * objects' own.
 */
const reaching: readonly unknown[] = [
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"hasOwnProperty":1,"toString":2,"length":-1}',
  '{"toJSON":"x","then":"y"}',
].map((text): unknown => JSON.parse(text));

/** Any JSON value, usually of an unexpected type. */
export const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]], [{}]) },
  { weight: 2, arbitrary: hostileNumber },
  { weight: 4, arbitrary: hostileText },
  { weight: 1, arbitrary: fc.constantFrom(...reaching) },
  { weight: 1, arbitrary: fc.constantFrom(nested(30), nested(33), nested(200)) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

const brackets = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const braces = (depth: number): string => `${'{"data":'.repeat(depth)}1${'}'.repeat(depth)}`;

/** Bodies that are invalid or unusual JSON. */
export const hostileBodies: readonly Uint8Array[] = [
  '{',
  '{"data":',
  "{'data':1}",
  '{"data":{},}',
  'NaN',
  '\0',
  '\ufeff{}',
  '"\\ud800"',
  '"\\x"',
  '1e999',
  '{}{}',
  brackets(33),
  brackets(10_000),
  brackets(200_000),
  braces(33),
  braces(10_000),
  '['.repeat(100_000),
  `"${'x'.repeat(1_048_574)}"`,
  `"${'x'.repeat(1_048_575)}"`,
  `[${'0,'.repeat(300_000)}0]`,
  `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":0`).join(',')}}`,
].map((text) => Buffer.from(text, 'utf8'));

/** Byte sequences that are invalid UTF-8. */
export const brokenText: readonly Uint8Array[] = ['ff', 'c0af', 'eda080', 'f4908080', 'e282', '80'].map((bytes) =>
  Buffer.from(bytes, 'hex'),
);
