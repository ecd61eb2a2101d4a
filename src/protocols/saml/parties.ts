/** This service, as identity providers know it. */
export interface ServiceProvider {
  /** The entity ID, which is also the address of the metadata. */
  readonly entityId: string;
  /** The address that responses are posted to. */
  readonly acsUrl: string;
}

/** The trusted identity provider. */
export interface IdentityProvider {
  /** PEM. A signature by the key of any of them is accepted. */
  readonly certificates: readonly string[];
  /** Undefined until the first sign-in pins it: until then, any issuer with the right key is accepted. */
  readonly entityId: string | undefined;
}
