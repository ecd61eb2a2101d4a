/**
 * Returns the code of an error from the operating system, Node.js or a library, such as `ENOENT`. Returns an empty text
 * if the error has no code.
 */
export const errorCode = (error: unknown): string => {
  const code: unknown = Reflect.get(Object(error), 'code');
  return typeof code === 'string' ? code : '';
};
