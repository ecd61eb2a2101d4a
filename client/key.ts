/** Key of a request that makes one record. No UUID, since browsers make one only for pages with TLS. */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
