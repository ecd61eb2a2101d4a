// `npm run test:conformance -- reports`: validates reports against the published schemas of their formats. The
// repository does not contain the schemas: `TIPSTAFF_SARIF_SCHEMA` and `TIPSTAFF_JUNIT_SCHEMA` name their files
// (sarif-schema-2.1.0.json by OASIS, and junit-10.xsd of Jenkins' xUnit plugin, which needs `xmllint`).
// `TIPSTAFF_CYCLONEDX_SCHEMA` names a folder with CycloneDX's bom-1.6.schema.json, spdx.schema.json and
// jsf-0.82.schema.json, for a release's bill of materials.
import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { componentsOf } from '../../scripts/release/components.ts';
import { nodeComponents } from '../../scripts/release/node-components.ts';
import { sbomOf } from '../../scripts/release/sbom.ts';
import { version } from '../../src/kernel/version.ts';
import { tipstaff } from '../support/command.ts';
import { reportedFolder } from '../support/reported-folder.ts';
import { temporaryFolder } from '../support/temporary.ts';

// biome-ignore lint/style/noProcessEnv: where the schemas are is an option of the run
const { TIPSTAFF_SARIF_SCHEMA, TIPSTAFF_JUNIT_SCHEMA, TIPSTAFF_CYCLONEDX_SCHEMA } = process.env;

const say = (sentence: string): void => void process.stdout.write(`${sentence}\n`);

/**
 * Returns the schema violations in a document; empty if it is valid. `others` are schemas that the schema refers to.
 */
function problemsIn(document: string, schema: string, others: readonly string[] = []): string {
  const parsed = JSON.parse(schema);
  const ajv = new (String(parsed.$schema).includes('2020-12') ? Ajv2020 : Ajv)({ strict: false, allErrors: true });
  for (const other of others) ajv.addSchema(JSON.parse(other));
  ajv.addFormat('uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);
  ajv.addFormat('uri', URL.canParse);
  ajv.addFormat('uri-reference', (text) => URL.canParse(text, 'https://example.com'));
  ajv.addFormat('iri-reference', (text) => URL.canParse(text, 'https://example.com'));
  ajv.addFormat('idn-email', /^[^@\s]+@[^@\s]+$/);
  ajv.addFormat('date-time', (text) => !Number.isNaN(Date.parse(text)));
  return ajv.validate(parsed, JSON.parse(document)) ? '' : ajv.errorsText();
}

/** Returns the schema violations in a JUnit report; undefined if `xmllint` is not installed. */
function problemsInJunit(schema: string, report: string): string | undefined {
  const { status, stderr, error } = spawnSync('xmllint', ['--noout', '--schema', schema, report], { encoding: 'utf8' });
  if (error !== undefined) return undefined;
  return status === 0 ? '' : stderr;
}

await using temporary = await temporaryFolder();
const folder = await reportedFolder(temporary.path);
const reportAs = async (format: string): Promise<string> => {
  const { stdout } = await tipstaff(['check', join(temporary.path, 'plan.json'), '--dir', folder, '--format', format]);
  return stdout;
};

const reportOn = (format: string, problems: string): void => {
  say(problems === '' ? `${format}: the report keeps the schema.` : `${format}: ${problems}`);
  if (problems !== '') process.exitCode = 1;
};

if (TIPSTAFF_SARIF_SCHEMA === undefined) say('SARIF: skipped, since TIPSTAFF_SARIF_SCHEMA names no schema.');
else reportOn('SARIF', problemsIn(await reportAs('sarif'), await readFile(TIPSTAFF_SARIF_SCHEMA, 'utf8')));

if (TIPSTAFF_JUNIT_SCHEMA === undefined) say('JUnit: skipped, since TIPSTAFF_JUNIT_SCHEMA names no schema.');
else {
  const path = join(temporary.path, 'report.xml');
  await writeFile(path, await reportAs('junit'));
  const problems = problemsInJunit(TIPSTAFF_JUNIT_SCHEMA, path);
  if (problems === undefined) say('JUnit: skipped, since xmllint is not on the path.');
  else reportOn('JUnit', problems);
}

if (TIPSTAFF_CYCLONEDX_SCHEMA === undefined)
  say('CycloneDX: skipped, since TIPSTAFF_CYCLONEDX_SCHEMA names no folder.');
else {
  const names = ['bom-1.6', 'spdx', 'jsf-0.82'].map((name) => join(TIPSTAFF_CYCLONEDX_SCHEMA, `${name}.schema.json`));
  const [schema = '', ...others] = await Promise.all(names.map((name) => readFile(name, 'utf8')));
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const components = [...(await componentsOf(root)), ...(await nodeComponents({ root, scratch: temporary.path }))];
  const bill = sbomOf({ version, commit: '0'.repeat(40), time: new Date() }, components);
  reportOn('CycloneDX', problemsIn(JSON.stringify(bill), schema, others));
}
