// A version that is published already: the same contents again are no failure.

import { createHash } from 'node:crypto';
import type { ModulePath } from '../../domains/modules/commands.ts';
import { moduleAddress } from '../client/module-address.ts';
import { CommandFailed } from '../terminal/command.ts';

interface PublishedVersion {
  readonly module: ModulePath;
  readonly version: string;
  /** Of its archive, in hexadecimal. */
  readonly sha256: string | null;
}

/** Throws `CommandFailed` where another archive is published as this version. */
export function requireSameContents({ module, version, sha256 }: PublishedVersion, archive: Uint8Array): void {
  if (createHash('sha256').update(archive).digest('hex') === sha256) return;
  throw new CommandFailed(
    `${version} of ${moduleAddress(module)} is published with different contents: choose another version.`,
  );
}

export const publishedAlready = (version: string): string => `${version} is published already, with the same contents.`;
