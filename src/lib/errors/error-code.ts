/** Returns the code of a system, Node.js or library error, such as `ENOENT`. Empty if the error has no code. */
export const errorCode = (error: unknown): string => {
  const code: unknown = Reflect.get(Object(error), 'code');
  return typeof code === 'string' ? code : '';
};
