/** Differences between vocabularies other than names. Each family of API clients expects a certain behavior. */
export interface Behaviour {
  /**
   * Whether requests and responses may contain attributes that have no effect and are stored only because clients of
   * this vocabulary expect them.
   */
  readonly hasCompatAttributes: boolean;
  /**
   * Whether the members of a new team can manage the team's token by default, and whether tokens that are created
   * without an expiry expire after two years.
   */
  readonly hasCompatDefaults: boolean;
  /**
   * Whether SAML settings are checked: the identity provider's certificate must be a PEM-encoded X.509 certificate that
   * has not expired yet, and the private key must be an RSA key.
   */
  readonly checksSamlKeys: boolean;
  /** Whether the service account key for a price provider must be JSON with the members that such a key has. */
  readonly checksServiceAccountKey: boolean;
  /** Whether the deprecated `enforce` attribute of a policy has an entry even if no code has been uploaded yet. */
  readonly showsEnforceWithoutCode: boolean;
}

/** Behavior that the API reference describes. */
export const referenceBehaviour: Behaviour = {
  hasCompatAttributes: false,
  hasCompatDefaults: false,
  checksSamlKeys: true,
  checksServiceAccountKey: true,
  showsEnforceWithoutCode: true,
};

/** Behavior that existing clients of the Terraform API family expect. */
export const compatBehaviour: Behaviour = {
  hasCompatAttributes: true,
  hasCompatDefaults: true,
  checksSamlKeys: false,
  checksServiceAccountKey: false,
  showsEnforceWithoutCode: false,
};
