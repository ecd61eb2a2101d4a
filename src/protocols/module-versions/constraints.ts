// Version constraints of configurations: `~> 1.2`, `>= 1.0, < 2.0`, `1.4.0`.
import { parseVersion, precedenceKey } from './semver.ts';

/** Version with its sort key, which has the order of SemVer. */
export interface Candidate {
  readonly version: string;
  readonly precedence: string;
}

interface Bound {
  readonly key: string;
  readonly isIncluded: boolean;
}

export interface Constraint {
  /** Exact versions in the constraint. If they differ from each other, the constraint matches no version. */
  readonly exactly: readonly string[];
  readonly from: readonly Bound[];
  readonly upTo: readonly Bound[];
  readonly except: readonly string[];
}

const nothing: Constraint = { exactly: [], from: [], upTo: [], except: [] };

/** Version in a constraint, whose last numbers may be omitted. */
interface Written {
  readonly full: string;
  readonly numbers: readonly bigint[];
}

const parts = 3;
const [maxLength, maxTerms] = [1_000, 32];

const read = (text: string): Written | undefined => {
  const [, numbers = '', rest = ''] = /^v?(\d+(?:\.\d+){0,2})((?:[-+].*)?)$/.exec(text) ?? [];
  const named = numbers.split('.').map(BigInt);
  if (numbers === '' || (rest !== '' && named.length < parts)) return undefined;
  const full = `${[...named, 0, 0].slice(0, parts).join('.')}${rest}`;
  return parseVersion(full) && { full, numbers: named };
};

const bound = (version: string, isIncluded: boolean): Bound => ({ key: precedenceKey(version), isIncluded });

/** Returns the first version that a `~>` constraint excludes. Only the last number in the constraint may increase. */
const afterPessimistic = (numbers: readonly bigint[]): readonly Bound[] => {
  const prefix = numbers.slice(0, -1);
  if (prefix.length === 0) return [];
  const next = prefix.map((number, index) => (index === prefix.length - 1 ? number + 1n : number));
  return [bound([...next, 0, 0].slice(0, parts).join('.'), false)];
};

const exactlyThat = ({ full }: Written): Partial<Constraint> => {
  const [from, upTo] = [[bound(full, true)], [bound(full, true)]];
  return { exactly: [full], from, upTo };
};

const terms: Readonly<Record<string, (version: Written) => Partial<Constraint>>> = {
  '': exactlyThat,
  '=': exactlyThat,
  '!=': ({ full }) => ({ except: [precedenceKey(full)] }),
  '>': ({ full }) => ({ from: [bound(full, false)] }),
  '>=': ({ full }) => ({ from: [bound(full, true)] }),
  '<': ({ full }) => ({ upTo: [bound(full, false)] }),
  '<=': ({ full }) => ({ upTo: [bound(full, true)] }),
  '~>': ({ full, numbers }) => ({ from: [bound(full, true)], upTo: afterPessimistic(numbers) }),
};

const termOf = (text: string): Constraint | undefined => {
  const [, operator = '', version = ''] = /^([<>=!~]*)\s*(.*)$/s.exec(text.trim()) ?? [];
  const written = read(version);
  const term = Object.hasOwn(terms, operator) ? terms[operator] : undefined;
  return written && term && { ...nothing, ...term(written) };
};

const narrowest = (bounds: readonly Bound[], isNarrower: (one: string, other: string) => boolean): readonly Bound[] =>
  bounds.reduce<readonly Bound[]>((narrowed, each) => {
    const [known] = narrowed;
    if (known === undefined || isNarrower(each.key, known.key)) return [each];
    return each.key === known.key && !each.isIncluded ? [each] : narrowed;
  }, []);

/**
 * Parses a constraint of at most 1,000 characters and 32 terms. Returns undefined for any other text. An empty
 * constraint matches every release.
 */
export const readConstraint = (text: string): Constraint | undefined => {
  if (text.length > maxLength) return undefined;
  if (text.trim() === '') return nothing;
  const written = text.split(',');
  if (written.length > maxTerms) return undefined;
  const read = written.map(termOf);
  const known = read.filter((term) => term !== undefined);
  if (known.length < read.length) return undefined;
  return {
    exactly: [...new Set(known.flatMap(({ exactly }) => exactly))],
    from: narrowest(
      known.flatMap(({ from }) => from),
      (one, other) => one > other,
    ),
    upTo: narrowest(
      known.flatMap(({ upTo }) => upTo),
      (one, other) => one < other,
    ),
    except: known.flatMap(({ except }) => except),
  };
};

const isAbove = ({ from }: Constraint, key: string): boolean =>
  from.every((each) => key > each.key || (each.isIncluded && key === each.key));

const isBelow = ({ upTo }: Constraint, key: string): boolean =>
  upTo.every((each) => key < each.key || (each.isIncluded && key === each.key));

/** Whether a version matches a constraint. Pre-releases are compared in the same way as releases. */
export const satisfies = (constraint: Constraint, { version, precedence }: Candidate): boolean =>
  constraint.exactly.every((each) => each === version) &&
  isAbove(constraint, precedence) &&
  isBelow(constraint, precedence) &&
  !constraint.except.includes(precedence);

/**
 * Range of sort keys of versions. `from` is included, and `below` is excluded. A bound that does not exist is
 * undefined.
 */
export interface PrecedenceRange {
  readonly from: string | undefined;
  readonly below: string | undefined;
}

/** Returns the range of sort keys within the bounds of a constraint. Its members `except` and `exactly` are ignored. */
export const precedenceRange = ({ from: [lower], upTo: [upper] }: Constraint): PrecedenceRange => ({
  from: lower && (lower.isIncluded ? lower.key : after(lower.key)),
  below: upper && (upper.isIncluded ? after(upper.key) : upper.key),
});

/** Returns a text that sorts directly after the given sort key. No other sort key begins with the given key. */
const after = (key: string): string => `${key} `;

/**
 * Returns the index of the first version within the upper bounds of a constraint. The versions must be sorted, newest
 * first.
 */
const firstBelow = (constraint: Constraint, versions: readonly Candidate[]): number => {
  let [low, high] = [0, versions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBelow(constraint, versions[middle]?.precedence ?? '')) high = middle;
    else low = middle + 1;
  }
  return low;
};

/** Returns the newest release that matches a constraint. The releases must be sorted, newest first. */
export const newestSatisfying = <Release extends Candidate>(
  constraint: Constraint,
  releases: readonly Release[],
): Release | undefined => {
  for (let index = firstBelow(constraint, releases); ; index += 1) {
    const release = releases[index];
    if (release === undefined || !isAbove(constraint, release.precedence)) return undefined;
    if (satisfies(constraint, release)) return release;
  }
};
