const argument = 'its name';

export const subscriptionCommands = {
  setPlan: {
    usage: 'organization set-plan <name> [plan...]',
    description: 'give an organization another pricing plan; nothing of it is deleted',
    argument,
    others: 'the identifier of the plan, such as plus',
  },
  history: {
    usage: 'organization subscriptions <name>',
    description: 'show the current and the earlier pricing plans of an organization, newest first',
    argument,
  },
};
