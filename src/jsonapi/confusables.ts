/**
 * Scripts that may be mixed in one word, because Japanese, Chinese and Korean texts mix several scripts, including
 * Latin.
 */
const together = [
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]*$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hangul}]*$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Bopomofo}]*$/u,
];

const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/u;

/**
 * Matches each word of a text. Letters of one word must belong to a single script. So `µ.example` and `пример.example`
 * are accepted, but not `pаypal` with a Cyrillic `а`.
 */
const parts = /[\p{L}\p{M}]+/gu;

const scripts = /^(?:\p{Script=Latin}+|\p{Script=Cyrillic}+|\p{Script=Greek}+|\p{Script=Arabic}+|\p{Script=Hebrew}+)$/u;

/**
 * Whether a text could be mistaken for another text (Unicode Security Mechanisms, UTS 39), because it contains
 * invisible characters, full-width characters, or words that mix scripts.
 */
export function isConfusable(text: string): boolean {
  return invisible.test(text) || text.normalize('NFKC') !== text || isMixed(text);
}

const isMixed = (text: string): boolean =>
  (text.match(parts) ?? []).some((word) => {
    const letters = word.replaceAll(/\p{Script=Inherited}|\p{Script=Common}/gu, '');
    return (
      letters !== '' && !scripts.test(letters) && !together.some((one) => one.test(letters)) && hasKnownScript(letters)
    );
  });

/**
 * Whether a word contains letters of a script whose letters resemble those of another script, such as Latin and
 * Cyrillic. Words in other scripts, such as Thai, are accepted.
 */
const hasKnownScript = (letters: string): boolean =>
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}]/u.test(letters);
