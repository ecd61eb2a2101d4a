const browsers = [
  ['Edge', /Edg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /Version\/(\d+)[^ ]* (?:Mobile\/\w+ )?Safari/],
] as const;

const systems = [
  ['Android', /Android/],
  ['iOS', /iPhone|iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['Linux', /Linux/],
] as const;

/**
 * Returns a short name for a browser, such as `Firefox 140, Linux`. An unknown user agent is truncated. Undefined if
 * the user agent is empty.
 */
export function browserName(userAgent: string): string | undefined {
  if (userAgent === '') return undefined;
  const [name, pattern] = browsers.find((each) => each[1].test(userAgent)) ?? [];
  const [system] = systems.find((each) => each[1].test(userAgent)) ?? [];
  if (name === undefined || pattern === undefined) return userAgent.slice(0, 60);
  const version = pattern.exec(userAgent)?.[1];
  return [`${name} ${version}`, system].filter((part) => part !== undefined).join(', ');
}
