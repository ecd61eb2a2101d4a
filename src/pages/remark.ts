import { type Html, html } from '../lib/text/html.ts';
import { callout } from './layout.ts';

/** Message that is shown above a form. */
export interface Remark {
  readonly kind: 'bad' | 'good';
  readonly text: string;
}

export function isWrong(remark: Remark | undefined): boolean {
  return remark?.kind === 'bad';
}

export function remarkOf(remark: Remark | undefined): Html | undefined {
  return remark && callout(remark.kind, html`<p>${remark.text}</p>`);
}
