/** This service, as identity providers know it. */
export interface ServiceProvider {
  /** Its entity id, which is where its metadata is. */
  readonly entityId: string;
  /** Where responses are posted to. */
  readonly acsUrl: string;
}

/** The identity provider that is believed. */
export interface IdentityProvider {
  /** PEM; what was signed with the key of any of them is believed. */
  readonly certificates: readonly string[];
  /** Undefined as long as any is taken that the certificates vouch for. */
  readonly entityId: string | undefined;
}
