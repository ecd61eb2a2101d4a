// The thread that runs the policy engine: requests on standard input, answers on standard output, each after its
// length in four bytes, the least significant first.
import { readFileSync, readSync, writeSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { resourceLimits } from 'node:worker_threads';
import { zstdDecompressSync } from 'node:zlib';
import { readProgramFile } from '../../kernel/program-files.ts';
import { engineModule } from './engine-module.ts';
import { missingFunction, newSystemInterface } from './wasi.ts';

const [stdin, stdout, stderr] = [0, 1, 2];
const lengthSize = 4;
/** More than the module has: in one piece it is decompressed in a third of the time, and unused pages take no memory. */
const moduleSize = 64 * 1024 * 1024;
/** V8's own: it has no way to give a flag its default again. */
const defaultBudget = 13_000_000;

const [stackSize, memoryLimit = '', modulePath] = process.argv.slice(2);
if (resourceLimits.stackSizeMb !== Number(stackSize)) {
  throw new Error(`The policy engine needs ${stackSize} MiB of stack, and has ${resourceLimits.stackSizeMb}.`);
}
// The engine collects garbage between requests, and near the limit.
const variables = { GOMEMLIMIT: `${memoryLimit}MiB`, GOGC: 'off' };
const system = newSystemInterface(variables, (bytes) => void writeSync(stderr, bytes));
const { memory, _initialize: initialize, ...functions } = instantiate();
if (!(memory instanceof WebAssembly.Memory)) throw new Error('The module has no memory.');
system.attach(memory);
// V8 optimizes a function when its jumps, each by its distance, have used up the function's budget, but counts none as more
// than a quarter of the budget that was set when it compiled the function. What initializes the module runs once, and most
// of it is one function of 570 kB: V8 would take more CPU to optimize that than all else of the start takes. With a small
// budget its few and long jumps count little; what is called again and again, such as the allocator, is optimized anyway.
setFlagsFromString('--wasm-tiering-budget=40');
call(initialize);
setFlagsFromString(`--wasm-tiering-budget=${defaultBudget}`);

for (let length = readLength(); length !== undefined; length = readLength()) {
  const address = call(functions.engine_request, length);
  // Read where the module finds it: an input can be large.
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

/** Calls a function of the module; addresses and sizes are unsigned. */
function call(exported: WebAssembly.ExportValue | undefined, ...parameters: readonly number[]): number {
  if (typeof exported !== 'function') throw new Error('The module has no such function.');
  return Number(exported(...parameters)) >>> 0;
}

/** The length of the next request; undefined when there are no more. */
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
