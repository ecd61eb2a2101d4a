// Replaces values that differ between recordings with constant values of the same format.
import { idPrefixes } from '../../src/kernel/ids.ts';

type Replacement = readonly [pattern: RegExp, replacement: string | ((text: string) => string)];

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Returns a function that replaces ids in order of appearance: the first with 1s, the second with 2s, and so on. */
const numbered = () => {
  const seen = new Map<string, string>();
  return (id: string): string => {
    const [prefix = ''] = id.split('-');
    const number = [...seen.keys()].filter((each) => each.startsWith(`${prefix}-`)).length;
    const known = seen.get(id) ?? `${prefix}-${(base58[number] ?? 'z').repeat(16)}`;
    seen.set(id, known);
    return known;
  };
};

const replacements = (): readonly Replacement[] => [
  [new RegExp(`\\b(?:${['ae', ...idPrefixes].join('|')})-[1-9A-HJ-NP-Za-km-z]{16}(?:\\b|(?=2\\b))`, 'g'), numbered()],
  [/\b(?:scene|former)-[A-Za-z0-9]{10}\b/g, 'example'],
  [/\b(bystander|stranger|member|policyManager|owner|suspended|admin|otherAdmin)-[A-Za-z0-9]{10}\b/g, '$1'],
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '00000000-0000-4000-8000-000000000000'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '2026-01-01T00:00:00.000Z'],
  [/\b[A-Za-z0-9]{14}\.tipstaff\.[A-Za-z0-9]+/g, `${'x'.repeat(14)}.tipstaff.${'x'.repeat(64)}`],
  [/\b\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, '2026-01-01 00:00 UTC'],
  [/(?<=[".])\d{4}-\d\d-\d\d(?=")/g, '2026-01-01'],
  // Expiry time of a link in ms since the epoch.
  [/(\/object\/[\w/-]+\.[\w-]+)\.\d+\./g, '$1.1800000000000.'],
  [/\b[0-9a-f]{64}\b/g, '0'.repeat(64)],
  [/\b[A-Z2-7]{32}\b/g, 'A'.repeat(32)],
  [/"duration-ms":\d+/g, '"duration-ms":1'],
  // Values that depend on the machine.
  [/"(database|disk|disk-free)-bytes":\d+/g, '"$1-bytes":4294967296'],
  [/"(node|database)-version":"[^"]*"/g, '"$1-version":"24.0.0"'],
  [/"detail":"Node\.js [\d.]+"/g, '"detail":"Node.js 24.0.0."'],
  [/"detail":"[^" ]* is writable/g, '"detail":"/var/lib/tipstaff is writable'],
  [/\b\d+\.\d GiB/g, '100.0 GiB'],
  [/"one-time-code":"\d{6}"/g, '"one-time-code":"123456"'],
  [/\b[a-z2-7]{8}-[a-z2-7]{8}-[a-z2-7]{8}\b/g, 'aaaaaaaa-bbbbbbbb-cccccccc'],
  [/<svg.*?<\/svg>/g, '<svg></svg>'],
  [/[A-Za-z0-9_+-]{42,}={0,2}/g, (text) => (/^[a-z]+(-[a-z]+)+$/.test(text) ? text : 'x'.repeat(43))],
];

interface Identifier {
  readonly id: string;
}

/** Whether a value is a list of references to records. The order of the list depends on random ids. */
const isIdentifiers = (value: unknown): value is Identifier[] =>
  Array.isArray(value) && value.every((each) => Object.keys(Object(each)).sort().join() === 'id,type');

const byId = (one: Identifier, other: Identifier): number => (one.id < other.id ? -1 : 1);

/** Returns a copy in which the server's address, random texts and times are replaced. */
export function steady<Value>(value: Value, url: string): Value {
  const text = replacements().reduce(
    (changed, [pattern, replacement]) =>
      typeof replacement === 'string'
        ? changed.replaceAll(pattern, replacement)
        : changed.replaceAll(pattern, replacement),
    JSON.stringify(value)
      .replaceAll(url, 'https://tipstaff.example.com')
      .replaceAll(new URL(url).host, 'tipstaff.example.com'),
  );
  return JSON.parse(text, (_name, value) => (isIdentifiers(value) ? value.toSorted(byId) : value));
}
