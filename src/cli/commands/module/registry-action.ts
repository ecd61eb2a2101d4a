import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import {
  type DeprecatedVersion,
  deprecatedVersions,
  deprecationOf,
  listModules,
  type ModulePath,
  moduleFor,
  moduleResource,
  moduleVersions,
  namespaceFor,
  newModule,
  publishDirectly,
  readContents,
  readVersion,
  type ShownModule,
  type ShownModuleVersion,
  shownModule,
  versionProblems,
  versionResource,
} from '../../../domains/modules/commands.ts';
import { packFolder } from '../../../effects/archives/pack-folder.ts';
import { plainPayload } from '../../../jsonapi/payload.ts';
import { withValues } from '../../../kernel/page.ts';
import { withoutTagPrefix } from '../../../protocols/module-versions/semver.ts';
import { modulePathIn } from '../../client/module-address.ts';
import { serviceFrom } from '../../client/service.ts';
import { onServiceOrData } from '../../client/service-or-data.ts';
import { asOperator, type CommandContext } from '../../data/as-operator.ts';
import { listQueryOf } from '../../data/list.ts';
import { orMissing, undefinedIfMissing } from '../../data/missing.ts';
import { archiveBytes, publishOnService } from '../../module-service/publish.ts';
import { publishedAlready, requireSameContents } from '../../module-service/published.ts';
import { type Action, type Output, UsageError } from '../../terminal/command.ts';
import { requireReadable } from '../../terminal/file.ts';
import { checkedInput } from '../../terminal/input.ts';
import { aligned, labelled, manyRecords } from '../../terminal/output.ts';
import type { moduleRegistryCommands } from './command.ts';

const columns = {
  name: 'NAME',
  provider: 'PROVIDER',
  status: 'STATUS',
  downloads: 'DOWNLOADS',
  'updated-at': 'UPDATED AT',
};

const statusWords = { setup_complete: 'published', pending: 'without a version' };

export const list = asOperator<typeof moduleRegistryCommands.list>(async ({ context, actor }, { subject, options }) => {
  const found = namespaceFor('read')(context, actor, { organization_name: subject });
  const access = await orMissing(found, `There is no organization ${subject}.`);
  const page = await listModules(
    context,
    access,
    withValues(listQueryOf(options), { 'filter[registry_name]': 'private' }),
  );
  return manyRecords(moduleResource, page, columns, statusWords);
});

const shownVersions = (module: ShownModule, deprecated: readonly DeprecatedVersion[]): Output => {
  const { id, name, provider, organization_name, versions, created_at } = module;
  const head = labelled({
    ID: id,
    Organization: organization_name,
    Name: name,
    Provider: provider,
    Created: created_at,
  });
  const isDeprecated = new Set(deprecated.map(({ version }) => version));
  const rows = versions.map(({ version, status }) => [version, status, isDeprecated.has(version) ? 'yes' : 'no']);
  const table = aligned([['VERSION', 'STATUS', 'DEPRECATED'], ...rows]);
  return {
    text: [head, ...(rows.length === 0 ? [] : ['', table])].join('\n'),
    json: { data: moduleResource.object(module), meta: { deprecations: deprecated } },
  };
};

const shownVersion = (version: ShownModuleVersion): Output => {
  const text = versionText({ ...version, ...readContents(version.contents), deprecation: deprecationOf(version) });
  return { text, json: { data: versionResource.object(version) } };
};

/** Attributes of a module version that the text output shows. */
interface VersionText {
  readonly id: string;
  readonly version: string;
  readonly status: string;
  readonly size: number | null;
  readonly sha256: string | null;
  readonly inputs: readonly { readonly name: string }[];
  readonly outputs: readonly { readonly name: string }[];
  readonly deprecation: object | null;
}

const namesIn = (all: readonly { readonly name: string }[]) => all.map(({ name }) => name).join(', ') || null;

const versionText = (version: VersionText): string =>
  labelled({
    ID: version.id,
    Version: version.version,
    Status: version.status,
    Bytes: version.size,
    'SHA-256': version.sha256,
    Inputs: namesIn(version.inputs),
    Outputs: namesIn(version.outputs),
    Deprecation: version.deprecation,
  });

export const show = asOperator(async ({ context, actor }, { subject, others }) => {
  if (others.length > 1) throw new UsageError('Name one version.');
  const [version] = others;
  const entry = await orMissing(
    moduleFor('read')(context, actor, modulePathIn(subject)),
    `There is no module ${subject}.`,
  );
  if (version === undefined) {
    const module = await shownModule(context, entry.module, entry);
    return shownVersions(module, await deprecatedVersions(context, entry.module));
  }
  const missing = `There is no version ${version} of ${subject}.`;
  return shownVersion(await orMissing(readVersion(context, actor, entry, version), missing));
});

/** Returns the contents of an archive file. If the path is a folder, the folder is packed while it is read. */
const archiveAt = async (path: string): Promise<AsyncIterable<Uint8Array>> => {
  await requireReadable(path);
  const entry = await stat(path);
  if (entry.isDirectory()) return packFolder(path);
  return createReadStream(path);
};

interface Publication extends ModulePath {
  readonly version: string;
}

/** Returns the module and version to publish after validating them by the rules of the service. */
function publicationOf(module: string | undefined, moduleVersion: string | undefined): Publication {
  if (module === undefined) throw new UsageError('Name the module: --module organization/name/provider.');
  const path = modulePathIn(module);
  const payload = plainPayload({ ...newModule, ...moduleVersions.create });
  const values = { name: path.module_name, provider: path.module_provider, version: moduleVersion };
  const { version } = checkedInput(payload, values);
  const problems = versionProblems({ version }).map(({ detail }) => `${detail}.`);
  if (problems.length > 0) throw new UsageError(...problems);
  return { ...path, version: withoutTagPrefix(version) };
}

const publishHere = asOperator<typeof moduleRegistryCommands.publish>(
  async ({ context, actor }, { subject, options }) => {
    const { version, ...path } = publicationOf(options.module, options.moduleVersion);
    const { organization_name: organization, module_name: name, module_provider: provider } = path;
    const found = namespaceFor('create')(context, actor, { organization_name: organization });
    const access = await orMissing(found, `There is no organization ${organization}.`);
    const present = await publishedVersion({ context, actor }, path, version);
    if (present !== undefined) {
      requireSameContents(
        { module: path, version, sha256: present.sha256 },
        await archiveBytes(await archiveAt(subject)),
      );
      return { ...shownVersion(present), text: publishedAlready(version) };
    }
    const source = { chunks: await archiveAt(subject), length: undefined };
    return shownVersion(await publishDirectly(context, actor, access, { name, provider, version, source }));
  },
);

/** Returns the module version if its archive was uploaded; otherwise undefined. */
async function publishedVersion({ context, actor }: CommandContext, path: ModulePath, version: string) {
  const read = async () => readVersion(context, actor, await moduleFor('read')(context, actor, path), version);
  const present = await undefinedIfMissing(read());
  return present?.status === 'ok' ? present : undefined;
}

const publishThere: Action<typeof moduleRegistryCommands.publish> = async ({ subject, options }, terminal) => {
  const service = serviceFrom(terminal, options.url);
  const { version, ...module } = publicationOf(options.module, options.moduleVersion);
  const source = await archiveAt(subject);
  const { version: published, wasPublished } = await publishOnService(service, { module, version, source });
  const { id, attributes } = published;
  const text = wasPublished ? publishedAlready(version) : versionText({ id, ...attributes });
  return { text, json: { data: published } };
};

export const publish = onServiceOrData(publishThere, publishHere);
