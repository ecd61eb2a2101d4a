/** Switches of a vocabulary beside the words: the behaviour that clients of the other API family expect of the service. */
export interface Behaviour {
  /** Settings and records take and show attributes that are stored for clients of this family only, without an effect. */
  readonly hasCompatAttributes: boolean;
  /** New teams let their members manage the team's token, and new tokens end after two years where no end is named. */
  readonly hasCompatDefaults: boolean;
  /** The IdP certificate must be an X.509 certificate in PEM form that has not expired when it is set, the private key an RSA key. */
  readonly checksSamlKeys: boolean;
  /** The key of a price provider's service account must be JSON with the members of such a key. */
  readonly checksServiceAccountKey: boolean;
  /** A policy's deprecated `enforce` has an entry before code is uploaded. */
  readonly showsEnforceWithoutCode: boolean;
}

/** As the reference describes it. */
export const referenceBehaviour: Behaviour = {
  hasCompatAttributes: false,
  hasCompatDefaults: false,
  checksSamlKeys: true,
  checksServiceAccountKey: true,
  showsEnforceWithoutCode: true,
};

/** As existing clients of this family of APIs expect it. */
export const compatBehaviour: Behaviour = {
  hasCompatAttributes: true,
  hasCompatDefaults: true,
  checksSamlKeys: false,
  checksServiceAccountKey: false,
  showsEnforceWithoutCode: false,
};
