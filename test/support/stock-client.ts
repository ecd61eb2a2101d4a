// Runs the command-line tools that module consumers use (Terraform and compatible programs), if this machine has them.
import { execFile } from 'node:child_process';
import { access, constants, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Host name that the consumers' configurations use for the service. It needs neither DNS nor a certificate. */
export const host = 'registry.example.com';

/** Returns the path of the first program with this name in PATH; undefined if there is none. */
export const programNamed = async (name: string): Promise<string | undefined> => {
  // biome-ignore lint/style/noProcessEnv: what this machine has
  const folders = (process.env.PATH ?? '').split(delimiter);
  for (const folder of folders) {
    const path = join(folder, name);
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return undefined;
};

/** Result of a command with all its output. */
export interface ClientOutput {
  readonly hasSucceeded: boolean;
  readonly text: string;
}

export interface Consumer {
  readonly folder: string;
  readonly run: (...words: readonly string[]) => Promise<ClientOutput>;
}

const settings = (url: string, token: string | undefined): string => `
host "${host}" {
  services = { "modules.v1" = "${url}/api/registry/v1/modules/" }
}
${token === undefined ? '' : `credentials "${host}" {\n  token = "${token}"\n}`}
`;

/**
 * Creates a folder with a configuration in which the program runs. The program does not use the machine's own settings.
 */
export const consumerIn = async (
  program: string,
  parent: string,
  { url, token, configuration }: { readonly url: string; readonly token?: string; readonly configuration: string },
): Promise<Consumer> => {
  const folder = join(parent, 'consumer');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'main.tf'), configuration);
  const configFile = join(parent, 'command-line.tfrc');
  await writeFile(configFile, settings(url, token));
  const env = {
    HOME: parent,
    PATH: '',
    TF_CLI_CONFIG_FILE: configFile,
    CHECKPOINT_DISABLE: '1',
    TF_IN_AUTOMATION: '1',
  };
  return {
    folder,
    run: async (...words) => {
      try {
        const { stdout, stderr } = await run(program, [...words], { cwd: folder, env });
        return { hasSucceeded: true, text: stdout + stderr };
      } catch (error) {
        const [stdout, stderr] = [Reflect.get(Object(error), 'stdout'), Reflect.get(Object(error), 'stderr')];
        return { hasSucceeded: false, text: `${String(stdout)}${String(stderr)}` };
      }
    },
  };
};
