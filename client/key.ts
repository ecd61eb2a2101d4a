/**
 * Generates an idempotency key. It is not a UUID, because browsers provide `crypto.randomUUID` only on pages served
 * over TLS.
 */
export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
