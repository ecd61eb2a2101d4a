/** Something that the service leans on does not answer now; the same request may succeed later. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}
