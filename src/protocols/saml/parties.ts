/** This service as a SAML service provider. */
export interface ServiceProvider {
  /** Entity ID, which is also the URL of the metadata. */
  readonly entityId: string;
  /** URL to which responses are posted (assertion consumer service). */
  readonly acsUrl: string;
}

export interface IdentityProvider {
  /** Certificates as PEM. A signature with the key of any of them is accepted. */
  readonly certificates: readonly string[];
  /**
   * Entity ID of the provider. Undefined until the first sign-in stores it. Until then, any issuer with a matching key
   * is accepted.
   */
  readonly entityId: string | undefined;
}
