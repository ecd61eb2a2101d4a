// Formats planned changes as JSON, or as text with one line for each record and attribute.

import { isObject, type JsonObject } from '../../lib/json/json-tree.ts';
import { counted } from '../../lib/text/text.ts';
import { terminalLine } from '../terminal/terminal-text.ts';
import { type AttributeChange, type Change, nameOf } from './difference.ts';
import { titleOf } from './kinds.ts';
import { type LeftOut, SecretReference, storedSecret } from './model.ts';

const signs: Readonly<Record<Change['action'], string>> = { create: '+', change: '~', delete: '-' };

/**
 * Returns one line for each changed record, one line for each attribute that is sent, and a summary line with the
 * numbers of changes.
 */
export function linesOf(changes: readonly Change[]): readonly string[] {
  const count = (action: Change['action']) => changes.filter((each) => each.action === action).length;
  return [
    ...changes.flatMap((change) => [
      `  ${signs[change.action]} ${titleOf(nameOf(change))}`,
      ...change.attributes.map((each) => `      ${attributeLine(each, change.action)}`),
    ]),
    `${count('create')} to create, ${count('change')} to change, ${count('delete')} to delete.`,
  ].map((line) => terminalLine(line));
}

export const leftOutLines = (leftOut: readonly LeftOut[]): readonly string[] =>
  leftOut.map(({ what, reason }) => terminalLine(`  ! ${what}: ${reason}.`));

function attributeLine({ name, before, after }: AttributeChange, action: Change['action']): string {
  if (Array.isArray(after) && (Array.isArray(before) || before === undefined)) {
    return `${name}: ${membersLine(before ?? [], after)}`;
  }
  if (isRecord(after) && (isRecord(before) || before === undefined))
    return `${name}: ${recordLine(before ?? {}, after)}`;
  return `${name}: ${action === 'create' ? '' : `${shown(before)} → `}${shown(after)}`;
}

const isRecord = (value: unknown): value is JsonObject => isObject(value) && !(value instanceof SecretReference);

const membersLine = (before: readonly unknown[], after: readonly unknown[]): string => {
  const [had, has] = [before, after].map((list) => new Set(list.map(element)));
  const added = [...(has ?? [])].filter((each) => !had?.has(each)).map((each) => `+${each}`);
  const removed = [...(had ?? [])].filter((each) => !has?.has(each)).map((each) => `-${each}`);
  return [...added, ...removed].join(' ');
};

const element = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Formats the members that differ between two objects, such as tags or files. */
function recordLine(before: object, after: object): string {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const parts = names.flatMap((name) => {
    const [had, has]: readonly unknown[] = [Reflect.get(before, name), Reflect.get(after, name)];
    if (had === has) return [];
    if (had === undefined) return [`+${name}`];
    return [has === undefined ? `-${name}` : `~${name}`];
  });
  return parts.join(' ');
}

const maxLength = 80;

function shown(value: unknown): string {
  if (value instanceof SecretReference) return value.text;
  if (value === storedSecret) return '(secret)';
  if (value === undefined || value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = JSON.stringify(value);
  if (typeof value !== 'string' || (text.length <= maxLength && !value.includes('\n'))) return text;
  const lines = value.trimEnd().split('\n').length;
  return `a text of ${lines === 1 ? counted(value.length, 'character') : counted(lines, 'line')}`;
}

/** Returns a change as JSON, with secrets left out. */
export const jsonOf = (change: Change): object => {
  const { kind, path } = nameOf(change);
  return {
    action: change.action,
    kind,
    name: path.join('/'),
    attributes: change.attributes.map(({ name, before, after }) => ({
      name,
      before: plain(before),
      after: plain(after),
    })),
  };
};

const plain = (value: unknown): unknown => {
  if (value instanceof SecretReference) return value.text;
  if (value === storedSecret) return '(secret)';
  return value ?? null;
};
