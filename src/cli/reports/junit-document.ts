// Writes JUnit XML, using only elements that all common readers support.
import { terminalText } from '../terminal/terminal-text.ts';

export interface JunitCase {
  readonly name: string;
  /** File that the test case belongs to, or the name of another group of cases. */
  readonly classname: string;
  /** Duration of the test case in milliseconds. */
  readonly duration: number;
  /** Failure or error of the test case; undefined if it passed. */
  readonly fault?: JunitFault;
  readonly output?: string;
}

export interface JunitFault {
  readonly kind: 'failure' | 'error' | 'skipped';
  readonly message: string;
  readonly type: string;
  readonly text: string;
}

export interface JunitSuite {
  readonly name: string;
  readonly cases: readonly JunitCase[];
  /** Output that does not belong to a single test case. */
  readonly output?: string;
}

export const junitReport = (suites: readonly JunitSuite[]): string =>
  ['<?xml version="1.0" encoding="UTF-8"?>', '<testsuites>', ...suites.flatMap(suiteElement), '</testsuites>'].join(
    '\n',
  );

function suiteElement({ name, cases, output = '' }: JunitSuite): readonly string[] {
  const count = (kind: JunitFault['kind']) => cases.filter(({ fault }) => fault?.kind === kind).length;
  const duration = cases.reduce((sum, each) => sum + each.duration, 0);
  const counts = `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
  return [
    `  <testsuite name="${xml(name)}" ${counts} time="${secondsOf(duration)}">`,
    ...cases.map(caseElement),
    ...(output === '' ? [] : [`    <system-out>${xml(output)}</system-out>`]),
    '  </testsuite>',
  ];
}

function caseElement({ name, classname, duration, fault, output = '' }: JunitCase): string {
  const head = `    <testcase name="${xml(name)}" classname="${xml(classname)}" time="${secondsOf(duration)}"`;
  const body = [
    ...(fault === undefined ? [] : [faultElement(fault)]),
    ...(output === '' ? [] : [`      <system-out>${xml(output)}</system-out>`]),
  ];
  return body.length === 0 ? `${head}/>` : [`${head}>`, ...body, '    </testcase>'].join('\n');
}

const faultElement = ({ kind, message, type, text }: JunitFault): string =>
  kind === 'skipped'
    ? '      <skipped/>'
    : `      <${kind} message="${xml(message)}" type="${xml(type)}">${xml(text)}</${kind}>`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * Matches text that report viewers would turn into a link to a file. It has the form `[[ATTACHMENT|path]]` and is
 * escaped.
 */
const attachment = /\[\[(?=ATTACHMENT\|)/gi;

/** Escapes a text for XML and removes characters that XML does not allow. Line breaks in attributes are preserved. */
const xml = (text: string): string =>
  terminalText(text)
    .toWellFormed()
    .replaceAll(/[\ufffe\uffff]/g, '\ufffd')
    .replaceAll(attachment, '[ [')
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? '');

const secondsOf = (milliseconds: number): string => (milliseconds / 1_000).toFixed(3);
