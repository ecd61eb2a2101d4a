// Reports in the format of JUnit, as far as its readers share it.
import { terminalText } from '../terminal/terminal-text.ts';

export interface JunitCase {
  readonly name: string;
  /** The file, or what the case belongs to. */
  readonly classname: string;
  /** In milliseconds. */
  readonly duration: number;
  /** Fault of a case that did not pass. */
  readonly fault?: JunitFault;
  /** Output of the case beside its fault. */
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
  /** Output of the suite beside its cases. */
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

/** Report viewers turn `[[ATTACHMENT|path]]` into a link to that file. */
const attachment = /\[\[(?=ATTACHMENT\|)/gi;

/** Text of XML, without the characters that XML has no way to write; a line break in an attribute stays one. */
const xml = (text: string): string =>
  terminalText(text)
    .toWellFormed()
    .replaceAll(/[\ufffe\uffff]/g, '\ufffd')
    .replaceAll(attachment, '[ [')
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? '');

const secondsOf = (milliseconds: number): string => (milliseconds / 1_000).toFixed(3);
