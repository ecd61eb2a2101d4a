/** Returns the name of the attribute or relationship in a JSON Pointer: `/data/attributes/name` gives `name`. */
export const attributeOf = (pointer: string | undefined): string | undefined =>
  /^\/data\/(?:attributes|relationships)\/([^/]+)/.exec(pointer ?? '')?.[1];
