/** Switches of a vocabulary other than names: behaviour that the clients of an API family expect. */
export interface Behaviour {
  /**
   * Whether settings and records accept and return attributes that are stored only for clients of this family and have
   * no effect.
   */
  readonly hasCompatAttributes: boolean;
  /**
   * Whether new teams let their members manage the team's token, and whether tokens created without an expiry expire
   * after two years.
   */
  readonly hasCompatDefaults: boolean;
  /**
   * Whether the IdP certificate must be a PEM-encoded X.509 certificate that has not expired when it is set, and the
   * private key an RSA key.
   */
  readonly checksSamlKeys: boolean;
  /** Whether the service account key of a price provider must be JSON with the members of such a key. */
  readonly checksServiceAccountKey: boolean;
  /** Whether a policy's deprecated `enforce` attribute has an entry before code has been uploaded. */
  readonly showsEnforceWithoutCode: boolean;
}

/** Behaviour that the API reference describes. */
export const referenceBehaviour: Behaviour = {
  hasCompatAttributes: false,
  hasCompatDefaults: false,
  checksSamlKeys: true,
  checksServiceAccountKey: true,
  showsEnforceWithoutCode: true,
};

/** Behaviour that existing clients of the Terraform API family expect. */
export const compatBehaviour: Behaviour = {
  hasCompatAttributes: true,
  hasCompatDefaults: true,
  checksSamlKeys: false,
  checksServiceAccountKey: false,
  showsEnforceWithoutCode: false,
};
