/** Casts a text to a union of words. The function that the result is passed to must refuse all other texts. */
export const wordOf = <Word extends string>(text: string): Word => text as Word;
