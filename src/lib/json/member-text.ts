// The findings of policies, in words.

/** The members of an object that say what is wrong, and of what; the first that is there counts. */
const [messages, addresses] = [
  ['message', 'msg'],
  ['address', 'resource', 'resource_address'],
];

/**
 * A member of what a policy found: a text as it is, the address and the message of an object before its other members, anything
 * else as JSON.
 */
export function memberText(member: unknown): string {
  if (typeof member === 'string') return member;
  const textOf = (names: readonly string[]) => {
    const name = names.find((each) => typeof Reflect.get(Object(member), each) === 'string');
    return name === undefined ? undefined : { name, text: String(Reflect.get(Object(member), name)) };
  };
  const [message, address] = [textOf(messages), textOf(addresses)];
  if (message === undefined || Array.isArray(member)) return JSON.stringify(member);
  const others = Object.entries(Object(member)).filter(([name]) => name !== message.name && name !== address?.name);
  const isNamed = address === undefined || message.text.includes(address.text);
  return [
    isNamed ? message.text : `${address.text}: ${message.text}`,
    ...(others.length === 0 ? [] : [JSON.stringify(Object.fromEntries(others))]),
  ].join(' ');
}
