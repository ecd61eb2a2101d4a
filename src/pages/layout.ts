// Layout and form elements that all pages share.
import { type Html, type HtmlValue, html } from '../lib/text/html.ts';
import type { Site } from './site.ts';

const mark = html`<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#1d4f91"/><path d="M8 8.5h16M16 8.5V25" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

export const icon = `data:image/svg+xml,${encodeURIComponent(
  mark.toString().replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" '),
)}`;

export interface PageContent {
  /** Heading, and beginning of the document title. */
  readonly title: string;
  readonly body: Html;
  /**
   * Whether the page shows an error. The document title then begins with `Error:`, which screen readers announce first.
   */
  readonly isWrong?: boolean;
}

/** Beginning of every HTML document, for both the console and the other pages. */
export const documentStart = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">`;

export function layout({ texts, to, style }: Site, { title, body, isWrong = false }: PageContent): Html {
  return html`${documentStart}
<title>${isWrong && 'Error: '}${title} · Tipstaff</title>
<link rel="icon" href="${icon}">
<style>${style.text}</style>
</head>
<body>
<header class="brand"><a href="${to('/')}">${mark}<span>Tipstaff</span></a></header>
${texts.announcement && html`<aside class="notice warn">${texts.announcement}</aside>\n`}<main>
<h1>${title}</h1>
${body}
</main>
${texts.footer && html`<footer>${texts.footer}</footer>\n`}</body>
</html>
`;
}

/** Returns a highlighted message. Screen readers announce messages of the kind `bad` immediately. */
export function callout(kind: 'bad' | 'good' | 'warn', content: HtmlValue): Html {
  return html`<div class="notice ${kind}" role="${kind === 'bad' ? 'alert' : 'status'}">${content}</div>`;
}

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'email' | 'password';
  readonly autocomplete: string;
  readonly value?: string;
  readonly hint?: string;
  /** Reasons why the input was refused. */
  readonly wrong?: readonly string[];
  /** Whether the field gets the focus. */
  readonly isFirst?: boolean;
  /** Whether the input is a name or a code, which browsers must not correct. */
  readonly isVerbatim?: boolean;
  readonly isFixed?: boolean;
}

const verbatim = html` autocapitalize="none" autocorrect="off" spellcheck="false"`;

/** Returns an input with its label, hint and errors. */
export function field(spec: Field): Html {
  const { name, label, type = 'text', wrong = [], hint, value } = spec;
  const described = [hint && `${name}-hint`, wrong.length > 0 && `${name}-wrong`].filter(Boolean).join(' ');
  return html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${spec.autocomplete}" required${
    value !== undefined && html` value="${value}"`
  }${spec.isVerbatim && verbatim}${described !== '' && html` aria-describedby="${described}"`}${
    wrong.length > 0 && html` aria-invalid="true"`
  }${spec.isFirst && html` autofocus`}${spec.isFixed && html` readonly`}>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}${
  wrong.length > 0 && html`<p class="wrong" id="${name}-wrong">${wrong.map((why) => html`${why} `)}</p>`
}
</div>
`;
}

export function hidden(name: string, value: string | undefined): HtmlValue {
  return value !== undefined && html`<input type="hidden" name="${name}" value="${value}">`;
}

/** Returns a form that is posted to a path of the service. */
export function form({ to }: Site, path: string, content: HtmlValue): Html {
  return html`<form method="post" action="${to(path)}">${content}</form>`;
}
