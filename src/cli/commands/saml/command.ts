export const samlCommands = {
  check: {
    usage: 'saml check <file>',
    description: 'show what a sign-in with a SAML response would do; nothing is changed',
    argument: 'the response, as XML or in base64',
  },
};
