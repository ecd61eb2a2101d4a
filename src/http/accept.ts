const json = ['application/vnd.api+json', 'application/json'];

interface Range {
  readonly type: string;
  readonly quality: number;
}

const rangeOf = (text: string): Range => {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  return { type, quality: quality === undefined ? 1 : Number(quality.slice('q='.length)) || 0 };
};

/**
 * Returns the quality of a media type in an `Accept` header, from 0 to 1. The most specific media range that includes
 * the type determines it.
 */
const qualityOf = (ranges: readonly Range[], type: string): number => {
  const covering = [type, `${type.split('/')[0]}/*`, '*/*'];
  const best = covering.flatMap((range) => ranges.find((each) => each.type === range) ?? []);
  return best[0]?.quality ?? 0;
};

/** Whether an `Accept` header prefers HTML to JSON. This is true of a browser that opens a URL. */
export const prefersHtml = (accept = ''): boolean => {
  const ranges = accept.split(',').map(rangeOf);
  const html = qualityOf(ranges, 'text/html');
  return json.every((type) => html > qualityOf(ranges, type));
};
