import { withFullStop } from '../../lib/text/text.ts';
import { splitMember } from './member.ts';

/**
 * Formats a member of a policy's output as text. A text stays as it is. An object is formatted as address and message,
 * then attribute, severity and fix, then the other members as JSON. Anything else is formatted as JSON.
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
