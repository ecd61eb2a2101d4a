// Publishes a version of a module on a service.
import { Readable } from 'node:stream';
import { Type } from 'typebox';
import type { ModulePath } from '../../domains/modules/commands.ts';
import { newArchiveInspector } from '../../effects/archives/archive-inspector.ts';
import { RefusedArchive } from '../../protocols/archives/refused-archive.ts';
import {
  answerTo,
  created,
  optional,
  pathOfLink,
  type Service,
  ServiceRefusal,
  sendTo,
} from '../client/service-client.ts';
import { CommandFailed } from '../terminal/command.ts';
import { requireSameContents } from './published.ts';
import { createVersion, modulePath, modulesPath, readVersion, type ServiceVersion } from './records.ts';

interface Publication {
  readonly module: ModulePath;
  readonly version: string;
  readonly source: AsyncIterable<Uint8Array>;
}

/** As large as the service takes archives, in bytes. */
const maxBytes = 64 * 1024 ** 2;

/** A version, and whether it was there before with the same contents. */
export interface Published {
  readonly version: ServiceVersion;
  readonly wasPublished: boolean;
}

/**
 * Checks the archive, creates the module where there is none, and the version where it does not wait for an archive already.
 * Throws `CommandFailed` where the service refuses one of them, or where the archive is no valid module.
 */
export async function publishOnService(service: Service, { module, version, source }: Publication): Promise<Published> {
  const archive = await archiveBytes(source);
  try {
    const known = await optional(readVersion(service, module, version));
    if (known?.attributes.status !== 'ok') await requireModule(archive);
    const present = known ?? (await createdVersion(service, module, version));
    const { attributes, links } = present;
    if (attributes.status === 'ok') {
      requireSameContents({ module, version, sha256: attributes.sha256 }, archive);
      return { version: present, wasPublished: true };
    }
    if (links.upload === undefined) throw new CommandFailed('This token may not publish versions of the module.');
    await sendTo(service, { method: 'PUT', path: pathOfLink(links.upload), body: archive, isLink: true });
    return { version: await readVersion(service, module, version), wasPublished: false };
  } catch (error) {
    if (error instanceof ServiceRefusal) throw new CommandFailed(...error.problems);
    throw error;
  }
}

const anything = Type.Object({});

async function createdVersion(service: Service, module: ModulePath, version: string): Promise<ServiceVersion> {
  const present = await optional(answerTo(service, { path: modulePath(module) }, anything));
  if (present === undefined) {
    const attributes = { name: module.module_name, provider: module.module_provider, 'registry-name': 'private' };
    const body = JSON.stringify({ data: { type: 'registry-modules', attributes } });
    await created(service, { path: modulesPath(module), body }, anything);
  }
  return createVersion(service, module, version);
}

/** Throws `CommandFailed` for an archive that a service would refuse, so that no version waits for a valid one. */
async function requireModule(archive: Uint8Array): Promise<void> {
  try {
    await newArchiveInspector()(Readable.from([archive]));
  } catch (error) {
    throw error instanceof RefusedArchive ? new CommandFailed(error.message) : error;
  }
}

/** All bytes of an archive; throws `CommandFailed` where it is larger than a service takes it. */
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
