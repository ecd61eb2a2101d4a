// Layout of every mail: a few paragraphs, an optional link, and the support address.
import type { Context } from '../../../context.ts';
import type { Mail } from '../../../effects/mail.ts';
import { type Html, html } from '../../../lib/text/html.ts';
import { customizationSettings } from '../groups/customization.ts';

/** A link on its own line. */
interface MailLink {
  readonly label: string;
  readonly url: string;
}

/** Content of a mail. Each item of the body is a paragraph or a link. */
export interface MailContent {
  readonly subject: string;
  readonly body: readonly (string | MailLink)[];
}

/** Composes a mail as text and as HTML. */
export function composeMail(context: Context, to: string, { subject, body }: MailContent): Mail {
  const support = customizationSettings(context)['support-email-address'];
  const parts = [...body, `Questions? Write to ${support}.`, `Sent by Tipstaff at ${context.baseUrl()}`];
  const page = html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${subject}</title></head><body>${parts.map(asHtml)}</body></html>`;
  return { to, subject, text: `${parts.map(asText).join('\n\n')}\n`, html: page.toString() };
}

const asHtml = (part: string | MailLink): Html =>
  typeof part === 'string' ? html`<p>${part}</p>` : html`<p><a href="${part.url}">${part.label}</a><br>${part.url}</p>`;

const asText = (part: string | MailLink): string => (typeof part === 'string' ? part : `${part.label}:\n${part.url}`);
