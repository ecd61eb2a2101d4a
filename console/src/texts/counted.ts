/** Formats a number with a noun, such as `1 token` or `3 tokens`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
