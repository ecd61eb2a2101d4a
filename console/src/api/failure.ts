/** The attribute that a pointer names: `/data/attributes/name` is `name`. */
export const attributeOf = (pointer: string | undefined): string | undefined =>
  /^\/data\/(?:attributes|relationships)\/([^/]+)/.exec(pointer ?? '')?.[1];
