// Page that sets a password through a link.
import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import type { Rendered } from '../../../http/reply.ts';
import { ApiError } from '../../../jsonapi/errors.ts';
import { Password } from '../../../jsonapi/schema.ts';
import { validate } from '../../../jsonapi/validate.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { pageReply, redirectTo } from '../../../pages/page-reply.ts';
import { siteOf } from '../../instance/index.ts';
import { getPasswordLink, setPasswordByLink, signInName } from '../password-reset/followed-link.ts';
import { deadLinkPage, type Faults, noFaults, passwordPage } from './password-page.ts';

const schema = Type.Object({ password: Password() });

export function openPassword(context: Context, token: string): Promise<Rendered> {
  return withLink(context, async () => {
    const site = siteOf(context);
    const username = signInName(await getPasswordLink(context, token));
    return pageReply(site, passwordPage(site, { token, username, faults: noFaults }));
  });
}

/** The new password, entered twice. */
interface Choice {
  readonly password: string;
  readonly repeated: string;
}

export function choosePassword(context: Context, actor: Actor, token: string, choice: Choice): Promise<Rendered> {
  return withLink(context, async () => {
    const site = siteOf(context);
    const username = signInName(await getPasswordLink(context, token));
    const faults = faultsOf(choice);
    if (faults.password.length + faults.repeated.length > 0) {
      return pageReply(site, passwordPage(site, { token, username, faults }), 422);
    }
    const refused = await refusalOf(setPasswordByLink(context, actor, token, choice.password));
    if (refused === undefined) return redirectTo(site, '/sign-in?set=1');
    return pageReply(site, passwordPage(site, { token, username, faults: { ...noFaults, password: refused } }), 422);
  });
}

/** Runs `answer`. If the link is invalid, returns a page that says what to do. */
const withLink = async (context: Context, answer: () => Promise<Rendered>): Promise<Rendered> => {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
    const site = siteOf(context);
    return pageReply(site, deadLinkPage(site), 404);
  }
};

/** Returns the reasons why the password was refused. Undefined if it was accepted. */
const refusalOf = async (attempted: Promise<void>): Promise<readonly string[] | undefined> => {
  try {
    await attempted;
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && error.status === 422) return error.problems.map(({ detail }) => `${detail}.`);
    throw error;
  }
};

const faultsOf = ({ password, repeated }: Choice): Faults => {
  const result = validate(schema, { password });
  return {
    password: 'problems' in result ? result.problems.map(({ detail }) => `${detail}.`) : [],
    repeated: password === repeated ? [] : ['The two passwords are not the same.'],
  };
};
