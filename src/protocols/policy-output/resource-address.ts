// Resource addresses, and which of them a member of an output is about.
import { isVisible } from '../../lib/text/text.ts';

/** Words joined by dots, with instance keys: the form of addresses such as `module.a["x"].aws_s3_bucket.logs[0]`. */
const part = String.raw`[\p{ID_Start}_][\p{ID_Continue}-]*(?:\[(?:\d+|"(?:[^"\\]|\\.)*")\])?`;
const address = new RegExp(String.raw`^${part}(?:\.${part})+$`, 'u');
const addresses = new RegExp(String.raw`(?<![\p{ID_Continue}.\-\]])${part}(?:\.${part})*`, 'gu');

const module = new RegExp(String.raw`^module\.${part}(?:\.module\.${part})*(?=\.)`, 'u');

export const isResourceAddress = (text: string): boolean => address.test(text);

/** Maximum length of an address in characters: no exemption has a longer one. */
const maxLength = 1_024;

/** A part of an address names another resource, so one is shown as a whole or not at all. */
export const isShowable = (resourceAddress = ''): boolean =>
  resourceAddress.length <= maxLength && isVisible(resourceAddress);

/** The path of the module that a resource is in, such as `module.shop["eu"].module.db`; undefined for the root module. */
export const moduleOf = (resourceAddress: string): string | undefined => module.exec(resourceAddress)?.[0];

/** The members of an object that name the resource. */
export const addressNames = ['address', 'resource', 'resource_address'];

/**
 * The resource that a member of an output is about; undefined where that is not certain. An object says it in
 * `address`, `resource` or `resource_address`, in all of them alike; a text by its only word in the form of an address. A
 * plan chooses names and values, so a text with two such words, such as a tag that names another resource, is about neither.
 */
export function addressOf(member: unknown): string | undefined {
  const named = typeof member === 'string' ? namedInText(member) : namedInObject(member);
  return named.length === 1 ? named[0] : undefined;
}

const namedInText = (text: string): readonly string[] => [
  ...new Set((text.match(addresses) ?? []).filter((word) => /[.[]/.test(word))),
];

/** Anything but a text leaves open which resource it is, so then there is none. */
function namedInObject(member: unknown): readonly string[] {
  if (typeof member !== 'object' || member === null) return [];
  const values = addressNames
    .filter((key) => Object.hasOwn(member, key))
    .map((key): unknown => Reflect.get(member, key));
  const named = new Set(values.filter((value) => typeof value === 'string'));
  return values.every((value) => typeof value === 'string') ? [...named] : [];
}
