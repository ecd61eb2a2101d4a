export function bundledPackages(root: string): { readonly name: string; generateBundle(): void };
