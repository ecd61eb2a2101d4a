/** Letters of scripts that are written together: Japanese, Korean and Chinese texts use several, with Latin ones. */
const together = [
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]*$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hangul}]*$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Bopomofo}]*$/u,
];

const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/u;

/** The parts between separators are words of one script; `µ.example` and `пример.example` are fine, `pаypal` is not. */
const parts = /[\p{L}\p{M}]+/gu;

const scripts = /^(?:\p{Script=Latin}+|\p{Script=Cyrillic}+|\p{Script=Greek}+|\p{Script=Arabic}+|\p{Script=Hebrew}+)$/u;

/**
 * True if a text may be taken for another one (after Unicode's security mechanisms, UTS 39): it has invisible or full-width
 * characters, or words with letters of several scripts.
 */
export function isLookAlike(text: string): boolean {
  return invisible.test(text) || text.normalize('NFKC') !== text || isMixed(text);
}

const isMixed = (text: string): boolean =>
  (text.match(parts) ?? []).some((word) => {
    const letters = word.replaceAll(/\p{Script=Inherited}|\p{Script=Common}/gu, '');
    return (
      letters !== '' && !scripts.test(letters) && !together.some((one) => one.test(letters)) && hasKnownScript(letters)
    );
  });

/** Scripts without look-alikes of the others, such as Thai, are not judged, unless they come with one of those. */
const hasKnownScript = (letters: string): boolean =>
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}]/u.test(letters);
