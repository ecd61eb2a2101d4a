// Declares the part of WebAssembly's JavaScript interface that this program uses. TypeScript declares the interface
// only for browsers.
declare namespace WebAssembly {
  class Memory {
    constructor(descriptor: { readonly initial: number });
    readonly buffer: ArrayBuffer;
  }
  type ExportValue = Memory | ((...parameters: readonly unknown[]) => unknown);
  type Exports = Readonly<Record<string, ExportValue>>;
  type ModuleImports = Record<string, (...parameters: never[]) => unknown>;
  class Module {
    constructor(bytes: Uint8Array);
    static imports(module: Module): readonly { readonly module: string; readonly name: string }[];
  }
  class Instance {
    constructor(module: Module, imports: Readonly<Record<string, ModuleImports>>);
    readonly exports: Exports;
  }
  function compile(bytes: Uint8Array): Promise<Module>;
}
