import { Type } from 'typebox';
import type { TablesOf } from '../../../db/tables.ts';
import { attribute, entity } from '../../../jsonapi/entity.ts';
import {
  bigint,
  bytes,
  generated,
  integer,
  json,
  nullable,
  oneOf,
  table,
  text,
  time,
} from '../../../kernel/columns.ts';

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
  /** Namespace of the module in the public registry if the row is a reference to such a module. Otherwise empty. */
  public_namespace: generated(text()),
  created_at: attribute(time()),
  updated_at: attribute(time()),
});

/** Tags of modules. The value of a tag may be empty. */
export const moduleTags = table('module_tags', { id: text(), module_id: text(), key: text(), value: text() });

export const moduleVersions = entity('module_versions', {
  id: text(),
  module_id: text(),
  /** Status of the version; `pending` until an archive has been uploaded. */
  status: attribute(oneOf('pending', 'ok')),
  /** Version number as it was published, including build metadata. */
  version: attribute(text(), {
    set: 'once',
    isRequired: true,
    schema: Type.String({ minLength: 1, maxLength: 255 }),
  }),
  /** Sort key of the version. Comparing sort keys byte by byte gives the order that SemVer defines. */
  precedence: text(),
  /** Archive of the version. Like `sha256`, `size` and `contents`, it is null until an archive has been uploaded. */
  archive_id: nullable(text()),
  /** SHA-256 of the archive in hex. */
  sha256: attribute(nullable(text())),
  size: attribute(nullable(integer())),
  created_at: attribute(time()),
  updated_at: attribute(time()),
  /**
   * Terraform declarations in the archive, such as inputs and outputs, as JSON. The value can be long, so this is the
   * last column.
   */
  contents: nullable(json()),
});

/** What lists of modules show about each version, and the number of its downloads. */
export const moduleVersionSummaries = table('module_version_summaries', {
  version_id: text(),
  downloads: generated(bigint()),
  /** First paragraph of the README; null if the README has none. */
  description: nullable(text()),
  /** Identity that uploaded the archive. */
  published_by: nullable(json()),
});

/** Uploaded archives. An archive that no version refers to is still being written or is no longer used. */
export const moduleArchives = table('module_archives', {
  id: text(),
  created_at: time(),
});

/** Pieces of archives. Together, the pieces have the same bytes as the uploaded archive. */
export const moduleChunks = table('module_chunks', {
  archive_id: text(),
  position: integer(),
  bytes: bytes(),
});

declare module '../../../db/tables.ts' {
  interface Tables
    extends TablesOf<
      [
        typeof modules,
        typeof moduleTags,
        typeof moduleVersions,
        typeof moduleVersionSummaries,
        typeof moduleArchives,
        typeof moduleChunks,
      ]
    > {}
}
