import { messageIn } from './member.ts';
import { addressNames, addressOf } from './resource-address.ts';

/**
 * A member of the output of a policy, in words: a text as it is, the address and the message of an object before its other
 * members, anything else as JSON.
 */
export function memberText(member: unknown): string {
  if (typeof member === 'string') return member;
  const message = messageIn(Object(member));
  if (message === undefined || Array.isArray(member)) return JSON.stringify(member);
  const address = addressOf(member);
  const others = Object.entries(Object(member)).filter(
    ([name]) => name !== message.name && (address === undefined || !addressNames.includes(name)),
  );
  const isNamed = address === undefined || message.value.includes(address);
  return [
    isNamed ? message.value : `${address}: ${message.value}`,
    ...(others.length === 0 ? [] : [JSON.stringify(Object.fromEntries(others))]),
  ].join(' ');
}
