// Validates responses against the API description that the server publishes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { servedWith } from '../../src/domains/index.ts';
import { originForm } from '../../src/http/target.ts';
import { neutral, terraform, type Vocabulary } from '../../src/jsonapi/vocabulary.ts';
import { memoize } from '../../src/lib/functions/memoize.ts';
import type { Answer } from './answer.ts';
import { assertPage, isPage } from './page.ts';

interface Operation {
  readonly responses: Readonly<Record<string, Response | { readonly $ref: string }>>;
}

interface Response {
  readonly content?: Readonly<Record<string, object>>;
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, Response>> };
}

// NOTE: a route parameter matches one path segment; `*` matches the rest of the path.
const patternOf = (template: string): RegExp =>
  new RegExp(
    `^${template
      .replaceAll('.', '\\.')
      .replace(/\*$/, '.*')
      .replaceAll(/\{\w+\}/g, '[^/]{1,4096}')}$`,
  );

const fileOf = (folder: string, words: Vocabulary): string =>
  join(folder, words === neutral ? 'neutral.json' : 'terraform.json');

/**
 * Writes the API descriptions to files for all test processes, because generating a description takes a fifth of the
 * time of a small test file.
 */
export async function prepareDescriptions(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tipstaff-descriptions-'));
  for (const words of [neutral, terraform]) {
    const description = servedWith(words).describe({ version: 'test', sessionCookie: 'test' });
    await writeFile(fileOf(folder, words), JSON.stringify(description));
  }
  return folder;
}

const descriptionsFolder = (): string => {
  // biome-ignore lint/style/noProcessEnv: set by the global set-up
  const folder = process.env.TEST_DESCRIPTIONS;
  if (folder === undefined) throw new Error('Run the tests with "npm test": its set-up writes the API descriptions.');
  return folder;
};

/** Returns the API description in a vocabulary, with lookup tables. */
const describedIn = (words: Vocabulary) => {
  const { routes } = servedWith(words);
  const description = JSON.parse(readFileSync(fileOf(descriptionsFolder(), words), 'utf8')) as Description;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addFormat('text', true);
  ajv.addFormat('address', true);
  ajv.addFormat('timeout', true);
  ajv.addFormat('binary', true);
  ajv.addFormat('date-time', (text: string) => new Date(text).toISOString() === text);
  ajv.addSchema({ $id: 'tipstaff', ...description });
  const paths = Object.keys(description.paths)
    // Paths without parameters come first, so that they take precedence over paths with a parameter.
    .sort((one, other) => Number(one.includes('{')) - Number(other.includes('{')))
    .map((template) => ({ template, pattern: patternOf(template) }));
  const pages = routes
    .filter(({ reply }) => reply.isPage === true)
    .map(({ method, path }) => ({ method, pattern: patternOf(path.replaceAll(/:(\w+)/g, '{$1}')) }));
  return { ajv, description, paths, pages, validators: new Map<string, ValidateFunction>() };
};

type Described = ReturnType<typeof describedIn>;

const described = memoize(describedIn);

/** Only responses in the terraform vocabulary have this header. */
const descriptionOf = ({ headers }: Answer): Described =>
  described(headers.has('tfp-api-version') ? terraform : neutral);

const isPageRoute = ({ pages }: Described, method: string, path: string): boolean =>
  pages.some((each) => each.method === method && each.pattern.test(path));

const escaped = (name: string): string => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));

const validatorAt = ({ ajv, validators }: Described, ...names: readonly string[]): ValidateFunction => {
  const reference = `tipstaff#/${names.map(escaped).join('/')}`;
  const known = validators.get(reference);
  if (known !== undefined) return known;
  const made = ajv.compile({ $ref: reference });
  validators.set(reference, made);
  return made;
};

const assertFits = (isValid: ValidateFunction, answer: Answer, where: string): void => {
  const fits = isValid(answer.body);
  assert.ok(
    fits,
    `${where} does not fit its schema: ${described(neutral).ajv.errorsText(isValid.errors)}\n${answer.bytes.toString('utf8')}`,
  );
};

/** Whether a path can be decoded. A path with invalid percent-encoding matches no route. */
const isReadable = (path: string): boolean => {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
};

const assertUnknownRoute = (answer: Answer, path: string, where: string): void => {
  assert.ok([404, 429].includes(answer.status), `${where} is not described`);
  if (isPage(answer) && !path.startsWith('/api/')) {
    assertPage(answer, where);
    return;
  }
  assertFits(validatorAt(descriptionOf(answer), 'components', 'schemas', 'errors'), answer, where);
};

/**
 * Returns the description of a response status, and the location of the description: in the operation itself or among
 * the components.
 */
const responseOf = (
  { paths, components }: Description,
  [template, verb, status]: readonly [string, string, string],
): { readonly response: Response | undefined; readonly place: readonly string[] } => {
  const response = paths[template]?.[verb]?.responses[status];
  if (response === undefined || !('$ref' in response)) {
    return { response, place: ['paths', template, verb, 'responses', status] };
  }
  const name = response.$ref.slice(response.$ref.lastIndexOf('/') + 1);
  return { response: components.responses[name], place: ['components', 'responses', name] };
};

/**
 * Fails unless the response is a page, or the API description covers its status, its media type and all members of its
 * body.
 */
export const assertDescribed = (method: string, fullPath: string, answer: Answer): void => {
  const path = originForm(fullPath).split('?')[0] ?? '';
  const verb = method.toLowerCase();
  const own = descriptionOf(answer);
  const { description, paths } = own;
  const fits = isReadable(path) ? paths.filter(({ pattern }) => pattern.test(path)) : [];
  const template = fits.find((each) => description.paths[each.template]?.[verb])?.template;
  const where = `${method} ${path} → ${answer.status}`;
  if (template === undefined && isPageRoute(own, method, path) && isReadable(path)) {
    assertPage(answer, where);
    return;
  }
  if (template === undefined) {
    assertUnknownRoute(answer, path, where);
    return;
  }
  if (answer.status === 304) return;
  const { response, place } = responseOf(description, [template, verb, String(answer.status)]);
  assert.ok(response, `${where} is not described`);
  const mediaType = answer.headers.get('content-type');
  if (response.content === undefined) {
    assert.equal(answer.bytes.length, 0, `${where} has a body, but none is described`);
    return;
  }
  assert.ok(mediaType !== null && response.content[mediaType], `${where}: ${mediaType} is not described`);
  if (!mediaType.includes('json')) return;
  assertFits(validatorAt(own, ...place, 'content', mediaType, 'schema'), answer, where);
};
