import { Readable } from 'node:stream';
import { orAbsent } from '../../../client/failure.ts';
import type { ModulePath } from '../../domains/modules/commands.ts';
import { newArchiveInspector } from '../../effects/archives/archive-inspector.ts';
import { RefusedArchive } from '../../protocols/archives/refused-archive.ts';
import type { ServiceClient } from '../client/service.ts';
import { refusalIn } from '../client/service-failure.ts';
import { CommandFailed } from '../terminal/command.ts';
import { requireSameContents } from './published.ts';
import { createVersion, modulePath, paramsOf, readVersion, type ServiceVersion } from './versions.ts';

interface Publication {
  readonly module: ModulePath;
  readonly version: string;
  readonly source: AsyncIterable<Uint8Array>;
}

/** Maximum size of an archive in bytes. It is the same as the service's limit. */
const maxBytes = 64 * 1024 ** 2;

/** A module version, and whether it was already published with the same contents. */
export interface Published {
  readonly version: ServiceVersion;
  readonly wasPublished: boolean;
}

/**
 * Publishes a module version. Validates the archive, creates the module and the version if they do not exist, and
 * uploads the archive. Throws `CommandFailed` if the archive is not a valid module or if the service refuses a request.
 */
export async function publishOnService(
  service: ServiceClient,
  { module, version, source }: Publication,
): Promise<Published> {
  const archive = await archiveBytes(source);
  try {
    const known = await orAbsent(readVersion(service, module, version));
    if (known?.attributes.status !== 'ok') await requireModule(archive);
    const present = known ?? (await createdVersion(service, module, version));
    const { attributes, links } = present;
    if (attributes.status === 'ok') {
      requireSameContents({ module, version, sha256: attributes.sha256 }, archive);
      return { version: present, wasPublished: true };
    }
    if (links?.upload === undefined)
      throw new CommandFailed('This token has no permission to publish versions of the module.');
    await service.client.upload(links.upload, archive);
    return { version: await readVersion(service, module, version), wasPublished: false };
  } catch (error) {
    throw new CommandFailed(...refusalIn(error));
  }
}

async function createdVersion(service: ServiceClient, module: ModulePath, version: string): Promise<ServiceVersion> {
  const { client } = service;
  const { organization_name, module_name, module_provider: provider } = module;
  const present = await orAbsent(client.get(modulePath, { params: paramsOf(module), needs: [] }));
  if (present === undefined)
    await client.create('/api/v2/organizations/{organization_name}/registry-modules', {
      params: { organization_name },
      body: {
        data: {
          type: 'registry-modules',
          attributes: { name: module_name, provider, 'registry-name': 'private' },
        },
      },
      needs: [],
    });
  return createVersion(service, module, version);
}

/**
 * Throws `CommandFailed` if the archive is not a valid module. This avoids creating a version whose upload would be
 * rejected.
 */
async function requireModule(archive: Uint8Array): Promise<void> {
  try {
    await newArchiveInspector()(Readable.from([archive]));
  } catch (error) {
    throw error instanceof RefusedArchive ? new CommandFailed(error.message) : error;
  }
}

/** Reads an archive into memory. Throws `CommandFailed` if it is larger than the service's limit. */
export async function archiveBytes(source: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of source) {
      size += piece.length;
      if (size > maxBytes) throw new CommandFailed('The archive is larger than 64 MiB: remove files from it.');
      pieces.push(piece);
    }
  } catch (error) {
    if (error instanceof RefusedArchive) throw new CommandFailed(error.message);
    throw error;
  }
  return Uint8Array.from(Buffer.concat(pieces));
}
