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

/** Returns the quality of a media type, from 0 to 1: that of the most specific range that includes it. */
const qualityOf = (ranges: readonly Range[], type: string): number => {
  const covering = [type, `${type.split('/')[0]}/*`, '*/*'];
  const best = covering.flatMap((range) => ranges.find((each) => each.type === range) ?? []);
  return best[0]?.quality ?? 0;
};

/** Whether an `Accept` header prefers HTML to JSON. The header of a browser that opens a URL does. */
export const prefersHtml = (accept = ''): boolean => {
  const ranges = accept.split(',').map(rangeOf);
  const html = qualityOf(ranges, 'text/html');
  return json.every((type) => html > qualityOf(ranges, type));
};
