/** The code of an error of the system, of Node.js or of a library, such as `ENOENT`; empty where it has none. */
export const errorCode = (error: unknown): string => {
  const code: unknown = Reflect.get(Object(error), 'code');
  return typeof code === 'string' ? code : '';
};
