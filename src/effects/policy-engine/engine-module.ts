/** Path of the policy engine's compressed WebAssembly module, relative to the project's root. */
export const engineModule = 'policy-engine/dist/engine.wasm.zst';
