import { Type } from 'typebox';
import type { TablesOf } from '../../../db/tables.ts';
import { attribute, entity } from '../../../jsonapi/entity.ts';
import { bytes, generated, integer, json, nullable, oneOf, table, text, time } from '../../../kernel/columns.ts';

/** Format of module names and namespaces. */
export const moduleNameForm = {
  maxLength: 64,
  pattern: '^$|^[0-9A-Za-z](?:[0-9A-Za-z_-]*[0-9A-Za-z])?$',
  'x-detail': 'can only include letters, numbers, - and _, and must begin and end with a letter or a number.',
};

const moduleName = Type.String({ minLength: 1, ...moduleNameForm });

const providerName = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[0-9a-z]*$',
  'x-detail': 'can only include lower-case letters and numbers.',
});

export const modules = entity('modules', {
  id: text(),
  organization_id: text(),
  name: attribute(text(), { set: 'once', isRequired: true, schema: moduleName }),
  provider: attribute(text(), { set: 'once', isRequired: true, schema: providerName }),
  /**
   * Namespace in the public registry, if the row is a reference to a public module; empty for the organization's own
   * modules.
   */
  public_namespace: generated(text()),
  created_at: attribute(time()),
  updated_at: attribute(time()),
});

/** Tags of modules. The value may be empty. */
export const moduleTags = table('module_tags', { id: text(), module_id: text(), key: text(), value: text() });

export const moduleVersions = entity('module_versions', {
  id: text(),
  module_id: text(),
  /** `pending` until an archive has been uploaded. */
  status: attribute(oneOf('pending', 'ok')),
  /** Version as published, including build metadata. */
  version: attribute(text(), {
    set: 'once',
    isRequired: true,
    schema: Type.String({ minLength: 1, maxLength: 255 }),
  }),
  /** Sort key: comparing it byte by byte gives the order of SemVer. */
  precedence: text(),
  /** Null until an archive has been uploaded, like `sha256`, `size` and `contents`. */
  archive_id: nullable(text()),
  /** SHA-256 of the archive in hex. */
  sha256: attribute(nullable(text())),
  size: attribute(nullable(integer())),
  created_at: attribute(time()),
  updated_at: attribute(time()),
  /** Declarations in the archive, such as its inputs and outputs. The last column, because it can be long. */
  contents: nullable(json()),
});

/**
 * Uploaded archives. An archive belongs to a version once the version refers to it; until then it is still being
 * written.
 */
export const moduleArchives = table('module_archives', {
  id: text(),
  created_at: time(),
});

/** Pieces of archives with the bytes as uploaded. */
export const moduleChunks = table('module_chunks', {
  archive_id: text(),
  position: integer(),
  bytes: bytes(),
});

declare module '../../../db/tables.ts' {
  interface Tables
    extends TablesOf<
      [typeof modules, typeof moduleTags, typeof moduleVersions, typeof moduleArchives, typeof moduleChunks]
    > {}
}
