// The tables of the module registry. Flags are 0 or 1, times are ISO 8601 texts in UTC.

/** What the registry adds to the tables. */
export interface RegistryTables {
  readonly modules: ModulesTable;
  readonly module_versions: ModuleVersionsTable;
  readonly module_archives: ModuleArchivesTable;
  readonly module_chunks: ModuleChunksTable;
  readonly module_deprecations: ModuleDeprecationsTable;
  readonly module_downloads: ModuleDownloadsTable;
  readonly object_links: ObjectLinksTable;
}

interface ModulesTable {
  id: string;
  organization_id: string;
  name: string;
  provider: string;
  created_at: string;
  updated_at: string;
}

interface ModuleVersionsTable {
  id: string;
  module_id: string;
  /** As it was published, build metadata included. */
  version: string;
  /** Orders the versions of a module, byte by byte, as SemVer orders them. */
  precedence: string;
  /** `pending` until an archive has come. */
  status: 'pending' | 'ok';
  /** Null while there is none, as are its hash, size and contents. */
  archive_id: string | null;
  /** In hex. */
  sha256: string | null;
  size: number | null;
  created_at: string;
  updated_at: string;
  /** JSON: what the archive says about itself, such as its inputs and outputs. The last column: it can be long. */
  contents: string | null;
}

/** An archive that has been written, or is being written: it is a version's once the version names it. */
interface ModuleArchivesTable {
  id: string;
  created_at: string;
}

/** An archive's bytes, as they were uploaded. */
interface ModuleChunksTable {
  archive_id: string;
  position: number;
  bytes: Uint8Array;
}

/** A row for each version that is deprecated. */
interface ModuleDeprecationsTable {
  id: string;
  version_id: string;
  reason: string | null;
  link: string | null;
  created_at: string;
  updated_at: string;
}

/** Who has fetched a version, and how often. */
interface ModuleDownloadsTable {
  version_id: string;
  /** Whose token it was: `user`, `team` or `organization`, a colon, and the id. */
  consumer: string;
  count: number;
  last_downloaded_at: string;
}

/** Links below `/object/`: whoever holds one may do one thing with one version's archive. */
interface ObjectLinksTable {
  hash: string;
  purpose: 'upload' | 'download';
  version_id: string;
  /** Whether the archive is served with a notice that the version is deprecated. */
  has_notice: number;
  /** JSON: who asked for the link, for the audit record. */
  created_by: string;
  expires_at: string;
}
