/** The argument that names an account. */
export const accountArgument = 'its username or identifier';
