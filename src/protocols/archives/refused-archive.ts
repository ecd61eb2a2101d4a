/** An archive that is no module: the message says in plain words what is wrong and what to do, and quotes it safely. */
export class RefusedArchive extends Error {
  override readonly name = 'RefusedArchive';
}
