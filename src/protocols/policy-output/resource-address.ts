// Resource addresses, and the address that a member of a policy's output refers to.
import { isVisible } from '../../lib/text/text.ts';

const instanceKey = String.raw`\[(?:\d+|"(?:[^"\\]|\\.)*")\]`;
/** Part of an address such as `module.a["x"].aws_s3_bucket.logs[0]`: words joined by dots, with instance keys. */
const part = String.raw`[\p{ID_Start}_][\p{ID_Continue}-]*(?:${instanceKey})?`;
const address = new RegExp(String.raw`^${part}(?:\.${part})+$`, 'u');
const addresses = new RegExp(String.raw`(?<![\p{ID_Continue}.\-\]])${part}(?:\.${part})*`, 'gu');

const module = new RegExp(String.raw`^module\.${part}(?:\.module\.${part})*(?=\.)`, 'u');

const instanceKeys = new RegExp(instanceKey, 'g');

/** Removes the instance keys from the address of a resource or module. */
export const withoutInstanceKeys = (text: string): string => text.replaceAll(instanceKeys, '');

export const isResourceAddress = (text: string): boolean => address.test(text);

/** Maximum length of an address in characters. Addresses in exemptions have the same maximum length. */
const maxLength = 1_024;

/**
 * Whether an address can be shown. Addresses are never shortened, because a part of an address is the address of
 * another resource.
 */
export const isShowable = (resourceAddress = ''): boolean =>
  resourceAddress.length <= maxLength && isVisible(resourceAddress);

/**
 * Returns the path of the module that contains a resource, such as `module.shop["eu"].module.db`. Undefined for the
 * root module.
 */
export const moduleOf = (resourceAddress: string): string | undefined => module.exec(resourceAddress)?.[0];

/** Names of object members that contain the resource's address. */
export const addressNames = ['address', 'resource', 'resource_address'];

/**
 * Returns the address of the resource that an output member refers to. Undefined if the resource is uncertain. An
 * object has the address in `address`, `resource` or `resource_address`, which must agree. In a text, the address is
 * the only word in the form of an address. The author of a plan chooses names and values, so a text with two such
 * words, for example from a tag, is ambiguous.
 */
export function addressOf(member: unknown): string | undefined {
  const named = typeof member === 'string' ? namedInText(member) : namedInObject(member);
  return named.length === 1 ? named[0] : undefined;
}

const namedInText = (text: string): readonly string[] => [
  ...new Set((text.match(addresses) ?? []).filter((word) => /[.[]/.test(word))),
];

/**
 * Returns the addresses in the members of an object. Returns none if one of these members is not a text, because the
 * resource is then uncertain.
 */
function namedInObject(member: unknown): readonly string[] {
  if (typeof member !== 'object' || member === null) return [];
  const values = addressNames
    .filter((key) => Object.hasOwn(member, key))
    .map((key): unknown => Reflect.get(member, key));
  const named = new Set(values.filter((value) => typeof value === 'string'));
  return values.every((value) => typeof value === 'string') ? [...named] : [];
}
