// Handles module versions that are already published. It is not an error to publish the same contents again.

import { createHash } from 'node:crypto';
import type { ModulePath } from '../../domains/modules/commands.ts';
import { moduleAddress } from '../client/module-address.ts';
import { CommandFailed } from '../terminal/command.ts';

interface PublishedVersion {
  readonly module: ModulePath;
  readonly version: string;
  /** SHA-256 hash of the version's archive, in hexadecimal; null if it is unknown. */
  readonly sha256: string | null;
}

/** Throws `CommandFailed` if the version was published with a different archive. */
export function requireSameContents({ module, version, sha256 }: PublishedVersion, archive: Uint8Array): void {
  if (createHash('sha256').update(archive).digest('hex') === sha256) return;
  throw new CommandFailed(
    `${version} of ${moduleAddress(module)} is published with different contents: choose another version.`,
  );
}

export const publishedAlready = (version: string): string => `${version} is published already, with the same contents.`;
