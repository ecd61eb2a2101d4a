/** Path of the policy engine as a compressed WebAssembly module, from the root of the project. */
export const engineModule = 'policy-engine/dist/engine.wasm.zst';
