/** Thrown if the service cannot start. The message says what to do, and is shown without a stack trace. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}
