import { Type } from 'typebox';
import type { TablesOf } from '../../../db/tables.ts';
import { attribute, entity } from '../../../jsonapi/entity.ts';
import { bytes, generated, integer, json, nullable, oneOf, table, text, time } from '../../../kernel/columns.ts';

/** The form of the names of modules, and of their namespaces. */
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
  /** Whose module of the public registry it refers to; empty for the organization's own modules. */
  public_namespace: generated(text()),
  created_at: attribute(time()),
  updated_at: attribute(time()),
});

/** A tag of a module. The value may be empty. */
export const moduleTags = table('module_tags', { id: text(), module_id: text(), key: text(), value: text() });

export const moduleVersions = entity('module_versions', {
  id: text(),
  module_id: text(),
  /** `pending` until an archive has come. */
  status: attribute(oneOf('pending', 'ok')),
  /** As it was published, build metadata included. */
  version: attribute(text(), {
    set: 'once',
    isRequired: true,
    schema: Type.String({ minLength: 1, maxLength: 255 }),
  }),
  /** Orders the versions of a module, byte by byte, as SemVer orders them. */
  precedence: text(),
  /** Null while there is none, as are its hash, size and contents. */
  archive_id: nullable(text()),
  /** In hex. */
  sha256: attribute(nullable(text())),
  size: attribute(nullable(integer())),
  created_at: attribute(time()),
  updated_at: attribute(time()),
  /** Contents that the archive declares, such as its inputs and outputs. The last column: it can be long. */
  contents: nullable(json()),
});

/** An archive becomes a version's once the version names it; until then it is being written. */
export const moduleArchives = table('module_archives', {
  id: text(),
  created_at: time(),
});

/** An archive's bytes, as they were uploaded. */
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
