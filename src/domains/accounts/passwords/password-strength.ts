// Passwords that attackers try first. The dictionaries take some 25 MB, so they are loaded with the first new password.
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

export interface PasswordStrength {
  /**
   * True if a password is among the first ones that an attacker tries: common passwords and words with digits, repeated
   * characters, runs, rows of the keyboard, and the texts of one's own, such as the username.
   */
  isGuessable(password: string, own: readonly string[]): Promise<boolean>;
}

/** So many guesses are tried soon, even where each takes time. */
const minGuesses = 1e8;

/** Checking takes the longer the longer the text is; what begins with a strong password is strong. */
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
