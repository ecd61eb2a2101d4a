// Claims of a sign-in about a person, the same for every protocol.

/** A person's name at an identity provider. */
export interface ProviderName {
  readonly provider: string;
  /** As the provider sends it. */
  readonly nameId: string;
  /** Key for comparing names: an address in lower case, any other name unchanged. */
  readonly nameKey: string;
}

/** A person, as the identity provider knows them. */
export interface Claims extends ProviderName {
  /** True if the NameID has the form of an address, which a provider may give to another person later. */
  readonly isNameAddress: boolean;
  readonly email: string | undefined;
  /** True if an attribute has the address, and not only the NameID. */
  readonly isEmailSent: boolean;
  /** The base of a new account's username. */
  readonly username: string;
  readonly groups: ReadonlySet<string>;
  /** The attribute of the groups was there, even if it was empty. */
  readonly areGroupsSent: boolean;
  /** Undefined when the assertion does not say. */
  readonly isAdmin: boolean | undefined;
}
