/** The service cannot start; the message says what to do, and needs no stack. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}
