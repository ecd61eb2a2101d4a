// Official Terraform provider. It creates, changes and destroys the resources of a configuration; after each apply, the
// next plan must be empty.
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMissing, type Measured, type Outcome, run, type StockClient, type Target } from './clients.ts';

/** Host name of the service in the configuration. The Terraform CLI configuration maps it to the actual address. */
const host = 'tipstaff.example';

const settingsOf = (url: string, provider: string): string => `
provider_installation {
  dev_overrides { "hashicorp/tfe" = ${JSON.stringify(provider)} }
}
host ${JSON.stringify(host)} {
  services = { "tfe.v2.2" = "${url}/api/v2/" }
}
`;

/** Runs a Terraform command. Returns its exit code, and its output if the code is not 0. */
type Terraform = (...command: readonly string[]) => Promise<{ readonly code: number; readonly text: string }>;

const terraformIn = (folder: string, { token }: Target): Terraform => {
  const environment = { TF_CLI_CONFIG_FILE: join(folder, 'settings.tfrc'), TFE_HOSTNAME: host, TFE_TOKEN: token };
  // biome-ignore lint/style/noProcessEnv: the command needs its own variables
  const env = { ...process.env, ...environment, CHECKPOINT_DISABLE: '1', TF_IN_AUTOMATION: '1' };
  return async (...command) => {
    try {
      await run('terraform', [...command, '-no-color'], { cwd: folder, env, timeout: 300_000 });
      return { code: 0, text: '' };
    } catch (error) {
      const { code, stdout = '', stderr = '' } = Object(error);
      if (typeof code !== 'number') throw error;
      return { code, text: `${stdout}${stderr}` };
    }
  };
};

const fileName = /^terraform-provider-tfe(?:_(v[^_]+))?/;

/** Returns the version in the provider's file name; undefined if there is no such file. */
async function versionIn(provider: string): Promise<string | undefined> {
  const match = (await readdir(provider)).map((file) => fileName.exec(file)).find((each) => each !== null);
  return match && (match[1] ?? 'of unknown version');
}

/** Name of the organization in the configuration. */
const organization = 'configured';

type Step = readonly [name: string, expected: number, ...command: string[]];

const firstSteps: readonly Step[] = [
  ['apply', 0, 'apply', '-auto-approve', '-var=note=first'],
  ['the plan is empty', 0, 'plan', '-detailed-exitcode', '-var=note=first'],
  ['a change is planned', 2, 'plan', '-detailed-exitcode', '-var=note=second'],
  ['apply the change', 0, 'apply', '-auto-approve', '-var=note=second'],
  ['the plan is empty again', 0, 'plan', '-detailed-exitcode', '-var=note=second'],
];

/** Steps that must fail while the organization does not accept user tokens. */
const refusedSteps: readonly Step[] = [
  [
    'an apply is refused while the organization accepts no tokens of users',
    1,
    'apply',
    '-auto-approve',
    '-var=note=second',
  ],
];

const lastSteps: readonly Step[] = [
  ['nothing was forgotten in the meantime', 0, 'plan', '-detailed-exitcode', '-var=note=second'],
  ['destroy', 0, 'destroy', '-auto-approve', '-var=note=second'],
];

const configurationFolder = new URL('./terraform/', import.meta.url);

/** Returns the contents of all files of a configuration. */
async function configurationIn(folder: string): Promise<string> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.tf'));
  return (await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))).join('\n');
}

/** Returns the text of the table's area column: the resource types in the configuration. */
function areaOf(configuration: string): string {
  const kinds = [...configuration.matchAll(/^resource "(\w+)"/gm)].map(([, kind]) => kind);
  return `a configuration of ${kinds.length} resources of ${new Set(kinds).size} kinds`;
}

/** Returns the most informative lines of the output: error messages or planned changes. */
const summaryOf = (text: string): string => {
  const lines = text.split('\n');
  const errors = lines.filter((line) => /^(?:│ )?Error:/.test(line.trim()));
  const changes = lines.filter((line) => /^\s*(?:# |[~+-] \S)/.test(line));
  return (errors.length > 0 ? errors : changes).slice(0, 12).join('; ') || text.slice(-500);
};

async function measure(target: Target): Promise<Measured> {
  // biome-ignore lint/style/noProcessEnv: where the machine has the provider, only its environment knows
  const provider = process.env.TIPSTAFF_TERRAFORM_PROVIDER;
  const version = provider === undefined ? undefined : await versionIn(provider);
  if (provider === undefined || version === undefined) {
    return { skipped: 'TIPSTAFF_TERRAFORM_PROVIDER names no folder with the provider' };
  }
  const folder = await mkdtemp(join(tmpdir(), 'tipstaff-terraform-'));
  try {
    await cp(configurationFolder, folder, { recursive: true });
    const area = areaOf(await configurationIn(folder));
    await writeFile(join(folder, 'settings.tfrc'), settingsOf(target.url, provider));
    const terraform = terraformIn(folder, target);
    const outcomes: Outcome[] = [];
    const take = async (steps: readonly Step[]): Promise<void> => {
      for (const [name, expected, ...command] of steps) {
        const { code, text } = await terraform(...command);
        outcomes.push({ area, name, ...(code !== expected && { error: summaryOf(text) }) });
      }
    };
    await take(firstSteps);
    await target.acceptUserTokens(organization, false);
    await take(refusedSteps);
    await target.acceptUserTokens(organization, true);
    await take(lastSteps);
    return { version, outcomes };
  } catch (error) {
    if (isMissing(error)) return { skipped: 'there is no Terraform on this machine' };
    throw error;
  } finally {
    await rm(folder, { recursive: true });
  }
}

export const terraformProvider: StockClient = { name: 'terraform-provider-tfe', measure };
