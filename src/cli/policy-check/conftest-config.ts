// Reads conftest's configuration file if a check runs in a conftest project and its options name no policies.
import { readFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { wholeInputForm } from '../../kernel/input-form.ts';
import { errorCode } from '../../lib/errors/error-code.ts';
import type { checkCommands } from '../commands/check/command.ts';
import { hasRuleOptions } from '../policy-folder/rule-policies.ts';
import { NotChecked, type OptionsOf } from '../terminal/command.ts';
import { unreadable } from '../terminal/file.ts';

type CheckOptions = OptionsOf<typeof checkCommands.check>;

const fileName = 'conftest.toml';

/** Supported configuration keys that are ignored because they do not affect verdicts. */
const harmless: readonly string[] = [
  'ignore',
  'junit-hide-message',
  'no-color',
  'output',
  'quiet',
  'rego-version',
  'show-builtin-errors',
  'strict',
  'suppress-exceptions',
  'trace',
];

/**
 * Adds the options in `conftest.toml` to the command-line options, which take precedence. The file is ignored if the
 * command line names a policy folder or a service. Throws `NotChecked`, with the line number, for a key that has no
 * equivalent option.
 */
export async function withConftest<Options extends CheckOptions>(options: Options, folder = '.'): Promise<Options> {
  if ((options.dir ?? options.organization ?? options.set) !== undefined) return options;
  const text = await textIn(folder);
  if (text === undefined) return options;
  const statements = statementsIn(text);
  for (const statement of statements) requireKnown(statement);
  const config: Config = new Map(statements.map(({ key, value }) => [key, value]));
  const [dir = 'policy'] = textsOf(config.get('policy'));
  const placed = (path: string): string => (isAbsolute(path) ? path : join(folder, path));
  const data = textsOf(config.get('data')).map(placed);
  return {
    ...options,
    ...(!hasRuleOptions(options) && rulesIn(config)),
    dir: placed(dir),
    data: options.data.length > 0 ? options.data : data,
    input: options.input ?? wholeInputForm,
    combine: options.combine || config.get('combine') === true,
    failOn: options.failOn === 'mandatory' ? levelIn(config) : options.failOn,
  };
}

type Config = ReadonlyMap<string, Value>;

function rulesIn(config: Config): Pick<CheckOptions, 'allNamespaces' | 'namespace'> {
  const allNamespaces = config.get('all-namespaces') === true;
  const namespace = textsOf(config.get('namespace'));
  return { allNamespaces, namespace: allNamespaces || namespace.length > 0 ? namespace : ['main'] };
}

const levelIn = (config: Config): CheckOptions['failOn'] => {
  if (config.get('no-fail') === true) return 'never';
  return config.get('fail-on-warn') === true ? 'advisory' : 'mandatory';
};

async function textIn(folder: string): Promise<string | undefined> {
  const path = join(folder, fileName);
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw unreadable(path, error);
  }
}

type Value = boolean | readonly string[];

interface Statement {
  readonly key: string;
  readonly value: Value;
  readonly line: number;
}

const textForm = String.raw`"(?:[^"\\\n]|\\.)*"|'[^'\n]*'`;
const commentForm = String.raw`#[^\n]*`;
const valueForm = String.raw`true|false|${textForm}|\[(?:\s|,|${commentForm}|${textForm})*\]`;

/**
 * Parses the part of the TOML syntax that conftest uses: keys with strings, lists of strings or booleans, blank lines,
 * and comments.
 */
function statementsIn(text: string): readonly Statement[] {
  const form = new RegExp(
    String.raw`\s*(?:${commentForm}|([\w-]+)[ \t]*=[ \t]*(${valueForm})[ \t]*(?:${commentForm})?(?=\n|\r|$))`,
    'y',
  );
  const statements: Statement[] = [];
  while (text.slice(form.lastIndex).trim() !== '') {
    const start = form.lastIndex;
    const [, key, value] =
      form.exec(text) ?? fail(lineAt(text, start), 'only strings, lists of strings, true and false are supported');
    if (key !== undefined) statements.push({ key, value: parsedValue(value ?? ''), line: lineAt(text, start) });
  }
  return statements;
}

const parsedValue = (text: string): Value =>
  text === 'true' || text === 'false'
    ? text === 'true'
    : [...text.matchAll(new RegExp(`${commentForm}|${textForm}`, 'g'))].flatMap(([part]) => {
        if (part.startsWith('#')) return [];
        return part.startsWith("'") ? part.slice(1, -1) : String(JSON.parse(part));
      });

/** Returns the number of the line with the first non-blank text at or after an offset. */
const lineAt = (text: string, start: number): number => {
  const rest = text.slice(start);
  return text.slice(0, start + rest.length - rest.trimStart().length).split('\n').length;
};

function fail(line: number, reason: string): never {
  throw new NotChecked(`${fileName}:${line}: ${reason}.`);
}

const known = ['all-namespaces', 'combine', 'data', 'fail-on-warn', 'namespace', 'no-fail', 'parser', 'policy'];

function requireKnown({ key, value, line }: Statement): void {
  if (harmless.includes(key)) return;
  if (!known.includes(key)) fail(line, `${key} is not supported: remove it, or name the policies with --dir`);
  if (key === 'policy' && textsOf(value).length > 1)
    fail(line, 'only one folder with policies is supported: name it with --dir');
  if (key === 'parser' && !textsOf(value).every((parser) => parser === 'json'))
    fail(line, 'only JSON is read: write parser = "json"');
}

const textsOf = (value: Value | undefined): readonly string[] => (typeof value === 'object' ? value : []);
