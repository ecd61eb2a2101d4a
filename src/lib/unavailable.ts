/** A dependency of the service does not answer, or is overloaded; the same request may succeed later. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}
