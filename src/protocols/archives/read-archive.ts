// A module's archive, from its packed bytes to what its Terraform files declare.
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { newSourceParser } from './hcl.ts';
import type { ArchiveLimits, ModuleContents, ModuleInterface } from './module-contents.ts';
import { type ModuleFiles, readModuleFiles, type SourceFile } from './module-files.ts';
import { interfaceOf, type ParsedFile } from './module-interface.ts';
import { RefusedArchive } from './refused-archive.ts';

/** Reads a gzip-compressed tar file to its end. Throws `RefusedArchive` for an archive that is no valid module. */
export async function readArchive(packed: AsyncIterable<Uint8Array>, limits: ArchiveLimits): Promise<ModuleContents> {
  const { pieces, digest } = counted(packed, limits);
  const { sources, ...files } = await unpackedFiles(pieces(), limits);
  return { ...files, ...digest(), ...(await declaredIn(sources)) };
}

const mebibyte = 1024 * 1024;

/** The packed bytes, counted and hashed while they pass. */
function counted(packed: AsyncIterable<Uint8Array>, limits: ArchiveLimits) {
  const hash = createHash('sha256');
  const seen = { bytes: 0 };
  const pieces = async function* (): AsyncGenerator<Uint8Array, void> {
    for await (const piece of packed) {
      seen.bytes += piece.length;
      if (seen.bytes > limits.packedBytes) {
        throw new RefusedArchive(
          `The archive is larger than ${limits.packedBytes / mebibyte} MiB. Remove files that the module does not need.`,
        );
      }
      hash.update(piece);
      yield piece;
    }
    if (seen.bytes === 0) throw new RefusedArchive('The archive is empty: no byte arrived. Send it again.');
  };
  return { pieces, digest: () => ({ sha256: hash.digest('hex'), packedBytes: seen.bytes }) };
}

async function unpackedFiles(packed: AsyncIterable<Uint8Array>, limits: ArchiveLimits): Promise<ModuleFiles> {
  const gunzip = createGunzip({ rejectGarbageAfterEnd: true, chunkSize: 64 * 1024 });
  try {
    return await pipeline(packed, gunzip, (unpacked: AsyncIterable<Buffer>) => readModuleFiles(unpacked, limits));
  } catch (error) {
    throw asRefusal(error);
  }
}

const gzipFaults: Readonly<Record<string, string>> = {
  Z_BUF_ERROR: 'it ends too early',
  Z_DATA_ERROR: 'its data is damaged, or it is no gzip file at all',
  ERR_TRAILING_JUNK_AFTER_STREAM_END: 'it goes on after its end',
};

/** An invalid gzip file is refused; every other error stays as it is. */
function asRefusal(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const fault = gzipFaults[code];
  return fault === undefined ? error : new RefusedArchive(`The gzip file is not valid: ${fault}. Send it again.`);
}

async function declaredIn(sources: readonly SourceFile[]): Promise<ModuleInterface> {
  const parse = newSourceParser();
  const files: ParsedFile[] = [];
  try {
    for (const source of sources) files.push({ name: source.name, content: await parse(source) });
    return interfaceOf(files);
  } catch (error) {
    throw error instanceof RangeError ? tooDeep() : error;
  }
}

const tooDeep = (): RefusedArchive =>
  new RefusedArchive('The Terraform files are nested too deeply. Make them simpler.');
