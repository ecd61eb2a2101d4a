import { hash } from 'node:crypto';
import { memoizeByArguments } from '../lib/functions/memoize.ts';

/** Style element of a page, and its hash as a source in the content security policy. */
export interface PageStyle {
  readonly text: string;
  readonly source: string;
}

/**
 * Typeface of the console, and the local font that is shown until its file has been loaded. The local font has the same
 * size, so that nothing moves. The console declares both in the same way (`console/src/app/console.css`). The path prefix
 * of the service may contain characters that HTML or `url()` cannot contain, so they are percent-encoded.
 */
const typeface = (font: string): string => `
@font-face {
  font-family: Inter;
  src: url(${font.replaceAll(/[&'()]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)});
  font-weight: 100 900;
  font-display: swap;
}
@font-face {
  font-family: Inter fallback;
  src: local(Arial), local(Liberation Sans), local(Arimo);
  size-adjust: 107.06%;
  ascent-override: 90.49%;
  descent-override: 22.56%;
  line-gap-override: 0%;
}`;

// NOTE: browsers do not decode entities in a style element, so the style must not contain characters that are escaped in
// pages: quotation marks, `&`, `<` or `>`.
const style = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f3f4f6, #10141b);
  --card: light-dark(#ffffff, #1a212c);
  --text: light-dark(#16202e, #e8ecf2);
  --muted: light-dark(#4b5768, #a9b4c4);
  --line: light-dark(#7b8798, #76839a);
  --soft: light-dark(#d9dee6, #323d4d);
  --accent: light-dark(#1d4f91, #8ab8f5);
  --on-accent: light-dark(#ffffff, #0d1726);
  --bad: light-dark(#9b1c1c, #f7a3a3);
  --bad-back: light-dark(#fdeeee, #3a1b1f);
  --good: light-dark(#17603a, #93dcb2);
  --good-back: light-dark(#e9f6ee, #14301f);
  --warn: light-dark(#6b4700, #f3cf85);
  --warn-back: light-dark(#fff4d9, #382c10);
}
* { box-sizing: border-box; }
body {
  margin: 0;
  min-height: 100vh;
  display: flex;
  flex-direction: column;
  align-items: center;
  padding: 1.5rem 1rem;
  background: var(--page);
  color: var(--text);
  font: 1rem/1.5 Inter, Inter fallback, system-ui, sans-serif;
  overflow-wrap: anywhere;
}
.brand { width: 100%; max-width: 30rem; margin: 1vh 0 1rem; font-size: 1.25rem; font-weight: 650; }
.brand a { display: inline-flex; align-items: center; gap: .6rem; color: inherit; text-decoration: none; }
.brand svg { width: 1.75rem; height: 1.75rem; }
main {
  width: 100%;
  max-width: 30rem;
  padding: 1.75rem;
  background: var(--card);
  border: 1px solid var(--soft);
  border-radius: .75rem;
}
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25; }
h2 { margin: 1.75rem 0 .5rem; font-size: 1.05rem; }
p { margin: 0 0 1rem; }
a { color: var(--accent); }
form { margin: 0; }
.field { margin: 0 0 1.1rem; }
label { display: block; margin: 0 0 .3rem; font-weight: 600; }
input {
  width: 100%;
  min-height: 2.75rem;
  padding: .5rem .7rem;
  border: 1px solid var(--line);
  border-radius: .4rem;
  background: var(--card);
  color: inherit;
  font: inherit;
}
input[readonly] { background: var(--page); border-color: var(--soft); }
input[aria-invalid] { border: 2px solid var(--bad); }
.hint, .quiet { color: var(--muted); font-size: .9rem; }
.hint { margin: .3rem 0 0; }
.wrong { margin: .3rem 0 0; color: var(--bad); font-size: .9rem; font-weight: 600; }
button, .button {
  width: 100%;
  min-height: 2.75rem;
  padding: .5rem 1.25rem;
  border: 1px solid var(--accent);
  border-radius: .4rem;
  background: var(--accent);
  color: var(--on-accent);
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
.button { display: flex; align-items: center; justify-content: center; text-decoration: none; }
button.plain { background: none; color: var(--accent); }
:is(a, button, input):focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.notice {
  margin: 0 0 1.25rem;
  padding: .75rem 1rem;
  border: 1px solid;
  border-left-width: .35rem;
  border-radius: .4rem;
  overflow: hidden;
}
.notice p { margin: 0; color: var(--text); }
.notice p + p, .notice p + form { margin-top: .6rem; }
.bad { border-color: var(--bad); background: var(--bad-back); }
.good { border-color: var(--good); background: var(--good-back); }
.warn { border-color: var(--warn); background: var(--warn-back); }
.own { white-space: pre-line; }
.own, .rich { margin: 0 0 1rem; }
.rich :last-child { margin-bottom: 0; }
pre { overflow-x: auto; }
.below { margin: 1.25rem 0 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .35rem 1.25rem; margin: 0 0 1rem; }
dt { color: var(--muted); }
dd { margin: 0; }
ul { margin: 0 0 1rem; padding-left: 1.25rem; }
aside { width: 100%; max-width: 30rem; }
aside :is(.own, .rich) { margin: 0; }
footer { width: 100%; max-width: 30rem; padding: 1rem 0; color: var(--muted); font-size: .9rem; }
@media (max-width: 26rem) {
  body { padding: 1rem .75rem; }
  main { padding: 1.25rem 1rem; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin: 0 0 .6rem; }
}
@media (forced-colors: active) {
  input[aria-invalid] { border-style: dashed; }
}
`;

/** Returns the style of all pages. `font` is the path of the font file, or empty if there is no such file. */
export const styleWith = memoizeByArguments((font: string): PageStyle => {
  const text = font === '' ? style : typeface(font) + style;
  return { text, source: `'sha256-${hash('sha256', text, 'base64')}'` };
});
