// Recognizes passwords that attackers try first. The dictionaries take about 25 MB, so they are loaded when the first
// new password is checked.
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

export interface PasswordStrength {
  /**
   * Whether a password is easy to guess. Such passwords are common passwords, words with digits, repeated characters,
   * sequences, keyboard rows, and the texts in `own`, such as the person's username.
   */
  isGuessable(password: string, own: readonly string[]): Promise<boolean>;
}

/**
 * Minimum estimated number of guesses that finding a password takes. A smaller number of guesses takes an attacker
 * little time, even though the hash is slow.
 */
const minGuesses = 1e8;

/**
 * Maximum number of characters to check, because long passwords take longer to check. The remaining characters can be
 * ignored: a password that begins with a strong password is strong.
 */
const maxChecked = 32;

export function newPasswordStrength(): PasswordStrength {
  let loading: Promise<ZxcvbnFactory> | undefined;
  return {
    isGuessable: async (password, own) => {
      loading ??= load();
      const checker = await loading;
      return checker.check(password.slice(0, maxChecked), [...own]).guesses < minGuesses;
    },
  };
}

const load = async (): Promise<ZxcvbnFactory> => {
  const [{ ZxcvbnFactory: Factory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new Factory({ dictionary: { ...dictionary }, graphs: adjacencyGraphs });
};
