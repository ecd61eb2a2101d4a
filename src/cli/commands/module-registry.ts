import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import {
  deprecationOf,
  listModules,
  moduleResource,
  moduleVersions,
  newModule,
  publishDirectly,
  readableModule,
  readContents,
  readVersion,
  registryReader,
  registryWriter,
  type ShownModule,
  type ShownVersion,
  shownModule,
  versionProblems,
  versionResource,
} from '../../domains/modules/index.ts';
import { packFolder } from '../../effects/archives/pack-folder.ts';
import { plainPayload } from '../../jsonapi/payload.ts';
import { actingCommand } from '../acting-command.ts';
import { CommandFailed, type Output, UsageError } from '../command.ts';
import { moduleRegistryCommands } from '../declarations/module-registry.ts';
import { checkedInput } from '../input.ts';
import { listQueryOf } from '../list.ts';
import { orMissing } from '../missing.ts';
import { modulePathIn } from '../module-address.ts';
import { aligned, labelled, manyRecords } from '../output.ts';

export const list = actingCommand(moduleRegistryCommands.list, async ({ context, actor }, { subject, options }) => {
  const access = await orMissing(registryReader(context, actor, subject), `There is no organization ${subject}.`);
  const page = await listModules(context, access, listQueryOf(options), { registry: 'private' });
  return manyRecords(moduleResource, page, ['name', 'provider', 'status', 'updated-at']);
});

const shownVersions = (module: ShownModule): Output => {
  const { id, name, provider, organization_name, versions, created_at } = module;
  const head = labelled({
    ID: id,
    Organization: organization_name,
    Name: name,
    Provider: provider,
    Created: created_at,
  });
  const rows = versions.map(({ version, status }) => [version, status]);
  return {
    text: [head, ...(rows.length === 0 ? [] : ['', aligned([['VERSION', 'STATUS'], ...rows])])].join('\n'),
    json: { data: moduleResource.object(module) },
  };
};

const shownVersion = (version: ShownVersion): Output => {
  const { inputs, outputs } = readContents(version.contents);
  const names = (all: readonly { readonly name: string }[]) => all.map(({ name }) => name).join(', ') || null;
  const text = labelled({
    ID: version.id,
    Version: version.version,
    Status: version.status,
    Bytes: version.size,
    'SHA-256': version.sha256,
    Inputs: names(inputs),
    Outputs: names(outputs),
    Deprecation: deprecationOf(version),
  });
  return { text, json: { data: versionResource.object(version) } };
};

export const show = actingCommand(moduleRegistryCommands.show, async ({ context, actor }, { subject, others }) => {
  if (others.length > 1) throw new UsageError('Name one version.');
  const [version] = others;
  const entry = await orMissing(
    readableModule(context, actor, modulePathIn(subject)),
    `There is no module ${subject}.`,
  );
  if (version === undefined) return shownVersions(await shownModule(context, entry.module, entry));
  const missing = `There is no version ${version} of ${subject}.`;
  return shownVersion(await orMissing(readVersion(context, actor, entry, version), missing));
});

/** The bytes of a file, or a folder packed as it is read. */
const archiveAt = async (path: string): Promise<AsyncIterable<Uint8Array>> => {
  const entry = await stat(path).catch(() => undefined);
  if (entry === undefined) throw new CommandFailed(`There is no file or folder ${path} that can be read.`);
  if (entry.isDirectory()) return packFolder(path);
  return createReadStream(path);
};

export const publish = actingCommand(
  moduleRegistryCommands.publish,
  async ({ context, actor }, { subject, options }) => {
    if (options.module === undefined) throw new UsageError('Name the module: --module organization/name/provider.');
    const { organization_name: home, module_name: name, module_provider: provider } = modulePathIn(options.module);
    const payload = plainPayload({ ...newModule, ...moduleVersions.create });
    const { version } = checkedInput(payload, { name, provider, version: options.moduleVersion });
    const problems = versionProblems({ version }).map(({ detail }) => `${detail}.`);
    if (problems.length > 0) throw new UsageError(...problems);
    const access = await orMissing(registryWriter(context, actor, home), `There is no organization ${home}.`);
    const source = await archiveAt(subject);
    return shownVersion(await publishDirectly(context, actor, access, { name, provider, version, source }));
  },
);
