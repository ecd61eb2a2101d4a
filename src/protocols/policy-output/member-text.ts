import { withFullStop } from '../../lib/text/text.ts';
import { splitMember } from './member.ts';

/**
 * A member of the output of a policy, in words: a text as it is, the address and the message of an object before its attribute,
 * its severity and its fix, then its other members as JSON; anything else as JSON.
 */
export function memberText(member: unknown): string {
  if (typeof member === 'string') return member;
  if (typeof member !== 'object' || member === null || Array.isArray(member)) return JSON.stringify(member);
  const { facts, others } = splitMember(member);
  const { address, message, attribute, severity, fix } = facts;
  if (message === undefined) return JSON.stringify(member);
  const head = address === undefined || message.includes(address) ? message : `${address}: ${message}`;
  const more = [
    ...(attribute === undefined || message.includes(attribute) ? [] : [`Attribute: ${attribute}.`]),
    ...(severity === undefined ? [] : [`Severity: ${severity}.`]),
    ...(fix === undefined ? [] : [`Fix: ${fix}`]),
  ];
  const json = Object.keys(others).length === 0 ? [] : [JSON.stringify(others)];
  return [more.length === 0 ? head : withFullStop(head), ...more, ...json].join(' ');
}
