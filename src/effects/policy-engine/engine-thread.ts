// Thread that runs the policy engine. It reads requests from standard input and writes answers to standard output. Each
// message is preceded by its length in bytes: four bytes, least significant byte first.
import { readFileSync, readSync, writeSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { resourceLimits } from 'node:worker_threads';
import { zstdDecompressSync } from 'node:zlib';
import { readProgramFile } from '../../kernel/program-files.ts';
import { engineModule } from './engine-module.ts';
import { missingFunction, newSystemInterface } from './wasi.ts';

const [stdin, stdout, stderr] = [0, 1, 2];
const lengthSize = 4;
/**
 * Size in bytes of the buffer for the decompressed module. The module is smaller. Decompression into a single buffer
 * takes a third of the time, and unused pages of the buffer occupy no memory.
 */
const moduleSize = 64 * 1024 * 1024;
/**
 * V8's default value of the flag `--wasm-tiering-budget`. It is repeated here, because V8 has no way to reset a flag.
 */
const defaultBudget = 13_000_000;

const [stackSize, memoryLimit = '', modulePath] = process.argv.slice(2);
if (resourceLimits.stackSizeMb !== Number(stackSize)) {
  throw new Error(`The policy engine needs ${stackSize} MiB of stack, and has ${resourceLimits.stackSizeMb}.`);
}
// Go's garbage collector is configured to run only near the memory limit. It also runs between two requests.
const variables = { GOMEMLIMIT: `${memoryLimit}MiB`, GOGC: 'off' };
const system = newSystemInterface(variables, (bytes) => void writeSync(stderr, bytes));
const { memory, _initialize: initialize, ...functions } = instantiate();
if (!(memory instanceof WebAssembly.Memory)) throw new Error('The module has no memory.');
system.attach(memory);
// V8 optimizes a function when the jumps within the function have used up its budget. Each jump costs its distance, but
// at most a quarter of the budget at compilation time. The initialization code runs once and consists mostly of one
// function of 570 kB. Optimizing this function would need more CPU time than the rest of the start. With a small
// budget, its few long jumps cost little. Functions that are called often, such as the allocator, are optimized anyway.
setFlagsFromString('--wasm-tiering-budget=40');
call(initialize);
setFlagsFromString(`--wasm-tiering-budget=${defaultBudget}`);

for (let length = readLength(); length !== undefined; length = readLength()) {
  const address = call(functions.engine_request, length);
  // The request is read directly into the module's memory, because an input can be large.
  readFully(new Uint8Array(memory.buffer, address, length));
  const size = call(functions.engine_handle);
  const answer = new Uint8Array(memory.buffer, call(functions.engine_answer), size);
  writeFully(lengthOf(size));
  writeFully(answer);
}

function instantiate(): WebAssembly.Exports {
  const compressed = modulePath === undefined ? readProgramFile(engineModule) : readFileSync(modulePath);
  const module = new WebAssembly.Module(zstdDecompressSync(compressed, { chunkSize: moduleSize }));
  const imports: Record<string, WebAssembly.ModuleImports> = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    const names = imports[from] ?? {};
    names[name] = system.functions[name] ?? missingFunction;
    imports[from] = names;
  }
  return new WebAssembly.Instance(module, imports).exports;
}

/** Calls a function that the module exports. The result is an unsigned address or size. */
function call(exported: WebAssembly.ExportValue | undefined, ...parameters: readonly number[]): number {
  if (typeof exported !== 'function') throw new Error('The module has no such function.');
  return Number(exported(...parameters)) >>> 0;
}

/** Returns the length of the next request, or undefined at the end of the input. */
function readLength(): number | undefined {
  const bytes = new Uint8Array(lengthSize);
  return readFully(bytes) ? new DataView(bytes.buffer).getUint32(0, true) : undefined;
}

function readFully(bytes: Uint8Array): boolean {
  for (let offset = 0; offset < bytes.length; ) {
    const count = readSync(stdin, bytes, offset, bytes.length - offset, null);
    if (count === 0) return false;
    offset += count;
  }
  return true;
}

function writeFully(bytes: Uint8Array): void {
  for (let offset = 0; offset < bytes.length; ) offset += writeSync(stdout, bytes, offset);
}

function lengthOf(size: number): Uint8Array {
  const bytes = new Uint8Array(lengthSize);
  new DataView(bytes.buffer).setUint32(0, size, true);
  return bytes;
}
