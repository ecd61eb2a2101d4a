// Written by `npm run generate` from docs/openapi.json.

export interface paths {
  readonly "/api/v2/admin/audit-trail": {
    /**
     * List the audit records of the instance
     * @description Lists the newest records first. Only site administrators may read the audit records of the whole instance. `meta` contains the sequence number up to which the service has verified the audit chain. A text of more than 2,048 characters in `before` or `after` is replaced by its first 256 characters, its length and its SHA-256.
     */
    readonly get: operations["listAuditRecords"];
  };
  readonly "/api/v2/organization/audit-trail": {
    /**
     * List an organization's audit events
     * @description Lists the events of the organization to which the token in the request belongs, newest first.
     */
    readonly get: operations["listOrganizationAuditEvents"];
  };
  readonly "/api/v2/ping": {
    /**
     * Check whether the API responds
     * @description Returns 204 without a body. The request requires no token and does not count against the rate limit.
     */
    readonly get: operations["ping"];
  };
  readonly "/healthz": {
    /**
     * Check whether the process is alive
     * @description Responds as long as the process is running. This endpoint does not check the database.
     */
    readonly get: operations["readLiveness"];
  };
  readonly "/api/v2/admin/sms-settings/verify": {
    /**
     * Send a test message
     * @description Sends a text message with the current settings. The number of test messages is limited.
     */
    readonly post: operations["verifySmsSettings"];
    /**
     * Send a test message
     * @description Sends a text message with the current settings. The number of test messages is limited. This operation does the same as `verifySmsSettings` with another HTTP method.
     */
    readonly patch: operations["verifySmsSettingsByPatch"];
  };
  readonly "/api/v2/admin/oidc-settings": {
    /**
     * Show the keys of workload identity tokens
     * @description Returns the signing key, then the retired keys, newest first, and the times of the next rotation and trim. A trim deletes the keys that were retired at least 30 days ago.
     */
    readonly get: operations["readOidcSettings"];
  };
  readonly "/api/v2/admin/oidc-settings/actions/rotate-key": {
    /**
     * Rotate the key of workload identity tokens
     * @description New tokens are signed with a new key. Retired keys stay published until they are trimmed, so that earlier tokens can still be verified.
     */
    readonly post: operations["rotateOidcKey"];
  };
  readonly "/api/v2/admin/oidc-settings/actions/trim-key": {
    /**
     * Delete the former keys of workload identity tokens
     * @description Deletes every key except the signing key. Tokens that were signed with a deleted key can no longer be verified.
     */
    readonly post: operations["trimOidcKeys"];
  };
  readonly "/.well-known/jwks": {
    /**
     * List the public keys of workload identity tokens
     * @description Returns a JSON Web Key Set (RFC 7517) with the signing key and the retired keys that have not been trimmed.
     */
    readonly get: operations["listOidcKeys"];
  };
  readonly "/.well-known/openid-configuration": {
    /**
     * Show the issuer of workload identity tokens
     * @description Returns the provider metadata of OpenID Connect Discovery 1.0: issuer, URL of the keys, algorithms and claims.
     */
    readonly get: operations["readOidcConfiguration"];
  };
  readonly "/api/v2/admin/data-retention-policy-settings": {
    /**
     * Show the data retention policy
     * @description Returns the number of days for which superseded data is kept. Returns 404 if there is no policy, in which case all data is kept.
     */
    readonly get: operations["readDataRetentionPolicy"];
    /**
     * Set the data retention policy
     * @description Sets the number of days for which superseded data is kept. Older data is deleted in the background.
     */
    readonly post: operations["createDataRetentionPolicy"];
    /**
     * Delete the data retention policy
     * @description All superseded data is kept from then on. Data that was already deleted is not restored.
     */
    readonly delete: operations["deleteDataRetentionPolicy"];
    /**
     * Change the data retention policy
     * @description Changes the number of days for which superseded data is kept. Older data is deleted in the background.
     */
    readonly patch: operations["updateDataRetentionPolicy"];
  };
  readonly "/api/v2/admin/audit-stream-status": {
    /**
     * Show the progress of the audit stream
     * @description Returns the last record that the receiver accepted, the hash of the line that contains this record as `head`, the number of waiting records, and the reason for the last failure. `skipped` is the range of records that were archived before they could be sent.
     */
    readonly get: operations["readAuditStreamStatus"];
  };
  readonly "/api/v2/admin/held-instance": {
    /**
     * Show the state and the waiting work of a held instance
     * @description An instance that was restored from a backup is held: until it is resumed, it sends no mail, text messages or audit records, answers no run tasks, and deletes no expired data. `mails-of-backup` is the number of mails that were waiting when the backup was made. `stream-records` is null while the audit stream is off. Returns 404 if the instance is not held.
     */
    readonly get: operations["readHeldInstance"];
  };
  readonly "/api/v2/admin/held-instance/actions/resume": {
    /**
     * Resume a held instance
     * @description The instance contacts other systems again and sends everything that was waiting. Mails that were waiting when the backup was made are deleted, unless `send-waiting` is true. Returns 404 if the instance is not held.
     */
    readonly post: operations["resumeInstance"];
  };
  readonly "/api/v2/users/{user_id}": {
    /**
     * Show a user
     * @description Finds a user by identifier or username. Callers can see their own account and the members of their organizations. Site administrators can see everybody.
     */
    readonly get: operations["readUser"];
  };
  readonly "/api/v2/users/{user_id}/organizations": {
    /**
     * List the organizations of a user
     * @description Records are sorted by identifier. Other responses truncate a long relationship and link to this list.
     */
    readonly get: operations["listOrganizationsOfUser"];
  };
  readonly "/admin/initial-admin-user": {
    /**
     * Create the first administrator
     * @description Takes the one-time token that the service prints at its first start, and returns an API token for the new administrator. The one-time token works only once.
     */
    readonly post: operations["createInitialAdmin"];
  };
  readonly "/api/v2/admin/users": {
    /**
     * List the users of the instance
     * @description The users are sorted by username. `meta` contains the total numbers of users, suspended users and administrators, regardless of the filters. `filter[two-factor]` selects users by whether their two-factor authentication is on. This filter excludes service accounts, because they never sign in.
     */
    readonly get: operations["listUsers"];
    /**
     * Create a user
     * @description If no password is sent, the response contains a link to set one. The link is shown only once.
     */
    readonly post: operations["createUser"];
  };
  readonly "/api/v2/admin/users/{user_id}": {
    /**
     * Show any user
     * @description Finds any user of the instance by identifier or username. Only site administrators may use this endpoint.
     */
    readonly get: operations["readAdminUser"];
    /**
     * Delete a user
     * @description The user's sessions end and the user's tokens stop working immediately. The request is refused for the caller's own account, for the sole owner of an organization, and for the last active administrator.
     */
    readonly delete: operations["deleteUser"];
  };
  readonly "/api/v2/admin/users/{user_id}/actions/suspend": {
    /**
     * Suspend a user
     * @description The user's sessions end and the user's tokens stop working. The request is refused for the caller's own account and for the last active administrator.
     */
    readonly post: operations["suspendUser"];
  };
  readonly "/api/v2/admin/users/{user_id}/actions/unsuspend": {
    /**
     * Reactivate a suspended user
     * @description The user can sign in again, and the user's tokens work again. Sessions that ended at the suspension are not restored.
     */
    readonly post: operations["unsuspendUser"];
  };
  readonly "/api/v2/admin/users/{user_id}/actions/grant_admin": {
    /**
     * Make a user a site administrator
     * @description The user can then administer the whole instance. The request is refused for service accounts.
     */
    readonly post: operations["grantUserAdmin"];
  };
  readonly "/api/v2/admin/users/{user_id}/actions/grant-admin": {
    /**
     * Make a user a site administrator
     * @description The user can then administer the whole instance. The request is refused for service accounts. This operation does the same as `grantUserAdmin` at another path.
     */
    readonly post: operations["grantUserAdminAlias"];
  };
  readonly "/api/v2/admin/users/{user_id}/actions/revoke_admin": {
    /**
     * Make a site administrator an ordinary user
     * @description The user stays in their organizations and teams. The request is refused for the last active administrator.
     */
    readonly post: operations["revokeUserAdmin"];
  };
  readonly "/api/v2/admin/users/{user_id}/actions/revoke-admin": {
    /**
     * Make a site administrator an ordinary user
     * @description The user stays in their organizations and teams. The request is refused for the last active administrator. This operation does the same as `revokeUserAdmin` at another path.
     */
    readonly post: operations["revokeUserAdminAlias"];
  };
  readonly "/api/v2/admin/users/{user_id}/actions/disable_two_factor": {
    /**
     * Turn off a user's two-factor authentication
     * @description Use this endpoint for a user who has lost both the authenticator device and the recovery codes. The user is notified by mail.
     */
    readonly post: operations["disableUserTwoFactor"];
  };
  readonly "/api/v2/admin/users/{user_id}/actions/disable-two-factor": {
    /**
     * Turn off a user's two-factor authentication
     * @description Use this endpoint for a user who has lost both the authenticator device and the recovery codes. The user is notified by mail. This operation does the same as `disableUserTwoFactor` at another path.
     */
    readonly post: operations["disableUserTwoFactorAlias"];
  };
  readonly "/api/v2/admin/users/{user_id}/actions/confirm_email": {
    /**
     * Confirm a user's e-mail address
     * @description Makes the address in `unconfirmed-email` the user's e-mail address, or confirms the current address if it is unconfirmed. If another account uses the same address without having confirmed it, the address is removed from that account.
     */
    readonly post: operations["confirmUserEmail"];
  };
  readonly "/api/v2/admin/users/{user_id}/actions/confirm-email": {
    /**
     * Confirm a user's e-mail address
     * @description Makes the address in `unconfirmed-email` the user's e-mail address, or confirms the current address if it is unconfirmed. If another account uses the same address without having confirmed it, the address is removed from that account. This operation does the same as `confirmUserEmail` at another path.
     */
    readonly post: operations["confirmUserEmailAlias"];
  };
  readonly "/api/v2/account/details": {
    /**
     * Show your own account
     * @description Returns the user of the request's token or session, with the e-mail address and the permissions. If the user must turn on two-factor authentication to access some resources, `meta` lists these resources.
     */
    readonly get: operations["readAccount"];
  };
  readonly "/api/v2/account/update": {
    /**
     * Change your own account
     * @description Changes the username, the e-mail address or both. Both must be unique in the instance. A new address is shown as `unconfirmed-email` until the link that is mailed to it is used. While mail is off, the current password in the request confirms the new address. If the account has no password, a one-time code confirms the address. If the account has neither, open `/users/owner` first to prove that the account is yours, and repeat the request in the same session within five minutes.
     */
    readonly patch: operations["updateAccount"];
  };
  readonly "/api/v2/account/email-confirmation/{token}": {
    /**
     * Confirm a new e-mail address
     * @description Takes the token from the link that was mailed to the new address. The new address then becomes the confirmed e-mail address of the account.
     */
    readonly post: operations["confirmEmail"];
  };
  readonly "/api/v2/account/password": {
    /**
     * Change your own password
     * @description Takes the current and the new password. All other sessions of the user end.
     */
    readonly patch: operations["updatePassword"];
  };
  readonly "/api/v2/account/password-reset": {
    /**
     * Request a password reset link
     * @description Mails a link if an account has this address. The response is the same if no account has it.
     */
    readonly post: operations["requestPasswordReset"];
  };
  readonly "/api/v2/account/password-reset/{token}": {
    /**
     * Set a password with a link
     * @description Takes the token from the link and a new password. The link works once, and all of the user's sessions end. A mailed link also confirms the e-mail address. If the account is in use but its e-mail address is unconfirmed, a new account with this address is created for the person who received the mail.
     */
    readonly post: operations["resetPassword"];
  };
  readonly "/api/v2/users/{user_id}/authentication-tokens": {
    /**
     * List your own API tokens
     * @description Returns when each token was created and last used, and when it expires. The tokens themselves are never shown again.
     */
    readonly get: operations["listUserTokens"];
    /**
     * Create an API token for yourself
     * @description The response contains the token itself, which is shown only once.
     */
    readonly post: operations["createUserToken"];
  };
  readonly "/api/v2/admin/users/{user_id}/authentication-tokens": {
    /**
     * List the API tokens of any user
     * @description Returns when each token was created and last used, and when it expires. `description` is null, because only the user may see it.
     */
    readonly get: operations["listTokensOfUser"];
  };
  readonly "/api/v2/admin/authentication-tokens/actions/find": {
    /**
     * Find the owner of an API token
     * @description Use this endpoint if a token has leaked. Send the whole token. `meta` contains its owner: a user, a team or an organization. To delete the token, use `DELETE /admin/authentication-tokens/{token_id}`. The search is recorded in the audit trail.
     */
    readonly post: operations["findToken"];
  };
  readonly "/api/v2/admin/authentication-tokens/{token_id}": {
    /**
     * Delete an API token of any owner
     * @description The token stops working immediately. If it belongs to a user, the user is notified by mail.
     */
    readonly delete: operations["revokeToken"];
  };
  readonly "/api/v2/account/two-factor": {
    /**
     * Start two-factor enrolment
     * @description Starts the enrolment of an authenticator app, whose secret is shown only in this response, or of a phone number, to which a code is sent. A request with an API token must contain the password. If the account has no password, open `/users/owner` first to prove that the account is yours, and repeat the request in the same session within five minutes.
     */
    readonly post: operations["createTwoFactorEnrolment"];
    /**
     * Turn off two-factor authentication
     * @description Requires a one-time code or a recovery code as proof of identity. In a session, the current password is also accepted.
     */
    readonly delete: operations["deleteTwoFactorEnrolment"];
  };
  readonly "/api/v2/account/two-factor/confirm": {
    /**
     * Turn on two-factor authentication
     * @description Takes the first one-time code. The response contains the recovery codes, which are shown only once.
     */
    readonly post: operations["confirmTwoFactorEnrolment"];
  };
  readonly "/api/v2/account/two-factor/recovery-codes": {
    /**
     * Replace the recovery codes
     * @description Requires a one-time code or a recovery code as proof of identity. In a session, the current password is also accepted. The previous recovery codes stop working.
     */
    readonly post: operations["createRecoveryCodes"];
  };
  readonly "/api/v2/account/two-factor/code": {
    /**
     * Send a one-time code by text message
     * @description Sends another code to the phone number that is set up for two-factor authentication. The number of messages is limited.
     */
    readonly post: operations["sendTwoFactorCode"];
  };
  readonly "/api/v2/session": {
    /**
     * Show the current session
     * @description Returns the session of the request's cookie. During an impersonation, it also contains the impersonated user.
     */
    readonly get: operations["readSession"];
    /**
     * Sign in
     * @description Takes a username or an e-mail address, the password and, if two-factor authentication is on, a one-time code. The response sets the session cookie.
     */
    readonly post: operations["createSession"];
    /**
     * Sign out
     * @description Ends the current session. If it was opened through single sign-on, the `Link` response header contains the sign-out URL of the identity provider.
     */
    readonly delete: operations["deleteCurrentSession"];
  };
  readonly "/api/v2/account/sessions": {
    /**
     * List your own sessions
     * @description Returns the newest sessions first, with the address and the browser from which each was started.
     */
    readonly get: operations["listSessions"];
    /**
     * End your other sessions
     * @description Ends all sessions of the user except the session of this request.
     */
    readonly delete: operations["deleteOtherSessions"];
  };
  readonly "/api/v2/account/sessions/{session_id}": {
    /**
     * End one of your sessions
     * @description The session's cookie stops working immediately.
     */
    readonly delete: operations["deleteSession"];
  };
  readonly "/api/v2/admin/users/{user_id}/actions/impersonate": {
    /**
     * Start impersonating a user
     * @description Takes the reason, which is stored in the audit log. The response sets a new session cookie.
     */
    readonly post: operations["impersonateUser"];
  };
  readonly "/api/v2/admin/users/actions/unimpersonate": {
    /**
     * Stop impersonating
     * @description The session acts as the original user again. The response sets a new session cookie.
     */
    readonly post: operations["unimpersonateUser"];
  };
  readonly "/users/saml/metadata": {
    /**
     * Show the SAML metadata of this service
     * @description Returns the XML document for setting up the identity provider, with the entity ID, ACS URL, single logout URLs and certificates.
     */
    readonly get: operations["readSamlMetadata"];
  };
  readonly "/users/saml/metadata.xml": {
    /**
     * Show the SAML metadata of this service
     * @description Returns the XML document for setting up the identity provider, with the entity ID, ACS URL, single logout URLs and certificates. This operation does the same as `readSamlMetadata` at another path.
     */
    readonly get: operations["readSamlMetadataAlias"];
  };
  readonly "/api/v2/admin/saml-settings/actions/test": {
    /**
     * Test a SAML response without signing in
     * @description Takes a response from the identity provider in XML or base64, and returns the result that a sign-in with this response would have. Nothing is changed.
     */
    readonly post: operations["testSamlResponse"];
  };
  readonly "/users/oidc/logout/{provider_key}": {
    /**
     * End sessions at the request of an identity provider
     * @description Accepts each logout token (OpenID Connect Back-Channel Logout 1.0) once. The token ends one or all of the sessions that the user opened through this provider.
     */
    readonly post: operations["endSessionsByLogoutToken"];
  };
  readonly "/api/v2/admin/oidc-providers": {
    /**
     * List the OpenID Connect providers
     * @description The providers are listed in the order of their buttons on the sign-in page. Credentials are never returned.
     */
    readonly get: operations["listOidcProviders"];
    /**
     * Create an identity provider
     * @description Omitted attributes get the values of the `preset`. Register `redirect-uri` and `backchannel-logout-uri` at the provider. `key` is part of both URLs and cannot be changed later. People can sign in through the provider while the settings group `oidc-sign-in` is enabled.
     */
    readonly post: operations["createOidcProvider"];
  };
  readonly "/api/v2/admin/oidc-providers/{oidc_provider_id}": {
    /**
     * Show an identity provider
     * @description Returns all attributes except the credential.
     */
    readonly get: operations["readOidcProvider"];
    /**
     * Delete an identity provider
     * @description People can no longer sign in through the provider. Sessions that were opened through the provider stay valid. Identities are kept until they are unlinked. They can be used again if a provider with the same issuer is created.
     */
    readonly delete: operations["deleteOidcProvider"];
    /**
     * Change an identity provider
     * @description Omitted attributes stay unchanged. If the issuer or the tenant changes, the credential must be sent again. A new `position` moves the button of the provider on the sign-in page and renumbers the other providers.
     */
    readonly patch: operations["updateOidcProvider"];
  };
  readonly "/api/v2/admin/users/{user_id}/identities": {
    /**
     * List a user's identities at identity providers
     * @description Returns the user's identities at identity providers. If `to-confirm-since` is set, sign-ins with the identity are refused, because the account is suspended or was unused for a long time. Such sign-ins are accepted again once an administrator has confirmed the identity.
     */
    readonly get: operations["listUserIdentities"];
  };
  readonly "/api/v2/admin/users/{user_id}/identities/{identity_id}/actions/confirm": {
    /**
     * Confirm an identity that waits for confirmation
     * @description Confirm an identity only if it belongs to the owner of the account, and not to somebody who received the e-mail address later. If the identity has never been used to sign in to the account, the existing sessions and tokens of the account end. The request is refused while the account is suspended.
     */
    readonly post: operations["confirmUserIdentity"];
  };
  readonly "/api/v2/admin/users/{user_id}/identities/{identity_id}": {
    /**
     * Unlink an identity from a user
     * @description The identity can no longer sign in to the account. The user's sessions and tokens end. The user loses the team memberships and the site administrator role that the identity provider granted. The request is refused for the caller's own account and for the last active administrator.
     */
    readonly delete: operations["unlinkUserIdentity"];
  };
  readonly "/api/v2/account/identities": {
    /**
     * List your own identities at identity providers
     * @description Returns your identities at identity providers. To link another identity, open your profile page in a browser.
     */
    readonly get: operations["listIdentities"];
  };
  readonly "/api/v2/account/identities/{identity_id}": {
    /**
     * Unlink one of your identities
     * @description The identity can no longer sign in to your account. Sessions that were opened with the identity end. You lose the team memberships and the site administrator role that the identity provider granted. The request requires the current password. If the account has no password, it requires a one-time code. If the account has neither, open `/users/owner` first to prove that the account is yours, and repeat the request in the same session within five minutes. The request is refused if the identity is the only way to sign in to the account.
     */
    readonly delete: operations["unlinkIdentity"];
  };
  readonly "/api/v2/organizations": {
    /**
     * List your organizations
     * @description Lists the organizations that the caller belongs to, sorted by name. `q` searches names and e-mail addresses, `q[name]` only names, and `q[email]` only e-mail addresses.
     */
    readonly get: operations["listOrganizations"];
    /**
     * Create an organization
     * @description The caller becomes the owner. Site administrators may restrict who can create organizations.
     */
    readonly post: operations["createOrganization"];
  };
  readonly "/api/v2/organizations/{organization_name}": {
    /**
     * Show an organization
     * @description Shows an organization by its name. Only its members can see it.
     */
    readonly get: operations["readOrganization"];
    /**
     * Delete an organization
     * @description Deletes the organization and everything in it: policies, modules, teams, memberships and tokens.
     */
    readonly delete: operations["deleteOrganization"];
    /**
     * Change an organization
     * @description Changes the name, the e-mail address, the timeouts, the default project or what members are permitted to do. Absent attributes keep their values. If user tokens are not accepted, sessions and the tokens of teams and of the organization still work.
     */
    readonly patch: operations["updateOrganization"];
  };
  readonly "/api/v2/organization-removals": {
    /**
     * List the deleted organizations whose data is being removed
     * @description A deleted organization disappears immediately, and a job then removes its data in batches. This list contains the organizations whose data has not been removed completely, in the order of their deletion. Site administrators see all of them, other callers only those that they deleted themselves. `removed-rows` is the number of database rows removed so far. `deleted-by` is a username; it is null if a token or the command line deleted the organization, or if the account has been deleted.
     */
    readonly get: operations["listOrganizationRemovals"];
  };
  readonly "/api/v2/admin/organizations": {
    /**
     * List all organizations of the instance
     * @description Organizations are sorted by name. `q` searches names and e-mail addresses. Site administrators do not get access to the contents of the organizations.
     */
    readonly get: operations["listAllOrganizations"];
  };
  readonly "/api/v2/admin/organizations/{organization_name}": {
    /**
     * Show any organization
     * @description Shows the attributes of an organization that site administrators may change. If a timeout is null, the timeout of the instance applies.
     */
    readonly get: operations["readAdministeredOrganization"];
    /**
     * Delete any organization
     * @description Deletes the organization and everything in it: policies, modules, teams, memberships and tokens.
     */
    readonly delete: operations["deleteAdministeredOrganization"];
    /**
     * Change any organization
     * @description Changes the timeouts, whether all organizations may use the modules, and the maximum number of workspaces. Attributes that this service cannot enforce, such as `is-disabled`, are refused.
     */
    readonly patch: operations["updateAdministeredOrganization"];
  };
  readonly "/api/v2/admin/organizations/{organization_name}/relationships/module-consumers": {
    /**
     * List the organizations that may use the modules of an organization
     * @description Organizations are sorted by name. Without page parameters, the response contains the complete list.
     */
    readonly get: operations["listModuleConsumers"];
    /**
     * Set the organizations that may use the modules of an organization
     * @description Replaces the list of organizations. Each identifier is the name of an organization. If the modules are shared with all organizations, that sharing ends.
     */
    readonly patch: operations["updateModuleConsumers"];
  };
  readonly "/api/v2/organizations/{organization_name}/relationships/data-retention-policy": {
    /**
     * Show the data retention policy of an organization
     * @description Shows the policy of the organization. If the organization has no policy, shows the policy of the instance, which has no target. Responds with 404 if neither exists, in which case all data is kept.
     */
    readonly get: operations["readOrganizationDataRetention"];
    /**
     * Set the data retention policy of an organization
     * @description The policy takes precedence over the policy of the instance. Superseded code that is older than this number of days is deleted in the background; current code is never deleted. With the type `data-retention-policy-dont-deletes`, nothing is deleted.
     */
    readonly post: operations["setOrganizationDataRetention"];
    /**
     * Delete the data retention policy of an organization
     * @description The policy of the instance then applies to the organization. Responds with 404 if the organization has no policy of its own.
     */
    readonly delete: operations["deleteOrganizationDataRetention"];
  };
  readonly "/api/v2/organizations/{organization_name}/organization-memberships": {
    /**
     * List the memberships of an organization
     * @description Lists members and invited people. A membership stays `invited` until the account has a password, a token or a single sign-on identity. If the membership also requires a confirmed e-mail address, it stays `invited` until the address is confirmed.
     */
    readonly get: operations["listMemberships"];
    /**
     * Invite a person to an organization
     * @description Invites a person by e-mail address. An account is created if no user has the address. If an account has the address but has not confirmed it, the membership stays `invited` until the address is confirmed: through a mailed link, by an identity provider, or by a site administrator. An inviter can send up to 1,000 invitations in 24 hours. If invitations are sent by mail, an address can be invited up to five times by one organization and up to twenty times in total in 24 hours.
     */
    readonly post: operations["createMembership"];
  };
  readonly "/api/v2/teams/{team_id}/organization-memberships": {
    /**
     * List the memberships in a team
     * @description Lists the members of a team and the people invited to the team, sorted by identifier. If a list of teams truncates this relationship, the relationship links to this endpoint.
     */
    readonly get: operations["listTeamMemberships"];
  };
  readonly "/api/v2/teams/{team_id}/relationships/organization-memberships": {
    /**
     * List the memberships in a team
     * @description Lists the members of a team and the people invited to the team, sorted by identifier. If a list of teams truncates this relationship, the relationship links to this endpoint. This operation does the same as `listTeamMemberships` at another path.
     */
    readonly get: operations["listTeamMembershipsAlias"];
    /**
     * Add users to a team
     * @description Adds members of the organization, identified by their memberships. Users who are already in the team are ignored.
     */
    readonly post: operations["addTeamMemberships"];
    /**
     * Remove users from a team
     * @description Removes the users, identified by their memberships. They remain members of the organization.
     */
    readonly delete: operations["removeTeamMemberships"];
  };
  readonly "/api/v2/organization-memberships": {
    /**
     * List your own memberships
     * @description Lists your memberships, sorted by the name of the organization. The list is empty for tokens of teams and organizations.
     */
    readonly get: operations["listOwnMemberships"];
  };
  readonly "/api/v2/organization-memberships/{membership_id}": {
    /**
     * Show a membership
     * @description Shows the status of the membership, its user and its teams.
     */
    readonly get: operations["readMembership"];
    /**
     * Remove a member or leave an organization
     * @description The user is also removed from all teams of the organization. The last owner cannot be removed.
     */
    readonly delete: operations["deleteMembership"];
  };
  readonly "/api/v2/organization-memberships/{membership_id}/teams": {
    /**
     * List the teams of a membership
     * @description Records are sorted by identifier. Other responses truncate a long relationship and link to this list.
     */
    readonly get: operations["listTeamsOfMembership"];
  };
  readonly "/api/v2/organizations/{organization_name}/teams": {
    /**
     * List the teams of an organization
     * @description Lists the teams that the caller may see: secret teams are shown to their members and to people who manage teams.
     */
    readonly get: operations["listTeams"];
    /**
     * Create a team
     * @description A caller can give a team only permissions that the caller has.
     */
    readonly post: operations["createTeam"];
  };
  readonly "/api/v2/teams/{team_id}": {
    /**
     * Show a team
     * @description Shows the name, the visibility, the organization access and the number of users of a team.
     */
    readonly get: operations["readTeam"];
    /**
     * Delete a team
     * @description The team's token stops working immediately. Its users remain members of the organization.
     */
    readonly delete: operations["deleteTeam"];
    /**
     * Change a team
     * @description Changes the name, the visibility or the organization access. Absent attributes keep their values.
     */
    readonly patch: operations["updateTeam"];
  };
  readonly "/api/v2/teams/{team_id}/users": {
    /**
     * List the users of a team
     * @description Records are sorted by identifier. Other responses truncate a long relationship and link to this list.
     */
    readonly get: operations["listTeamUsers"];
  };
  readonly "/api/v2/teams/{team_id}/relationships/users": {
    /**
     * Add users to a team
     * @description Adds members of the organization, identified by their usernames or identifiers. Users who are already in the team are ignored.
     */
    readonly post: operations["addTeamUsers"];
    /**
     * Remove users from a team
     * @description Removes the users, identified by their usernames or identifiers. They remain members of the organization.
     */
    readonly delete: operations["removeTeamUsers"];
  };
  readonly "/api/v2/authentication-tokens/{token_id}": {
    /**
     * Show an API token
     * @description Shows when the token was created and last used, and when it expires, but not the token itself.
     */
    readonly get: operations["readToken"];
    /**
     * Delete an API token
     * @description The token stops working immediately.
     */
    readonly delete: operations["deleteToken"];
  };
  readonly "/api/v2/teams/{team_id}/authentication-tokens": {
    /**
     * List the tokens of a team
     * @description Lists the single token without a description and the tokens with descriptions, oldest first. The tokens themselves are never shown again.
     */
    readonly get: operations["listTeamTokens"];
    /**
     * Create one more token of a team
     * @description The description must be unique in the team. Only this response contains the token itself.
     */
    readonly post: operations["createNamedTeamToken"];
  };
  readonly "/api/v2/organizations/{organization_name}/team-tokens": {
    /**
     * List the tokens of the teams of an organization
     * @description The tokens are sorted by team by default; `q` searches team names. Requires the permission to manage teams.
     */
    readonly get: operations["listTokensOfTeams"];
  };
  readonly "/api/v2/organizations/{organization_name}/authentication-tokens/actions/find": {
    /**
     * Find the owner of a token of an organization or its teams
     * @description Use this endpoint if a token has leaked. Send the whole token. `meta` contains its owner. To delete the token, use `DELETE /authentication-tokens/{token_id}`. Only owners of the organization may search, and each token that they find is recorded in the audit trail. Tokens of people are not found.
     */
    readonly post: operations["findOrganizationToken"];
  };
  readonly "/api/v2/organizations/{organization_name}/authentication-token": {
    /**
     * Show the token of an organization
     * @description Shows when the token was created and last used, and when it expires, but not the token itself.
     */
    readonly get: operations["readOrganizationToken"];
    /**
     * Create the token of an organization
     * @description Replaces the previous token, which stops working. Only this response contains the token itself.
     */
    readonly post: operations["createOrganizationToken"];
    /**
     * Delete the token of an organization
     * @description The token stops working immediately.
     */
    readonly delete: operations["deleteOrganizationToken"];
  };
  readonly "/api/v2/teams/{team_id}/authentication-token": {
    /**
     * Show the token of a team
     * @description Shows when the token was created and last used, and when it expires, but not the token itself.
     */
    readonly get: operations["readTeamToken"];
    /**
     * Create the token of a team
     * @description Replaces the previous token, which stops working. Only this response contains the token itself.
     */
    readonly post: operations["createTeamToken"];
    /**
     * Delete the token of a team
     * @description The token stops working immediately.
     */
    readonly delete: operations["deleteTeamToken"];
  };
  readonly "/api/v2/feature-sets": {
    /**
     * List the feature sets
     * @description Lists the feature sets that organizations can subscribe to, without their limits. Without page parameters, the response contains the complete list.
     */
    readonly get: operations["listFeatureSets"];
  };
  readonly "/api/v2/admin/feature-sets": {
    /**
     * List the feature sets with their limits
     * @description Lists the feature sets that organizations can subscribe to, with their limits. Without page parameters, the response contains the complete list.
     */
    readonly get: operations["listAdminFeatureSets"];
  };
  readonly "/api/v2/admin/feature-set-catalogue": {
    /**
     * Show the catalogue of feature sets
     * @description Shows all feature sets in the order of the catalogue, including withdrawn ones.
     */
    readonly get: operations["readFeatureSetCatalogue"];
    /**
     * Replace the catalogue of feature sets
     * @description The list replaces the current catalogue and must contain every existing feature set. To stop offering a feature set, set `is-withdrawn` instead of removing the feature set from the list. An entry keeps the `id` of the feature set to which its `id` or `identifier` refers.
     */
    readonly patch: operations["updateFeatureSetCatalogue"];
  };
  readonly "/api/v2/organizations/{organization_name}/subscription": {
    /**
     * Show the subscription of an organization
     * @description Shows which feature set the organization has, and since when.
     */
    readonly get: operations["readSubscription"];
  };
  readonly "/api/v2/subscriptions/{subscription_id}": {
    /**
     * Show a subscription by its identifier
     * @description Shows a current or past subscription with its feature set.
     */
    readonly get: operations["readSubscriptionById"];
  };
  readonly "/api/v2/organizations/{organization_name}/subscriptions": {
    /**
     * List the subscriptions of an organization
     * @description Lists the current and past subscriptions of the organization, newest first.
     */
    readonly get: operations["listSubscriptions"];
  };
  readonly "/api/v2/organizations/{organization_name}/usage": {
    /**
     * Show the usage of an organization
     * @description Shows the usage and the limit of everything that the feature set limits: policies, mandatory policies, policy sets, versioned policy sets, and users. Invited people are counted, service accounts are not. A limit of null means no limit. The usage may exceed a limit after a change of the plan.
     */
    readonly get: operations["readOrganizationUsage"];
  };
  readonly "/api/v2/admin/organizations/{organization_name}/subscription": {
    /**
     * Change the subscription of an organization
     * @description Starts a subscription to another feature set. Existing records are kept, even if they exceed the new limits.
     */
    readonly post: operations["createSubscription"];
  };
  readonly "/api/v2/organizations/{organization_name}/feature-sets": {
    /**
     * List the feature sets for an organization
     * @description Lists the feature sets that this organization can subscribe to. Without page parameters, the response contains the complete list.
     */
    readonly get: operations["listOrganizationFeatureSets"];
  };
  readonly "/api/v2/organizations/{organization_name}/entitlement-set": {
    /**
     * Show the entitlements of an organization
     * @description Lists the features and limits of the feature set of the organization.
     */
    readonly get: operations["readEntitlementSet"];
  };
  readonly "/api/v2/organizations/{organization_name}/audit-events": {
    /**
     * List the audit events of an organization
     * @description Lists the newest events first. Only owners may read them. Network addresses and reasons of impersonations are left out. `meta` contains the sequence number up to which the service has verified the audit chain of the whole instance.
     */
    readonly get: operations["listAuditEvents"];
  };
  readonly "/api/v2/organizations/{organization_name}/projects": {
    /**
     * List the projects of an organization
     * @description Projects are sorted by name. A project is a registered name with tags that groups workspaces. A caller without a permission to read all projects gets those to which a team of the caller has access, and the projects of the workspaces to which such a team has access.
     */
    readonly get: operations["listProjects"];
    /**
     * Create a project
     * @description Registers the name of a project. Projects group workspaces, and policy sets can apply to them.
     */
    readonly post: operations["createProject"];
  };
  readonly "/api/v2/projects/{project_id}": {
    /**
     * Show a project
     * @description Shows the name, the description and the tags of a project.
     */
    readonly get: operations["readProject"];
    /**
     * Delete a project
     * @description Policy sets no longer apply to the project. The default project and projects with workspaces cannot be deleted.
     */
    readonly delete: operations["deleteProject"];
    /**
     * Change a project
     * @description Changes the name, the description or all tags. Absent attributes keep their values.
     */
    readonly patch: operations["updateProject"];
  };
  readonly "/api/v2/organizations/{organization_name}/projects/{project_name}": {
    /**
     * Show a project
     * @description Shows the name, the description and the tags of a project.
     */
    readonly get: operations["readProjectByName"];
    /**
     * Delete a project
     * @description Policy sets no longer apply to the project. The default project and projects with workspaces cannot be deleted.
     */
    readonly delete: operations["deleteProjectByName"];
    /**
     * Change a project
     * @description Changes the name, the description or all tags. Absent attributes keep their values.
     */
    readonly patch: operations["updateProjectByName"];
  };
  readonly "/api/v2/projects/{project_id}/tag-bindings": {
    /**
     * List the tags of a project
     * @description Tags are sorted by key. Without page parameters, the response contains the complete list.
     */
    readonly get: operations["listProjectTags"];
    /**
     * Add tags to a project
     * @description If a tag with the same key exists, its value is replaced. Other tags are kept. The response starts with the tags of the request, in the same order.
     */
    readonly patch: operations["addProjectTags"];
  };
  readonly "/api/v2/projects/{project_id}/effective-tag-bindings": {
    /**
     * List the effective tags of a project
     * @description A workspace inherits each tag of its project, unless the workspace has a tag of its own with the same key. An inherited tag refers to the project with `inherited-from`.
     */
    readonly get: operations["listEffectiveProjectTags"];
  };
  readonly "/api/v2/projects/{project_id}/relationships/tag-bindings": {
    /**
     * Replace the tags of a project
     * @description Replaces all tags that have a value with the tags of the request. Tags that were added by name only are kept.
     */
    readonly patch: operations["replaceProjectTags"];
  };
  readonly "/api/v2/organizations/{organization_name}/workspaces": {
    /**
     * List the workspaces of an organization
     * @description Workspaces are sorted by name. A caller without a permission to read all workspaces gets those to which a team of the caller has access. Filters and searches by tag also match the tags that a workspace inherits from its project.
     */
    readonly get: operations["listWorkspaces"];
    /**
     * Register a workspace
     * @description Registers the name of a workspace, to which policy sets can apply. A caller without `manage-workspaces` may register workspaces only in a project to which a team of the caller has access with a level that includes registering workspaces. Such a caller cannot set tags, because tags determine which policy sets apply. Attributes that require a service that runs plans are refused.
     */
    readonly post: operations["createWorkspace"];
  };
  readonly "/api/v2/workspaces/{workspace_id}": {
    /**
     * Show a workspace
     * @description Shows the name, the description, the project and the tags of a workspace.
     */
    readonly get: operations["readWorkspace"];
    /**
     * Delete a workspace
     * @description Policy sets no longer apply to the workspace. Resources that other tools manage under the name of the workspace are not affected.
     */
    readonly delete: operations["deleteWorkspace"];
    /**
     * Change a workspace
     * @description Changes the name, the description, the project or all tags. Absent attributes keep their values.
     */
    readonly patch: operations["updateWorkspace"];
  };
  readonly "/api/v2/organizations/{organization_name}/workspaces/{workspace_name}": {
    /**
     * Show a workspace
     * @description Shows the name, the description, the project and the tags of a workspace.
     */
    readonly get: operations["readWorkspaceByName"];
    /**
     * Delete a workspace
     * @description Policy sets no longer apply to the workspace. Resources that other tools manage under the name of the workspace are not affected.
     */
    readonly delete: operations["deleteWorkspaceByName"];
    /**
     * Change a workspace
     * @description Changes the name, the description, the project or all tags. Absent attributes keep their values.
     */
    readonly patch: operations["updateWorkspaceByName"];
  };
  readonly "/api/v2/workspaces/{workspace_id}/actions/safe-delete": {
    /**
     * Delete a workspace that manages no resources
     * @description This is the same as deleting the workspace, because workspaces in this service manage no resources.
     */
    readonly post: operations["safeDeleteWorkspace"];
  };
  readonly "/api/v2/organizations/{organization_name}/workspaces/{workspace_name}/actions/safe-delete": {
    /**
     * Delete a workspace that manages no resources
     * @description This is the same as deleting the workspace, because workspaces in this service manage no resources.
     */
    readonly post: operations["safeDeleteWorkspaceByName"];
  };
  readonly "/api/v2/workspaces/{workspace_id}/tag-bindings": {
    /**
     * List the tags of a workspace
     * @description Tags are sorted by key. Without page parameters, the response contains the complete list.
     */
    readonly get: operations["listWorkspaceTags"];
    /**
     * Add tags to a workspace
     * @description If a tag with the same key exists, its value is replaced. Other tags are kept. The response starts with the tags of the request, in the same order.
     */
    readonly patch: operations["addWorkspaceTags"];
  };
  readonly "/api/v2/workspaces/{workspace_id}/effective-tag-bindings": {
    /**
     * List the effective tags of a workspace
     * @description A workspace inherits each tag of its project, unless the workspace has a tag of its own with the same key. An inherited tag refers to the project with `inherited-from`.
     */
    readonly get: operations["listEffectiveWorkspaceTags"];
  };
  readonly "/api/v2/workspaces/{workspace_id}/relationships/tag-bindings": {
    /**
     * Replace the tags of a workspace
     * @description Replaces all tags that have a value with the tags of the request. Tags that were added by name only are kept.
     */
    readonly patch: operations["replaceWorkspaceTags"];
  };
  readonly "/api/v2/workspaces/{workspace_id}/relationships/tags": {
    /**
     * List the tags of a workspace that were added by name only
     * @description This endpoint is for clients that support only tags without values. `name` filters by part of the name. Without page parameters, the response contains the complete list.
     */
    readonly get: operations["listWorkspaceFlatTags"];
    /**
     * Add tags without values to a workspace
     * @description This endpoint is for clients that support only tags without values. Adding an existing tag or removing a missing one is not an error. Tags with the same key that were added with a value are kept.
     */
    readonly post: operations["addWorkspaceFlatTags"];
    /**
     * Remove tags by name from a workspace
     * @description This endpoint is for clients that support only tags without values. Adding an existing tag or removing a missing one is not an error. Tags with the same key that were added with a value are kept.
     */
    readonly delete: operations["removeWorkspaceFlatTags"];
  };
  readonly "/api/v2/projects/{project_id}/relationships/workspaces": {
    /**
     * Move workspaces into a project
     * @description The workspaces leave their previous projects. Workspaces that are already in the project are ignored.
     */
    readonly post: operations["moveWorkspacesToProject"];
  };
  readonly "/api/v2/organizations/{organization_name}/policy-override-delegations": {
    /**
     * List delegations of overrides to teams
     * @description Lists the newest delegations first.
     */
    readonly get: operations["listPolicyOverrideDelegations"];
    /**
     * Let a team override policies in a workspace or a project
     * @description Takes a team, and either a workspace or a project. While the team has the permission `delegate-policy-overrides`, its members may override evaluations of this workspace or project if the policies permit overrides.
     */
    readonly post: operations["createPolicyOverrideDelegation"];
  };
  readonly "/api/v2/policy-override-delegations/{policy_override_delegation_id}": {
    /**
     * Show a delegation of overrides to a team
     * @description Shows the team, and the workspace or project in which it may override evaluations.
     */
    readonly get: operations["readPolicyOverrideDelegation"];
    /**
     * Delete a delegation of overrides to a team
     * @description Existing overrides by the team are kept.
     */
    readonly delete: operations["deletePolicyOverrideDelegation"];
  };
  readonly "/api/v2/team-workspaces": {
    /**
     * List the access of teams to a workspace
     * @description Lists the newest access first. A request must have a filter: the workspace, the team or both, or the name of the organization. Without the workspace, only access that the caller may see is listed. With it, `meta.abilities` says what the caller may do there.
     */
    readonly get: operations["listTeamWorkspaceAccess"];
    /**
     * Give a team access to a workspace
     * @description The access adds to the permissions of the team in the whole organization. Only a caller who manages workspaces, or who has the level `admin` there, can give access. The attributes besides `access` follow from the level; with the level `custom`, some of them can be chosen.
     */
    readonly post: operations["grantTeamWorkspaceAccess"];
  };
  readonly "/api/v2/team-workspaces/{team_workspace_id}": {
    /**
     * Show the access of a team to a workspace
     * @description Shows the level and what it includes. `policy-overrides` says whether the team may override policies there at present, and `missing-for-overrides` what it lacks for that.
     */
    readonly get: operations["readTeamWorkspaceAccess"];
    /**
     * Remove the access of a team to a workspace
     * @description The team keeps what its other permissions include. If the access let the team override policies there, the delegation of overrides is removed as well.
     */
    readonly delete: operations["removeTeamWorkspaceAccess"];
    /**
     * Change the access of a team to a workspace
     * @description Changes the level. With the level `custom`, absent attributes keep their values if the level was `custom` before.
     */
    readonly patch: operations["updateTeamWorkspaceAccess"];
  };
  readonly "/api/v2/team-projects": {
    /**
     * List the access of teams to a project
     * @description Lists the newest access first. A request must have a filter: the project, the team or both, or the name of the organization. Without the project, only access that the caller may see is listed. With it, `meta.abilities` says what the caller may do there.
     */
    readonly get: operations["listTeamProjectAccess"];
    /**
     * Give a team access to a project
     * @description The access adds to the permissions of the team in the whole organization. Only a caller who manages projects, or who has the level `admin` there, can give access. The attributes besides `access` follow from the level; with the level `custom`, some of them can be chosen.
     */
    readonly post: operations["grantTeamProjectAccess"];
  };
  readonly "/api/v2/team-projects/{team_project_id}": {
    /**
     * Show the access of a team to a project
     * @description Shows the level and what it includes. `policy-overrides` says whether the team may override policies there at present, and `missing-for-overrides` what it lacks for that.
     */
    readonly get: operations["readTeamProjectAccess"];
    /**
     * Remove the access of a team to a project
     * @description The team keeps what its other permissions include. If the access let the team override policies there, the delegation of overrides is removed as well.
     */
    readonly delete: operations["removeTeamProjectAccess"];
    /**
     * Change the access of a team to a project
     * @description Changes the level. With the level `custom`, absent attributes keep their values if the level was `custom` before.
     */
    readonly patch: operations["updateTeamProjectAccess"];
  };
  readonly "/api/v2/runs": {
    /**
     * Start a run (always refused)
     * @description Responds with 422, because this service only registers the names of workspaces. It does not store state or run plans.
     */
    readonly post: operations["createRun"];
  };
  readonly "/api/v2/workspaces/{workspace_id}/configuration-versions": {
    /**
     * Upload a configuration (always refused)
     * @description Responds with 422, because this service only registers the names of workspaces. It does not store state or run plans.
     */
    readonly post: operations["createConfigurationVersion"];
  };
  readonly "/api/v2/workspaces/{workspace_id}/state-versions": {
    /**
     * Store state (always refused)
     * @description Responds with 422, because this service only registers the names of workspaces. It does not store state or run plans.
     */
    readonly post: operations["createStateVersion"];
  };
  readonly "/api/v2/workspaces/{workspace_id}/current-state-version": {
    /**
     * Read state (always refused)
     * @description Responds with 422, because this service only registers the names of workspaces. It does not store state or run plans.
     */
    readonly get: operations["readCurrentStateVersion"];
  };
  readonly "/api/v2/workspaces/{workspace_id}/current-state-version-outputs": {
    /**
     * Read the outputs of state (always refused)
     * @description Responds with 422, because this service only registers the names of workspaces. It does not store state or run plans.
     */
    readonly get: operations["listCurrentStateVersionOutputs"];
  };
  readonly "/api/v2/workspaces/{workspace_id}/actions/lock": {
    /**
     * Lock a workspace (always refused)
     * @description Responds with 422, because this service only registers the names of workspaces. It does not store state or run plans.
     */
    readonly post: operations["lockWorkspace"];
  };
  readonly "/api/v2/organizations/{organization_name}/tags": {
    /**
     * List the tags of an organization
     * @description Lists the tags that were added to workspaces of the organization by name only, sorted by name, each with the number of workspaces that have it. The list contains at most 10,000 tags. `filter[exclude][taggable][id]` leaves out the tags of one workspace. Only workspaces that the caller can read are counted.
     */
    readonly get: operations["listOrganizationTags"];
  };
  readonly "/api/v2/organizations/{organization_name}/ssh-keys": {
    /**
     * List SSH keys (always empty)
     * @description The list is always empty, because this service does not run plans. Standard clients read this list before other requests.
     */
    readonly get: operations["listSshKeys"];
  };
  readonly "/api/v2/organizations/{organization_name}/oauth-clients": {
    /**
     * List connections to version control (always empty)
     * @description The list is always empty, because this service does not run plans. Standard clients read this list before other requests.
     */
    readonly get: operations["listOauthClients"];
  };
  readonly "/api/v2/organizations/{organization_name}/agent-pools": {
    /**
     * List agent pools (always empty)
     * @description The list is always empty, because this service does not run plans. Standard clients read this list before other requests.
     */
    readonly get: operations["listAgentPools"];
  };
  readonly "/api/v2/organizations/{organization_name}/varsets": {
    /**
     * List variable sets (always empty)
     * @description The list is always empty, because this service does not run plans. Standard clients read this list before other requests.
     */
    readonly get: operations["listVariableSets"];
  };
  readonly "/api/v2/organizations/{organization_name}/tasks": {
    /**
     * List run tasks (always empty)
     * @description The list is always empty, because this service does not run plans. Standard clients read this list before other requests.
     */
    readonly get: operations["listRunTasks"];
  };
  readonly "/api/v2/organizations/{organization_name}/stacks": {
    /**
     * List stacks (always empty)
     * @description The list is always empty, because this service does not run plans. Standard clients read this list before other requests.
     */
    readonly get: operations["listStacks"];
  };
  readonly "/api/registry/private/v2/gpg-keys": {
    /**
     * List GPG keys (always empty)
     * @description The list is always empty, because this service does not run plans. Standard clients read this list before other requests.
     */
    readonly get: operations["listGpgKeys"];
  };
  readonly "/api/v2/workspaces/{workspace_id}/relationships/remote-state-consumers": {
    /**
     * List the workspaces that read the state of a workspace (always empty)
     * @description The list is always empty, because this service stores no state. Standard clients read this list for every workspace.
     */
    readonly get: operations["listRemoteStateConsumers"];
  };
  readonly "/api/v2/organizations/{organization_name}/policies": {
    /**
     * List the policies of an organization
     * @description Policies are sorted by name unless `sort` is given. `filter[failing]` selects policies by whether they failed in the last 30 days, including failures in shadow mode; `filter[evaluated]` selects policies by whether they were evaluated in the last 91 days. Only users and tokens that may manage policies can list them.
     */
    readonly get: operations["listPolicies"];
    /**
     * Create a policy
     * @description The new policy has no code. Upload the code with a second request.
     */
    readonly post: operations["createPolicy"];
  };
  readonly "/api/v2/policies/{policy_id}": {
    /**
     * Show a policy
     * @description Shows the policy with its enforcement level, the result of its code check, and a link to download its code.
     */
    readonly get: operations["readPolicy"];
    /**
     * Delete a policy
     * @description Deletes the policy with its code, and removes it from all policy sets.
     */
    readonly delete: operations["deletePolicy"];
    /**
     * Change a policy
     * @description Changes the description, the query or the enforcement level. Name and kind cannot be changed. The audit record of the change includes the progress and the results of the replay in `replay`, which must be a replay of the same policy or policy set.
     */
    readonly patch: operations["updatePolicy"];
  };
  readonly "/api/v2/policies/{policy_id}/policy-sets": {
    /**
     * List the policy sets of a policy
     * @description Records are sorted by identifier. Other responses truncate a long relationship and link to this list.
     */
    readonly get: operations["listPolicySetsOfPolicy"];
  };
  readonly "/api/v2/policies/{policy_id}/upload": {
    /**
     * Upload the code of a policy
     * @description The body is the code itself, at most 10 MiB. It replaces the current code. `check` lists the errors in the code with their positions. If the setting `policy-upload-check` of the organization is `enforce`, code with errors is rejected; if it is `enforce-tests`, code that fails its tests is rejected, too. `message` describes the new revision in one line of at most 500 characters. The audit record of the change includes the progress and the results of the replay in `replay`, which must be a replay of the same policy or policy set.
     */
    readonly put: operations["uploadPolicy"];
  };
  readonly "/api/v2/policies/{policy_id}/download": {
    /**
     * Download the code of a policy
     * @description Returns the bytes as they were uploaded. Responds with 404 if there is no code.
     */
    readonly get: operations["downloadPolicy"];
  };
  readonly "/api/v2/policies/{policy_id}/revisions": {
    /**
     * List the revisions of a policy
     * @description Lists the newest revisions first. Revisions that data retention has deleted are not listed.
     */
    readonly get: operations["listPolicyRevisions"];
  };
  readonly "/api/v2/policies/{policy_id}/revisions/{revision_number}": {
    /**
     * Show a revision of a policy
     * @description Shows the hash and the size of the code, who created the revision and when, and whether the revision is the current revision.
     */
    readonly get: operations["readPolicyRevision"];
  };
  readonly "/api/v2/policies/{policy_id}/revisions/{revision_number}/download": {
    /**
     * Download the code of a revision
     * @description Returns the bytes as they were uploaded.
     */
    readonly get: operations["downloadPolicyRevision"];
  };
  readonly "/api/v2/policies/{policy_id}/revisions/{revision_number}/actions/restore": {
    /**
     * Restore the code of a revision
     * @description Creates a new revision with the code of this revision, and returns the new revision. If the current code is the same, nothing changes, and the current revision is returned. `message` describes the new revision in one line of at most 500 characters. The audit record of the change includes the progress and the results of the replay in `replay`, which must be a replay of the same policy or policy set.
     */
    readonly post: operations["restorePolicyRevision"];
  };
  readonly "/api/v2/policies/{policy_id}/history": {
    /**
     * List the changes of a policy
     * @description Lists the newest changes first: changes of the settings, code and tests of the policy, its additions to policy sets and removals from them, and changes of these sets while they contain the policy. `before` and `after` contain the values that changed; long lists of identifiers in them are truncated, and `omitted-count` is the number of identifiers that are left out. `replay` is the replay that the client named in the request for the change, with its results at that time. The list has no page numbers. If older audit records were archived, `recorded-since` in `meta` is the time of the oldest record. Policies in an uploaded policy set version have no history of their own; see the list of versions of the policy set.
     */
    readonly get: operations["listPolicyHistory"];
  };
  readonly "/api/v2/policies/{policy_id}/failures": {
    /**
     * List the evaluations in which a policy did not pass
     * @description Lists the newest evaluations first, at most 1,000. Only the newest 20,000 evaluations of the organization in the last 91 days are searched, without evaluations of states. `would-block` is true if the policy did not block the run only because of shadow mode. `meta.evaluated` is the number of searched evaluations in which the policy had an outcome, including those in which it passed.
     */
    readonly get: operations["listPolicyFailures"];
  };
  readonly "/api/v2/policies/{policy_id}/introduction-forecast": {
    /**
     * Show what each introduction of a policy would block
     * @description Counts the findings of the policy in the evaluations of the last 30 days. The same finding in several plans of a workspace is counted once, and exempt findings are not counted. `without-address` is the number of findings that do not name exactly one resource: with the introduction `enforce-new`, such findings are never old and always block. `never-old` names the members of the plan or the run that the policy reads and because of which none of its findings can be old, such as `configuration`; an empty name stands for the plan as a whole. It is empty if findings can be old, and null if the current code has not been checked. `never-old-message` states the same as a sentence without its subject. `is-complete` is false if not all findings were counted: at most the newest 1,000 outcomes of the policy, with 4 MiB in total, are read.
     */
    readonly get: operations["readPolicyIntroductionForecast"];
  };
  readonly "/api/v2/policies/{policy_id}/old-findings": {
    /**
     * List the number of old findings of a policy by workspace and week
     * @description Old findings were present before a plan and do not block it. Lists the workspaces in which the policy had old findings in the last 13 weeks; those with the most old findings come first. `old-count` is the number in the latest evaluation. The number of a week is that of the last evaluation up to the end of the week, and null before the first evaluation. A week begins on Monday, in UTC. `meta.weeks` has the sums over all workspaces. The numbers come from the evaluations and cannot be changed. Only the newest 20,000 evaluations of the organization are searched.
     */
    readonly get: operations["listPolicyOldFindings"];
  };
  readonly "/api/v2/organizations/{organization_name}/policy-sets": {
    /**
     * List the policy sets of an organization
     * @description Policy sets are sorted by name. Only users and tokens that may manage policies can list them.
     */
    readonly get: operations["listPolicySets"];
    /**
     * Create a policy set
     * @description A policy set is either global, or applies to the workspaces and projects in its relationships and to the workspaces that its tag selectors match. Its policies and approver teams can be given in this request or added later.
     */
    readonly post: operations["createPolicySet"];
  };
  readonly "/api/v2/policy-sets/{policy_set_id}": {
    /**
     * Show a policy set
     * @description Shows the flags of a policy set and how many policies, workspaces and projects it has.
     */
    readonly get: operations["readPolicySet"];
    /**
     * Delete a policy set
     * @description The policies in the set are not deleted.
     */
    readonly delete: operations["deletePolicySet"];
    /**
     * Change a policy set
     * @description Changes the name, the description or the flags. Attributes that are left out are not changed. The audit record of the change includes the progress and the results of the replay in `replay`, which must be a replay of the same policy or policy set.
     */
    readonly patch: operations["updatePolicySet"];
  };
  readonly "/api/v2/policy-sets/{policy_set_id}/tag-selectors": {
    /**
     * Add tag selectors to a policy set
     * @description The set then also applies to workspaces with these tags. If `is-exclude` is true, the set does not apply to workspaces with the tag. The audit record of the change includes the progress and the results of the replay in `replay`, which must be a replay of the same policy or policy set.
     */
    readonly post: operations["addPolicySetTagSelectors"];
    /**
     * Remove tag selectors from a policy set
     * @description Removes the selectors that the body names. Other selectors are kept. The audit record of the change includes the progress and the results of the replay in `replay`, which must be a replay of the same policy or policy set.
     */
    readonly delete: operations["removePolicySetTagSelectors"];
  };
  readonly "/api/v2/policy-sets/{policy_set_id}/applicable-workspaces": {
    /**
     * List the workspaces that a policy set applies to
     * @description Lists the workspaces that the set names directly or through their projects, and the workspaces that its tag selectors match. For a global set, lists all workspaces. Excluded workspaces are left out. The list is sorted by name.
     */
    readonly get: operations["listApplicableWorkspaces"];
  };
  readonly "/api/v2/policy-sets/{policy_set_id}/policies": {
    /**
     * List the policies of a policy set
     * @description Records are sorted by identifier. Other responses truncate a long relationship and link to this list.
     */
    readonly get: operations["listPolicySetPolicies"];
  };
  readonly "/api/v2/policy-sets/{policy_set_id}/relationships/policies": {
    /**
     * Add policies to a policy set
     * @description Adds the policies that the body names, either all of them or none. Existing members are kept. The audit record of the change includes the progress and the results of the replay in `replay`, which must be a replay of the same policy or policy set.
     */
    readonly post: operations["addPolicySetPolicies"];
    /**
     * Remove policies from a policy set
     * @description Removes the policies that the body names from the set. They are not deleted. The audit record of the change includes the progress and the results of the replay in `replay`, which must be a replay of the same policy or policy set.
     */
    readonly delete: operations["removePolicySetPolicies"];
  };
  readonly "/api/v2/policy-sets/{policy_set_id}/workspaces": {
    /**
     * List the workspaces of a policy set
     * @description Records are sorted by identifier. Other responses truncate a long relationship and link to this list.
     */
    readonly get: operations["listPolicySetWorkspaces"];
  };
  readonly "/api/v2/policy-sets/{policy_set_id}/relationships/workspaces": {
    /**
     * Add workspaces to a policy set
     * @description Adds the workspaces that the body names, either all of them or none. Existing members are kept. The audit record of the change includes the progress and the results of the replay in `replay`, which must be a replay of the same policy or policy set.
     */
    readonly post: operations["addPolicySetWorkspaces"];
    /**
     * Remove workspaces from a policy set
     * @description Removes the workspaces that the body names from the set. They are not deleted. The audit record of the change includes the progress and the results of the replay in `replay`, which must be a replay of the same policy or policy set.
     */
    readonly delete: operations["removePolicySetWorkspaces"];
  };
  readonly "/api/v2/policy-sets/{policy_set_id}/projects": {
    /**
     * List the projects of a policy set
     * @description Records are sorted by identifier. Other responses truncate a long relationship and link to this list.
     */
    readonly get: operations["listPolicySetProjects"];
  };
  readonly "/api/v2/policy-sets/{policy_set_id}/relationships/projects": {
    /**
     * Add projects to a policy set
     * @description Adds the projects that the body names, either all of them or none. Existing members are kept. The audit record of the change includes the progress and the results of the replay in `replay`, which must be a replay of the same policy or policy set.
     */
    readonly post: operations["addPolicySetProjects"];
    /**
     * Remove projects from a policy set
     * @description Removes the projects that the body names from the set. They are not deleted. The audit record of the change includes the progress and the results of the replay in `replay`, which must be a replay of the same policy or policy set.
     */
    readonly delete: operations["removePolicySetProjects"];
  };
  readonly "/api/v2/policy-sets/{policy_set_id}/workspace-exclusions": {
    /**
     * List the workspace exclusions of a policy set
     * @description Records are sorted by identifier. Other responses truncate a long relationship and link to this list.
     */
    readonly get: operations["listPolicySetWorkspaceExclusions"];
  };
  readonly "/api/v2/policy-sets/{policy_set_id}/relationships/workspace-exclusions": {
    /**
     * Add workspace exclusions to a policy set
     * @description Adds the workspace exclusions that the body names, either all of them or none. Existing members are kept. The audit record of the change includes the progress and the results of the replay in `replay`, which must be a replay of the same policy or policy set.
     */
    readonly post: operations["addPolicySetWorkspaceExclusions"];
    /**
     * Remove workspace exclusions from a policy set
     * @description Removes the workspace exclusions that the body names from the set. They are not deleted. The audit record of the change includes the progress and the results of the replay in `replay`, which must be a replay of the same policy or policy set.
     */
    readonly delete: operations["removePolicySetWorkspaceExclusions"];
  };
  readonly "/api/v2/policy-sets/{policy_set_id}/project-exclusions": {
    /**
     * List the project exclusions of a policy set
     * @description Records are sorted by identifier. Other responses truncate a long relationship and link to this list.
     */
    readonly get: operations["listPolicySetProjectExclusions"];
  };
  readonly "/api/v2/policy-sets/{policy_set_id}/relationships/project-exclusions": {
    /**
     * Add project exclusions to a policy set
     * @description Adds the project exclusions that the body names, either all of them or none. Existing members are kept. The audit record of the change includes the progress and the results of the replay in `replay`, which must be a replay of the same policy or policy set.
     */
    readonly post: operations["addPolicySetProjectExclusions"];
    /**
     * Remove project exclusions from a policy set
     * @description Removes the project exclusions that the body names from the set. They are not deleted. The audit record of the change includes the progress and the results of the replay in `replay`, which must be a replay of the same policy or policy set.
     */
    readonly delete: operations["removePolicySetProjectExclusions"];
  };
  readonly "/api/v2/policy-sets/{policy_set_id}/approvers": {
    /**
     * List the approvers of a policy set
     * @description Records are sorted by identifier. Other responses truncate a long relationship and link to this list.
     */
    readonly get: operations["listPolicySetApprovers"];
  };
  readonly "/api/v2/policy-sets/{policy_set_id}/relationships/approvers": {
    /**
     * Add approvers to a policy set
     * @description Adds the approvers that the body names, either all of them or none. Existing members are kept. Approvers are teams. While a set has approvers, only their members can override evaluations that the set blocks, and only exemptions by their members count in the set. Everybody who may read such an evaluation sees the names of the teams. Only users and tokens that may manage both policies and policy overrides can change the approvers. The audit record of the change includes the progress and the results of the replay in `replay`, which must be a replay of the same policy or policy set.
     */
    readonly post: operations["addPolicySetApprovers"];
    /**
     * Remove approvers from a policy set
     * @description Removes the approvers that the body names from the set. They are not deleted. After the last approver team has been removed, the set no longer requires approvers. Only users and tokens that may manage both policies and policy overrides can change the approvers. The audit record of the change includes the progress and the results of the replay in `replay`, which must be a replay of the same policy or policy set.
     */
    readonly delete: operations["removePolicySetApprovers"];
  };
  readonly "/api/v2/workspaces/{workspace_id}/applicable-policy-sets": {
    /**
     * List the policy sets that apply to a workspace
     * @description Lists the policy sets with which the next plan of the workspace will be evaluated, sorted by name. `reasons` lists why each set applies: it is `global`, it names the `workspace` or its `project`, or it selects a `tag` of the workspace or of its project.
     */
    readonly get: operations["listApplicablePolicySets"];
  };
  readonly "/api/v2/projects/{project_id}/applicable-policy-sets": {
    /**
     * List the policy sets that apply to the workspaces of a project
     * @description Lists the sets that are `global`, that name the `project`, or that select a `tag` of the project, sorted by name. These sets apply to every workspace of the project, with two exceptions: a set does not apply if it excludes the workspace or one of the tags of the workspace, or if it selects a project tag that the workspace overrides with a tag of its own with the same key.
     */
    readonly get: operations["listApplicablePolicySetsOfProject"];
  };
  readonly "/api/v2/policy-sets/{policy_set_id}/parameters": {
    /**
     * List the parameters of a policy set
     * @description Parameters are sorted by key. The value of a sensitive parameter is null. `declared-types` contains the types that the annotations of the set's policies declare. Overrides replace the value in some workspaces; `override-count` is their number.
     */
    readonly get: operations["listPolicySetParameters"];
    /**
     * Create a parameter of a policy set
     * @description The policies of the set read the value as `input.parameters.<key>`. An annotation in a policy can declare the type of the parameter (`custom.parameters`). Without a declared type, policies get the JSON value of the text or, if it is not JSON, the text itself. A sensitive value is encrypted, never shown again, and masked in the results of policies. Anybody who may upload code of the set can still read the value with a policy. A policy set can have at most 1,000 parameters.
     */
    readonly post: operations["createPolicySetParameter"];
  };
  readonly "/api/v2/policy-sets/{policy_set_id}/parameters/{parameter_id}": {
    /**
     * Show a parameter of a policy set
     * @description Shows the key and the value. The value of a sensitive parameter is null.
     */
    readonly get: operations["readPolicySetParameter"];
    /**
     * Delete a parameter of a policy set
     * @description Also deletes the overrides of the parameter. In later evaluations, the policies of the set have no value for this key.
     */
    readonly delete: operations["deletePolicySetParameter"];
    /**
     * Change a parameter of a policy set
     * @description Changes the key or the value, or makes the parameter sensitive, which cannot be undone.
     */
    readonly patch: operations["updatePolicySetParameter"];
  };
  readonly "/api/v2/policy-sets/{policy_set_id}/parameters/{parameter_id}/overrides": {
    /**
     * List the overrides of a parameter
     * @description Overrides for projects come first, then those for tags, then those for workspaces. The value of an override of a sensitive parameter is null.
     */
    readonly get: operations["listPolicySetParameterOverrides"];
    /**
     * Create an override of a parameter
     * @description Replaces the value of the parameter in one place: in a workspace (the relationship `workspace`), in the workspaces of a project (the relationship `project`), or in the workspaces with a tag (`tag-key`, and `tag-value` for a single value of the tag). If several overrides apply to a workspace, an override for the workspace takes precedence over overrides for tags, and overrides for tags take precedence over an override for the project. Overrides affect only evaluations of registered workspaces. A parameter can have at most 1,000 overrides, and all parameters of a policy set together can have at most 10,000.
     */
    readonly post: operations["createPolicySetParameterOverride"];
  };
  readonly "/api/v2/policy-sets/{policy_set_id}/parameters/{parameter_id}/overrides/{override_id}": {
    /**
     * Show an override of a parameter
     * @description Shows the workspace, project or tag of the override. The value of an override of a sensitive parameter is null.
     */
    readonly get: operations["readPolicySetParameterOverride"];
    /**
     * Delete an override of a parameter
     * @description After the deletion, evaluations use the override with the next highest precedence or, if no other override applies, the value of the parameter.
     */
    readonly delete: operations["deletePolicySetParameterOverride"];
    /**
     * Change the value of an override
     * @description The workspace, project or tag of an override cannot be changed. To change it, delete the override and create another override.
     */
    readonly patch: operations["updatePolicySetParameterOverride"];
  };
  readonly "/api/v2/policy-sets/{policy_set_id}/versions": {
    /**
     * List the versions of a policy set
     * @description Lists the newest versions first, including versions whose archives were rejected.
     */
    readonly get: operations["listPolicySetVersions"];
    /**
     * Create a version of a policy set
     * @description Upload the archive of the version to the link `upload`. The policy set does not change until the archive is accepted. If `staged` is true, it does not change until the version is activated. The audit record of the change includes the progress and the results of the replay in `replay`, which must be a replay of the same policy or policy set.
     */
    readonly post: operations["createPolicySetVersion"];
  };
  readonly "/api/v2/policy-set-versions/{policy_set_version_id}": {
    /**
     * Show a version of a policy set
     * @description Shows whether its archive was accepted, or the reason why it was rejected.
     */
    readonly get: operations["readPolicySetVersion"];
    /**
     * Delete a staged version of a policy set
     * @description Deletes a staged version and its archive. A version that is or was in force cannot be deleted.
     */
    readonly delete: operations["deletePolicySetVersion"];
  };
  readonly "/api/v2/policy-set-versions/{policy_set_version_id}/policies": {
    /**
     * List the policies of a version of a policy set
     * @description Policies are sorted by name. The list is empty until the archive is accepted.
     */
    readonly get: operations["listPoliciesOfPolicySetVersion"];
  };
  readonly "/api/v2/policy-set-versions/{policy_set_version_id}/download": {
    /**
     * Download the archive of a version of a policy set
     * @description Returns the bytes as they were uploaded. Responds with 404 if there is no archive.
     */
    readonly get: operations["downloadPolicySetVersion"];
  };
  readonly "/api/v2/policy-set-versions/{policy_set_version_id}/actions/activate": {
    /**
     * Activate a staged version of a policy set
     * @description Puts a staged version in force: its policies replace all policies of the set. Nothing changes if the version is already in force. The audit record of the change includes the progress and the results of the replay in `replay`, which must be a replay of the same policy or policy set.
     */
    readonly post: operations["activatePolicySetVersion"];
  };
  readonly "/object/policy-set-versions/{version_capability}": {
    /**
     * Upload the archive of a version of a policy set
     * @description The body is a tar.gz archive of at most 10 MiB. It contains policies, the file that lists them (`sentinel.hcl`, `policies.hcl`, `policies.yaml` or `tipstaff.yaml`), and optionally the data documents of a bundle (`data.json`, `data.yaml`, `data.yml`). The uploaded policies replace all policies of the set. If the archive is rejected, the set does not change. The link is the only credential.
     */
    readonly put: operations["uploadPolicySetVersion"];
  };
  readonly "/api/v2/admin/opa-versions": {
    /**
     * List the versions of OPA that evaluate policies
     * @description The list has one entry: the version that is built into this service.
     */
    readonly get: operations["listOpaVersions"];
  };
  readonly "/api/v2/admin/native-versions": {
    /**
     * List the tool versions that evaluate policies of the kind `native` (always empty)
     * @description The list is always empty, because this service does not evaluate policies of this kind.
     */
    readonly get: operations["listNativeVersions"];
  };
  readonly "/api/v2/policies/{policy_id}/tests": {
    /**
     * Download the tests of a policy
     * @description Returns the bytes as they were uploaded. Responds with 404 if there are no tests.
     */
    readonly get: operations["downloadPolicyTests"];
    /**
     * Upload the tests of a policy
     * @description The body is one Rego file with tests, at most 1 MiB. It replaces the current tests. The tests run immediately and with every upload of code; `test-result` shows the result.
     */
    readonly put: operations["uploadPolicyTests"];
    /**
     * Delete the tests of a policy
     * @description The policy and its code are kept. Responds with 404 if there are no tests.
     */
    readonly delete: operations["deletePolicyTests"];
  };
  readonly "/api/v2/policies/{policy_id}/actions/test": {
    /**
     * Run the tests of a policy
     * @description Runs the tests with the current code. The response is 200 even if tests fail: `tests` has the outcome of each test, and `coverage` lists the lines of code that no test covers. Nothing is stored.
     */
    readonly post: operations["testPolicy"];
  };
  readonly "/api/v2/policies/{policy_id}/actions/try": {
    /**
     * Try a draft of a policy with one input
     * @description Evaluates `code` with `query` and the input form `input`; if one of these attributes is absent, the current value of the policy is used. The input is a recorded input (the relationship `policy-input`), a plan as JSON text (`plan`), or, with `last-failure`, the newest recorded input with which this policy failed. The response is 200 even if the code has errors; `problems` lists them. `true-lines` lists the lines of the code that were true; it is null if finding them took too long. `depends-on-unknown` lists the values known only after apply on which the verdict depends; it is null if the policy errored. `findings` contains for each member of `output` the facts of the finding, in the same form as in the findings of an evaluation. `ages` states for each member of `output` whether it was present before the plan, and if not, the reason; it is null unless the policy is mandatory with the introduction `enforce-new` and failed. `input.parameters` contains the parameters of the policy set in the relationship `policy-set`, or else those of the only set of the policy; for a recorded input, overrides apply as in its workspace. A policy in several sets gets no parameters unless the request names a set. `test-of` is the position of a member of `output`. If it is given, `tests` contains the tests of the policy and an additional test that passes as long as the code returns this member; `tests` is null if no such test could be generated. Nothing is stored.
     */
    readonly post: operations["tryPolicy"];
  };
  readonly "/api/v2/organizations/{organization_name}/policy-code-checks": {
    /**
     * Check, format and test the code of a policy
     * @description Nothing is stored. The response is 200 even if the code has errors; `problems` lists them with their positions. `tests` is code that contains tests. For the `native` framework, the status is `unreachable`, because the service cannot check its code.
     */
    readonly post: operations["checkPolicyCode"];
  };
  readonly "/api/v2/organizations/{organization_name}/evaluations": {
    /**
     * List the evaluations of an organization
     * @description Lists the newest evaluations first, unless `sort` is given. `mandatory-failed` sorts by the number of mandatory policies that failed. `run-message` and `run-commit` are the first line of the message and the commit in the description of the run. Evaluations are kept for 90 days. Members and team tokens without a permission to read all evaluations see those that they created, those whose run names them or one of their teams as its author, and those of the workspaces and projects to which one of their teams has access. `filter[workspace]` is the identifier of a workspace. `filter[created-by]` is a username, or the identifier of an account, a team or an organization. `filter[source]` selects evaluations of plans (`plan`) or of states (`state`). `filter[blocked]` selects evaluations of plans that failed, errored or are unreachable and are not currently overridden. `filter[level]` selects evaluations in which a `mandatory` (hard or soft) or an `advisory` policy failed, apart from policies in shadow mode and exempt policies. `filter[since]` (inclusive) and `filter[until]` (exclusive) are times.
     */
    readonly get: operations["listEvaluations"];
    /**
     * Evaluate a plan with all policy sets that apply
     * @description Policy sets apply if they are global, or if they name the workspace or the project or select one of the tags. Sets that exclude the workspace do not apply. Name the workspace with the relationship `workspace`, or by its name in `workspace-name`, which also works for callers who may not see workspaces. Then upload the plan to `links.upload`. `counts-for-workspace` tells whether the result counts for the workspace, for example in the posture of the organization. The result counts only if the creator may see or manage workspaces or manage policies, or if a team of the creator has access to the workspace with a level that includes sending plans. `run.author` names the author of the run: `username` or `email` of a member (only a confirmed address counts), or the name of a `team`. The author can read the evaluation with its outcomes and findings, if the organization permits it (`evaluation-author-access-enabled`). Names that the organization does not know are ignored. The attribute is null if no workspace is named or if only one policy set is evaluated. With the value `state` of `source`, the plan is made from the state of a workspace and changes nothing, as by `tipstaff check --state`. Such an evaluation blocks no run: it does not count for the workspace, cannot be overridden, and its input is not recorded. `source` cannot be changed later.
     */
    readonly post: operations["createEvaluation"];
  };
  readonly "/api/v2/policy-sets/{policy_set_id}/evaluations": {
    /**
     * Evaluate a plan with one policy set
     * @description The set is evaluated even if it does not apply to the workspace. After this request, upload the plan to `links.upload`.
     */
    readonly post: operations["createPolicySetEvaluation"];
  };
  readonly "/api/v2/policy-evaluations/{policy_evaluation_id}": {
    /**
     * Show an evaluation
     * @description Shows the status of the evaluation and the number of policies by result. While it is pending or running, repeat the request to follow its progress. `progress` has the number of policies, the number of policies already evaluated, and the number of evaluations of the organization that come before this one, for callers who may read all of these; unknown numbers are null. `run` is the description of the run that the client sent; it is empty if the service does not keep the description. `permissions` tells which actions the caller may currently perform on the evaluation. `missing-approvals` lists the policy sets that block the run and have approvers, with the names of the approver teams, if the caller is not an approver of the set. While the list is not empty, the caller cannot override the evaluation. Lists do not include these attributes.
     */
    readonly get: operations["readEvaluation"];
  };
  readonly "/api/v2/policy-evaluations/{policy_evaluation_id}/upload": {
    /**
     * Upload the plan of an evaluation
     * @description The body is the plan as JSON, for example the output of `terraform show -json`, in UTF-8, or in UTF-16 with a byte order mark. The evaluation then starts. The plan is deleted when the evaluation has finished. Only the creator of the evaluation and users and tokens that may manage policies can upload the plan.
     */
    readonly put: operations["uploadPlan"];
  };
  readonly "/api/v2/policy-evaluations/{policy_evaluation_id}/policy-set-outcomes": {
    /**
     * List the outcomes of an evaluation
     * @description Lists one entry for each policy set, sorted by name, with the outcomes of its policies. `filter[0][status]` and `filter[0][enforcement_level]` select the sets in which a policy has this status and level. Further pairs, such as `filter[1][status]`, select sets in which a policy matches any of the pairs.
     */
    readonly get: operations["listPolicySetOutcomes"];
  };
  readonly "/api/v2/policy-set-outcomes/{policy_set_outcome_id}": {
    /**
     * Show the outcomes of the policies of a set
     * @description Shows for each policy whether it passed, and its output.
     */
    readonly get: operations["readPolicySetOutcome"];
  };
  readonly "/api/v2/policy-evaluations/{policy_evaluation_id}/actions/cancel": {
    /**
     * Cancel an evaluation
     * @description The plan of the evaluation is deleted. A finished evaluation cannot be canceled. Only the creator of the evaluation and users and tokens that may manage policies can cancel it.
     */
    readonly post: operations["cancelEvaluation"];
  };
  readonly "/api/v2/policy-evaluations/{policy_evaluation_id}/actions/override": {
    /**
     * Override failed policies
     * @description Takes a comment and optionally `expires-at`, the time at which the override expires and the evaluation returns to its previous status. Without `expires-at`, or if it is null, the override lasts for `policy-override-max-days` of the organization, or without an end if the organization has no maximum. Every policy that blocks the run must permit overrides: either its set is `overridable`, or its enforcement level is soft-mandatory. The same rule applies to failed, errored and unreachable policies. If a policy set that blocks the run has approvers, the caller must be one of them. With the value `same-findings` of `applies-to`, the override is also an approval: until it ends, a later evaluation of the workspace is overridden, too, if approvals cover all findings that block it. A finding is the same if the policy reports the same content about the same resource, and if the change of this resource, the policy and its parameters are the same. This requires a plan of the organization that includes policies, and a failed evaluation with a workspace, in which each blocking finding names exactly one managed resource. An approval lasts for at most 7 days if the organization has no maximum.
     */
    readonly post: operations["overrideEvaluation"];
  };
  readonly "/api/v2/policy-evaluations/{policy_evaluation_id}/external-outcomes": {
    /**
     * Post external outcomes of policies
     * @description Use this endpoint for policies of a kind that this service does not evaluate, while the evaluation is unreachable because of such policies. The outcomes are marked as external, with the account and the time of the request, and cannot be changed later. `input-digest` is the SHA-256 of the plan that was evaluated. Requires the permission to manage policies. The creator of the evaluation cannot post outcomes, not even with another token.
     */
    readonly post: operations["postExternalOutcomes"];
  };
  readonly "/api/v2/organizations/{organization_name}/posture": {
    /**
     * Show the posture of an organization
     * @description Counts workspaces by the current result of their latest evaluation of all applicable sets; `covered` counts workspaces with at least one mandatory policy that is not in shadow mode. `evaluations-not-counted` and `state-evaluations` are numbers of evaluations of workspaces in the last seven days that do not count for their workspace: because of the permissions of their creators, and because they evaluated a state. Also counts evaluations blocked in the last seven days (in UTC, including today) and in the seven days before, and open exceptions: exemptions that have not expired, and overrides that will expire, with the next expiry time. An approval counts as one override, although it can override many evaluations. `workspaces` and members of `exceptions` are null for callers who may not read them. For callers without a permission to read all evaluations, only the evaluations that they may read are counted, and of the workspaces only those to which one of their teams has access. `is-complete` is false while evaluations from before an upgrade are still being counted.
     */
    readonly get: operations["readPosture"];
  };
  readonly "/api/v2/organizations/{organization_name}/pass-rates": {
    /**
     * List pass rates by day, by policy or by workspace
     * @description `group` is `day` (default), `policy` or `workspace`. `since` is a time or a day; the default is 29 days ago, and the earliest day is 89 days ago. With `day`, the list has one entry for each day (in UTC, oldest first) with the number of evaluations created on that day by current status. With `workspace`, the list has one entry for each workspace that the caller may read (sorted by name) with the number of its evaluations by current status; the attribute `status` is the current status of its latest evaluation. With both, unreachable evaluations count as errored, `shadow-failed` counts evaluations in which a shadow policy failed, and `exempted` counts those with an exempt outcome. With `policy`, the list has one entry for each policy (sorted by number of failures, highest first) with the number of its outcomes; outcomes of shadow policies have their own counts, and exempt outcomes count only as exempt. `last-failed-at` is the creation time of the last evaluation in which the policy failed. `filter[policy]` limits the list to the policies with these identifiers, separated by commas. Evaluations of states are not counted. For callers without a permission to read all evaluations, only the evaluations that they may read are counted; with `policy`, only the newest 1,000 of them. With `workspace`, callers who may not read any workspace get 404.
     */
    readonly get: operations["listPassRates"];
  };
  readonly "/api/v2/organizations/{organization_name}/workspace-results": {
    /**
     * List the latest result of each policy set in each workspace
     * @description Lists workspaces, by default sorted by name, each with the current status of its latest evaluation of all applicable sets, and the number of policies by result for each set. `meta.policy-sets` lists the sets with results in the workspaces of this page, sorted by name, 50 at a time; `meta.policy-set-count` is their total number. `policy-sets[page]` selects the page of sets. `filter[project]` is the identifier of a project. With `filter[deprecated-modules]=true`, the list has only workspaces whose last evaluated plan uses a deprecated module version, and with `false` only all other workspaces. `sort=status` lists failed, errored and unreachable workspaces first, and passed ones last.
     */
    readonly get: operations["listWorkspaceResults"];
  };
  readonly "/api/v2/policy-sets/{policy_set_id}/pass-rates": {
    /**
     * Show how often the policies of a set passed, week by week
     * @description Counts the outcomes of the last 13 weeks by policy and week. A week begins on Monday, in UTC. Exempt outcomes count only as exempt, and unreachable outcomes count as errored. Shows the 100 policies that failed most often; `is-truncated` is true if there are more.
     */
    readonly get: operations["readPassRates"];
  };
  readonly "/api/v2/policies/{policy_id}/pass-rates": {
    /**
     * Show how often a policy passed, week by week
     * @description Counts the outcomes of the last 13 weeks by week, in all policy sets that contain or contained the policy. Weeks without outcomes are included. A week begins on Monday, in UTC. Outcomes in shadow mode are included. Exempt outcomes count only as exempt, and unreachable outcomes count as errored.
     */
    readonly get: operations["readPolicyPassRates"];
  };
  readonly "/api/v2/policy-evaluations/{policy_evaluation_id}/findings": {
    /**
     * List the findings of an evaluation
     * @description Lists one finding for each member of the output of a policy, and one for each policy without a verdict, all in the same form. Findings that block the run come first, then other findings of mandatory policies, then those of advisory policies, then old findings, which were present before the plan and do not block it; within each group they are sorted by severity, address and policy. `meta.counts` counts all findings, regardless of filters. `meta.blocked` counts the blocked changes of the plan and the policies that block them; both are zero if the evaluation is overridden. A finding is `overridable` unless its policy blocks plans and its set does not permit overrides; only exemptions that cover all levels then apply. `filter[policy]` is the name or the identifier of a policy.
     */
    readonly get: operations["listPolicyFindings"];
  };
  readonly "/api/v2/policy-evaluations/{policy_evaluation_id}/changes": {
    /**
     * List the planned changes of resources with findings
     * @description Lists one entry for each change of a resource that a finding names, including exempt findings. Resources with blocking findings come first. `origin` is `plan`, `deferred` for a change by a later plan, or `drift` for a change made outside of plans. A `path` consists of the names of attributes and nested blocks; it never contains keys of maps. `before` and `after` are present only if the setting `evaluation-change-values-enabled` of the organization was on during the evaluation and still is, if the sensitive values of the plan could be masked, and if the values are not too large.
     */
    readonly get: operations["listPolicyEvaluationChanges"];
  };
  readonly "/api/v2/policy-set-outcomes/{policy_set_outcome_id}/rules": {
    /**
     * List the rules that failed
     * @description Lists one entry for each policy of the outcome that failed in this service, with the description and the annotations by its author. If the setting `evaluation-rule-lines-enabled` of the organization was on during the evaluation and still is, `files` lists the lines of the policy's rules that were true, in the revision that was evaluated. `lines-status` is `shown`; `disabled` if the setting is off now; `not-recorded` if it was off during the evaluation; `over-budget` if finding the lines took too much time or memory; `code-gone` if the code has been deleted since; or `left-out` if more than 4 MiB of code would have to be read for the response. In that case, request a single policy with `filter[policy]`, which takes the name or the identifier of a policy.
     */
    readonly get: operations["listPolicyRules"];
  };
  readonly "/api/v2/policy-evaluations/{policy_evaluation_id}/comparison": {
    /**
     * Compare an evaluation with the last one that passed
     * @description Shows what changed since the last earlier evaluation of the same workspace that passed and counts for the workspace. `status` is `compared`, `no-passed-evaluation` if there is no such evaluation, `hidden` if the caller may not read it (whether or not it exists), or `not-comparable` if the evaluation has not finished, has no registered workspace, or evaluated a state or only one policy set. `policies` lists the policies that block the run, at most 50, with their changes: `new` if the policy did not apply before, `revision` for its code, `set-version` for its code in a version of the policy set, `enforcement-level`, `introduction`, `query`, `input`, `parameters` (without their values), and `exemption-ended` with the identifier of the exemption in `from` and its end in `to`. `message`, `by` and `at` describe the new revision or version and are null for callers who may not read the policy. If a policy has no changes, its verdict changed because of the plan, the run or the time. `plan` compares the plans without `timestamp` and `relevant_attributes`: `changed`, `added` and `removed` are numbers of entries in `resource_changes`, and null if a plan has more than 10,000 entries. `unknown` means that the plans cannot be compared, for example because an older release evaluated one of them or because the encryption key was changed. `resources` lists resources that the blocking findings name, and whether their entry in the plan is the `same`.
     */
    readonly get: operations["comparePolicyEvaluation"];
  };
  readonly "/api/v2/organizations/{organization_name}/policy-inputs": {
    /**
     * List the recorded inputs of an organization
     * @description Lists the newest inputs first. Inputs are recorded only if the setting `policy-input-retention-days` of the organization is not null. `filter[since]` and `filter[until]` take times in ISO 8601.
     */
    readonly get: operations["listPolicyInputs"];
    /**
     * Delete all recorded inputs of an organization
     * @description Inputs of later evaluations are still recorded. To stop this, set `policy-input-retention-days` to null.
     */
    readonly delete: operations["deletePolicyInputs"];
  };
  readonly "/api/v2/organizations/{organization_name}/policy-inputs/{policy_input_id}": {
    /**
     * Show a recorded input
     * @description Shows the metadata of the input. The plan itself is never shown.
     */
    readonly get: operations["readPolicyInput"];
    /**
     * Delete a recorded input
     * @description Replays that have not evaluated the input yet count it as `missing`.
     */
    readonly delete: operations["deletePolicyInput"];
  };
  readonly "/api/v2/policies/{policy_id}/exemptions": {
    /**
     * List the exemptions from a policy
     * @description Lists the newest exemptions first. Expired exemptions are shown for 90 days.
     */
    readonly get: operations["listExemptionsOfPolicy"];
    /**
     * Exempt a workspace or a resource from a policy
     * @description The policy is still evaluated and shown, but does not block plans within the scope of the exemption. With `resource-address`, only findings about this resource are exempt. Without `expires-at`, or if it is null, the exemption lasts for `policy-exemption-max-days` of the organization. If the organization has no maximum, `expires-at` is required and null means that the exemption never expires. If the organization has `exemptions-need-request`, exemptions are created only by granting a request, and the response is 403. The identifier in the path may also be the identifier that findings contain for a policy in a versioned policy set. The exemption then applies to the policy with this name in the versioned policy set. Only users and tokens that may override policies can create exemptions.
     */
    readonly post: operations["createPolicyExemption"];
  };
  readonly "/api/v2/policy-sets/{policy_set_id}/exemptions": {
    /**
     * List the exemptions from policies of a versioned policy set
     * @description Lists the newest exemptions first. Expired exemptions are shown for 90 days.
     */
    readonly get: operations["listExemptionsOfPolicySet"];
    /**
     * Exempt a workspace or a resource from a policy of a versioned policy set
     * @description This exemption works like an exemption from an individual policy. `policy-name` is the name of a policy in the current version of the set. The exemption belongs to this name in this set, so it also applies to later versions that contain a policy with the same name.
     */
    readonly post: operations["createPolicySetExemption"];
  };
  readonly "/api/v2/organizations/{organization_name}/policy-exemptions": {
    /**
     * List the exemptions of an organization
     * @description Lists the newest exemptions first. Expired exemptions are shown for 90 days. `filter[workspace]` is the identifier of a workspace; it selects the exemptions for this workspace and those for every workspace. `filter[created-by]` is a username or an identifier, and `filter[ends-before]` is a time. `filter[beyond-maximum]=true` selects the exemptions that end later than a new exemption could end. `filter[unmatched]=true` selects the active exemptions that have applied to no finding in the last 30 days.
     */
    readonly get: operations["listPolicyExemptions"];
  };
  readonly "/api/v2/policy-exemptions/{policy_exemption_id}": {
    /**
     * Show an exemption
     * @description Shows the policy, workspace and resource, the reason, the owner, the expiry time, and whether the exemption has expired. `last-matched-at` is the time of the last evaluation in which the exemption applied to a finding, with a precision of one day, or the time of creation. `beyond-maximum` is true if the exemption ends later than a new exemption could end. `policy-sets` lists the policy sets that contain the policy, with the names of their approver teams, and tells in which of them the exemption counts. `reason` is `not-overridable` if the policy does not permit overrides in the set and the exemption does not cover all levels, and `approvers` if the creator of the exemption was not an approver of the set. `effective` is false if the exemption has expired or counts in none of the sets.
     */
    readonly get: operations["readPolicyExemption"];
    /**
     * Delete an exemption
     * @description The exemption no longer applies to evaluations that start afterwards.
     */
    readonly delete: operations["deletePolicyExemption"];
    /**
     * Change an exemption
     * @description Changes the reason, the owner or the expiry time. A new expiry time follows the same rules as that of a new exemption. If the organization has `exemptions-need-request`, the expiry time can only become earlier. The policy, workspace and resource cannot be changed.
     */
    readonly patch: operations["updatePolicyExemption"];
  };
  readonly "/api/v2/organizations/{organization_name}/policy-exemptions/actions/end": {
    /**
     * Delete several exemptions
     * @description Deletes up to 100 exemptions of the organization, either all of them or none. The response is 422 if the organization does not have one of the exemptions.
     */
    readonly post: operations["endPolicyExemptions"];
  };
  readonly "/api/v2/policy-evaluations/{policy_evaluation_id}/exemption-requests": {
    /**
     * List the open requests for exemptions in the workspace of an evaluation
     * @description Lists the newest requests first. The list is empty if the evaluation has no workspace. Callers who can read the evaluation only because they created it, or because its run names them, see the requests about this evaluation and their own requests. `reason`, `comment`, `requested-by` and `decided-by` are null unless the caller sent the request or may read exemptions.
     */
    readonly get: operations["listExemptionRequestsOfEvaluation"];
    /**
     * Request an exemption from a policy
     * @description Requests an exemption from a policy that did not pass in the evaluation, for the workspace of the evaluation. `policy-id` is the identifier of the policy in the outcomes of the evaluation. With `resource-address`, the exemption covers only findings about this resource, and the policy must have such a finding. `expires-at` is the requested end of the exemption; if it is null or absent, the request is for the longest time that the organization permits (`policy-exemption-max-days`). Everybody who may read the evaluation can send requests. If the caller has already sent an open request for the same policy, workspace and resource, the response is 200 with that request. A request can be granted or refused for 30 days. A caller can have 20 open requests in an organization, and a workspace can have 200. Requires a plan of the organization that includes policies.
     */
    readonly post: operations["createPolicyExemptionRequest"];
  };
  readonly "/api/v2/organizations/{organization_name}/policy-exemption-requests": {
    /**
     * List the requests for exemptions in an organization
     * @description Lists the newest requests first. Callers who may not read exemptions see only their own requests. A request is deleted together with its evaluation, 90 days after the evaluation was created. `filter[workspace]` is the identifier of a workspace.
     */
    readonly get: operations["listPolicyExemptionRequests"];
  };
  readonly "/api/v2/policy-exemption-requests/{policy_exemption_request_id}": {
    /**
     * Show a request for an exemption
     * @description Shows what the exemption would cover, and the decision. `status` is `open`, `granted`, `refused` or `expired`. `reason`, `comment`, `requested-by` and `decided-by` are null unless the caller sent the request or may read exemptions. `permissions` tells which actions the caller may currently perform; lists do not include it.
     */
    readonly get: operations["readPolicyExemptionRequest"];
    /**
     * Withdraw a request for an exemption
     * @description Deletes the request. Only the requester can withdraw it, and only if it has been neither granted nor refused.
     */
    readonly delete: operations["withdrawPolicyExemptionRequest"];
  };
  readonly "/api/v2/policy-exemption-requests/{policy_exemption_request_id}/actions/grant": {
    /**
     * Grant a request for an exemption
     * @description Creates an exemption from the policy for the workspace and, if the request names one, the resource. The exemption has the reason of the request and the requester as its owner. It ends at `expires-at`, by default at the requested time. The request then shows this end. Requires the permission to create exemptions. The requester cannot grant the request, not even with another token; the response is then 403. It is also 403 if every policy set of the policy requires approvers and the caller is an approver of none of them.
     */
    readonly post: operations["grantPolicyExemptionRequest"];
  };
  readonly "/api/v2/policy-exemption-requests/{policy_exemption_request_id}/actions/refuse": {
    /**
     * Refuse a request for an exemption
     * @description The `comment` tells the requester why. Only an open request can be refused.
     */
    readonly post: operations["refusePolicyExemptionRequest"];
  };
  readonly "/api/v2/organizations/{organization_name}/policy-approvals": {
    /**
     * List the approvals of an organization
     * @description Lists the newest approvals first. An approval is created by the override of an evaluation with `applies-to` set to `same-findings`. It is deleted together with this evaluation. `filter[workspace]` is the identifier of a workspace.
     */
    readonly get: operations["listPolicyApprovals"];
  };
  readonly "/api/v2/policy-approvals/{policy_approval_id}": {
    /**
     * Show an approval
     * @description Shows who approved findings of an evaluation, the reason, the number of findings, and when the approval ends. Until then, later plans of the workspace may continue although policies report the same findings again.
     */
    readonly get: operations["readPolicyApproval"];
    /**
     * Revoke an approval
     * @description Evaluations that finish afterwards are no longer overridden by this approval. Evaluations that are already overridden stay overridden until the end of the approval.
     */
    readonly delete: operations["revokePolicyApproval"];
  };
  readonly "/api/v2/organizations/{organization_name}/policy-run-tasks": {
    /**
     * List the run tasks of an organization
     * @description Run tasks are sorted by name. Only users and tokens that may manage policies can list them.
     */
    readonly get: operations["listPolicyRunTasks"];
    /**
     * Create a run task
     * @description Create a run task in the platform with this `url` and the same `hmac-key`. Plans are fetched only from `allowed-hosts`, and results are sent only to `allowed-hosts`. The hosts must use HTTPS and public addresses, unless the operator lists the platform in `TIPSTAFF_RUN_PLATFORMS`. The key is never shown again.
     */
    readonly post: operations["createPolicyRunTask"];
  };
  readonly "/api/v2/policy-run-tasks/{policy_run_task_id}": {
    /**
     * Show a run task
     * @description Shows the URL of the run task and its allowed hosts. The key is not shown.
     */
    readonly get: operations["readPolicyRunTask"];
    /**
     * Delete a run task
     * @description The calls of the run task are deleted, too. The platform receives no result for calls that are still waiting.
     */
    readonly delete: operations["deletePolicyRunTask"];
    /**
     * Change a run task
     * @description Attributes that are left out are not changed. The changes also apply to calls that have not been answered yet.
     */
    readonly patch: operations["updatePolicyRunTask"];
  };
  readonly "/api/v2/policy-run-tasks/{policy_run_task_id}/calls": {
    /**
     * List the calls of a run task
     * @description Lists the newest calls first, each with the result that was reported to the platform, or the reason why the report failed. Calls are kept for 30 days.
     */
    readonly get: operations["listPolicyRunTaskCalls"];
    /**
     * Receive a call from a run platform
     * @description Run platforms send their run task calls to this endpoint. The header `X-TFC-Task-Signature` is the HMAC-SHA512 of the body in hexadecimal, with the key of the run task. The service then fetches the plan, evaluates it, and sends the result to `task_result_callback_url`.
     */
    readonly post: operations["callPolicyRunTask"];
  };
  readonly "/api/v2/policies/{policy_id}/replays": {
    /**
     * List the replays of a policy
     * @description Lists the newest replays first. Replays are kept for 90 days, at most 100 per organization.
     */
    readonly get: operations["listPolicyReplays"];
    /**
     * Replay a policy
     * @description Evaluates a policy with up to 500 recorded inputs, the newest first. If the request has a change, such as `code`, `query`, `revision`, `input`, `enforcement-level`, `introduction` or `shadow`, the changed policies and the current policies are both evaluated, and their results are compared. Otherwise the current policies are evaluated and compared with the recorded results of the evaluations. With `applicable-only`, the replay has only the inputs of runs to which the policies apply after the change, and counts a policy as blocking only if it blocks in at least one of its policy sets.
     */
    readonly post: operations["createPolicyReplay"];
  };
  readonly "/api/v2/policy-sets/{policy_set_id}/replays": {
    /**
     * List the replays of a policy set
     * @description Lists the newest replays first. Replays are kept for 90 days, at most 100 per organization.
     */
    readonly get: operations["listPolicySetReplays"];
    /**
     * Replay a policy set
     * @description Evaluates the policies of a set with up to 500 recorded inputs, the newest first. If the request has a change, such as `code`, `query`, `revision`, `input`, `enforcement-level`, `introduction` or `shadow`, the changed policies and the current policies are both evaluated, and their results are compared. Otherwise the current policies are evaluated and compared with the recorded results of the evaluations. With `applicable-only`, the replay has only the inputs of runs to which the policies apply after the change, and counts a policy as blocking only if it blocks in at least one of its policy sets. The relationship `policy` names the policy that `code`, `query` and `revision` belong to. With a change of the scope or the policies of the set, such as `global`, `added-tag-selectors` or `added-workspaces`, the replay has only the inputs that the change affects. With the relationship `policy-set-version`, the policies of an uploaded version are compared with those in force.
     */
    readonly post: operations["createPolicySetReplay"];
  };
  readonly "/api/v2/policy-replays/{policy_replay_id}": {
    /**
     * Show a replay
     * @description Shows the number of inputs by result, and the rules that matched no input. While the replay is pending or running, repeat the request to follow its progress.
     */
    readonly get: operations["readPolicyReplay"];
  };
  readonly "/api/v2/policy-replays/{policy_replay_id}/differences": {
    /**
     * List the inputs with changed results in a replay
     * @description Lists the inputs whose result differs in the replay, each with the policies whose outcomes differ and their outcomes before and after. Inputs with the result `missing` or `unchanged` are only counted.
     */
    readonly get: operations["listPolicyReplayDifferences"];
  };
  readonly "/api/v2/policy-replays/{policy_replay_id}/actions/cancel": {
    /**
     * Cancel a replay
     * @description Existing results are kept. A finished replay cannot be canceled.
     */
    readonly post: operations["cancelPolicyReplay"];
  };
  readonly "/.well-known/terraform.json": {
    /**
     * Show the services of this host
     * @description Remote service discovery: command-line tools read this document to find the module registry and the API.
     */
    readonly get: operations["discoverServices"];
  };
  readonly "/api/v2/registry-modules/{module_id}/tag-bindings": {
    /**
     * List the tags of a module
     * @description Tags are sorted by key. Without page parameters, the response contains the complete list.
     */
    readonly get: operations["listModuleTags"];
  };
  readonly "/api/v2/organizations/{organization_name}/registry-modules/vcs": {
    /**
     * Create a module from version control (always refused)
     * @description Responds with 422, because this service does not connect to version control. Create the module and upload its versions instead.
     */
    readonly post: operations["createModuleFromVersionControl"];
  };
  readonly "/api/v2/organizations/{organization_name}/registry-modules/public/{public_namespace}/{module_name}/{module_provider}": {
    /**
     * Show a reference to a module of the public registry
     * @description Shows the reference that the organization has registered. The versions of the module are in the public registry.
     */
    readonly get: operations["readPublicModule"];
    /**
     * Delete a reference to a module of the public registry
     * @description Deletes the reference for one provider. The public registry is not affected.
     */
    readonly delete: operations["deletePublicModule"];
    /**
     * Change a reference to a module of the public registry
     * @description If the request contains tags, they replace all tags of the module.
     */
    readonly patch: operations["updatePublicModule"];
  };
  readonly "/api/v2/organizations/{organization_name}/registry-modules/public/{public_namespace}/{module_name}": {
    /**
     * Delete the references to a name of the public registry
     * @description Deletes the references to all modules with this namespace and name, for all providers.
     */
    readonly delete: operations["deletePublicModulesByName"];
  };
  readonly "/api/v2/organizations/{organization_name}/registry-modules": {
    /**
     * List the modules of an organization
     * @description Modules are by default sorted by name and provider. `description` is the start of the README of the newest version, and `published-by` is the account, team or organization that uploaded its archive. Both are null for versions that were published by older releases. `published-by` is also null for callers outside of the organization. `downloads` is the number of downloads of all versions. `deprecated-version-count` is the number of deprecated versions, and `filter[deprecated]` selects modules with or without such versions. A module either belongs to the organization, or is a reference to a module in the public registry.
     */
    readonly get: operations["listModules"];
    /**
     * Create a module
     * @description A private module is created without versions. Create and upload each version with separate requests. If `registry-name` is `public`, a reference to a module in the public registry is created.
     */
    readonly post: operations["createModule"];
  };
  readonly "/api/v2/organizations/{organization_name}/registry-modules/private/{namespace}/{module_name}": {
    /**
     * List the private modules with a name
     * @description Lists the modules with this name, one for each provider.
     */
    readonly get: operations["listModulesByName"];
    /**
     * Delete a private module for every provider
     * @description Deletes all modules with this name, for all providers, with all their versions.
     */
    readonly delete: operations["deleteModulesByName"];
  };
  readonly "/api/v2/organizations/{organization_name}/registry-modules/private/{namespace}/{module_name}/{module_provider}": {
    /**
     * Show a private module
     * @description Finds a module by its name and its provider, and shows it with the status of each of its versions.
     */
    readonly get: operations["readModule"];
    /**
     * Delete a private module for one provider
     * @description Deletes the module of this name and provider with all its versions.
     */
    readonly delete: operations["deleteModule"];
    /**
     * Change a private module
     * @description If the request contains tags, they replace all tags of the module.
     */
    readonly patch: operations["updateModule"];
  };
  readonly "/api/v2/organizations/{organization_name}/registry-modules/private/{namespace}/{module_name}/{module_provider}/commits": {
    /**
     * List the commits of a private module (always empty)
     * @description The list is always empty, because modules are uploaded and do not come from version control.
     */
    readonly get: operations["listModuleCommits"];
  };
  readonly "/api/v2/registry-modules/{organization_name}/{module_name}/{module_provider}/commits": {
    /**
     * List the commits of a private module (always empty)
     * @description The list is always empty, because modules are uploaded and do not come from version control. This operation does the same as `listModuleCommits` at another path.
     */
    readonly get: operations["listModuleCommitsAlias"];
  };
  readonly "/api/v2/registry-modules/show/{organization_name}/{module_name}/{module_provider}": {
    /**
     * Show a private module
     * @description Finds a module by its name and its provider, and shows it with the status of each of its versions. This operation does the same as `readModule` at another path.
     */
    readonly get: operations["readModuleAlias"];
  };
  readonly "/api/v2/registry-modules/{module_id}": {
    /**
     * Show a private module by its identifier
     * @description Shows a module with the status of each of its versions.
     */
    readonly get: operations["readModuleById"];
  };
  readonly "/api/v2/organizations/{organization_name}/registry-modules/private/{namespace}/{module_name}/{module_provider}/versions": {
    /**
     * Create a version of a private module
     * @description Creates a version without an archive. The response contains the link to which the archive must be uploaded, and its expiry.
     */
    readonly post: operations["createModuleVersion"];
  };
  readonly "/api/v2/registry-modules/{organization_name}/{module_name}/{module_provider}/versions": {
    /**
     * Create a version of a private module
     * @description Creates a version without an archive. The response contains the link to which the archive must be uploaded, and its expiry. This operation does the same as `createModuleVersion` at another path.
     */
    readonly post: operations["createModuleVersionAlias"];
  };
  readonly "/api/v2/organizations/{organization_name}/registry-modules/private/{namespace}/{module_name}/{module_provider}/version": {
    /**
     * Show a version given by a query parameter
     * @description Shows the version given by the parameter `module_version`, with the contents that its archive declares.
     */
    readonly get: operations["readModuleVersionByQuery"];
  };
  readonly "/api/v2/organizations/{organization_name}/registry-modules/private/{namespace}/{module_name}/{module_provider}/{module_version}": {
    /**
     * Show a version of a private module
     * @description Shows the version with the inputs, outputs, providers and resources that its archive declares. If the version has no archive yet, the response contains the upload link for callers who may upload the archive.
     */
    readonly get: operations["readModuleVersion"];
    /**
     * Delete a version of a private module
     * @description Deletes the version with its archive. If this is the last version of the module, the module is deleted, too.
     */
    readonly delete: operations["deleteModuleVersion"];
    /**
     * Deprecate or reinstate a version of a private module
     * @description Deprecates the version with a reason and an optional link, or ends its deprecation. Consumers see the reason when they install the version.
     */
    readonly patch: operations["updateModuleVersion"];
  };
  readonly "/api/v2/registry-modules/actions/delete/{organization_name}/{module_name}/{module_provider}/{module_version}": {
    /**
     * Delete a version of a private module
     * @description Deletes the version with its archive. If this is the last version of the module, the module is deleted, too. This operation does the same as `deleteModuleVersion` at another path.
     */
    readonly post: operations["deleteModuleVersionAlias"];
  };
  readonly "/api/v2/registry-modules/actions/delete/{organization_name}/{module_name}/{module_provider}": {
    /**
     * Delete a private module for one provider
     * @description Deletes the module of this name and provider with all its versions. This operation does the same as `deleteModule` at another path.
     */
    readonly post: operations["deleteModuleAlias"];
  };
  readonly "/api/v2/registry-modules/actions/delete/{organization_name}/{module_name}": {
    /**
     * Delete a private module for every provider
     * @description Deletes all modules with this name, for all providers, with all their versions. This operation does the same as `deleteModulesByName` at another path.
     */
    readonly post: operations["deleteModulesByNameAlias"];
  };
  readonly "/api/v2/organizations/{organization_name}/registry-modules/private/{namespace}/{module_name}/{module_provider}/{module_version}/files": {
    /**
     * Show a file of the archive of a module version
     * @description This endpoint serves the images and the linked files of a README. `path` is the path of a file in the archive, such as `docs/network.png`. PNG, JPEG, GIF, WebP and SVG files are returned as images, other UTF-8 files as plain text. A content security policy prevents browsers from running or loading anything. Responds with 404 for other files, for files over 2 MiB, and for archives over 16 MiB.
     */
    readonly get: operations["readModuleVersionFile"];
  };
  readonly "/api/registry/v1/modules/{organization_name}": {
    /**
     * List the modules that can be installed
     * @description Module registry protocol: lists a page of the modules of an organization that have at least one installable version.
     */
    readonly get: operations["listRegistryModules"];
  };
  readonly "/api/registry/v1/modules/{organization_name}/{module_name}/{module_provider}/versions": {
    /**
     * List the versions of a module
     * @description Module registry protocol: lists the versions that can be installed, newest first.
     */
    readonly get: operations["listRegistryModuleVersions"];
  };
  readonly "/api/registry/v1/modules/{organization_name}/{module_name}/{module_provider}/download": {
    /**
     * Redirect to the download of the newest version
     * @description Module registry protocol: redirects to the download of the newest release.
     */
    readonly get: operations["downloadNewestRegistryModule"];
  };
  readonly "/api/registry/v1/modules/{organization_name}/{module_name}/{module_provider}": {
    /**
     * Show the newest version of a module
     * @description Module registry protocol: shows the newest release with its inputs, outputs, providers and resources.
     */
    readonly get: operations["readNewestRegistryModule"];
  };
  readonly "/api/registry/v1/modules/{organization_name}/{module_name}/{module_provider}/{module_version}": {
    /**
     * Show one version of a module
     * @description Module registry protocol: shows one version with its inputs, outputs, providers and resources.
     */
    readonly get: operations["readRegistryModule"];
  };
  readonly "/api/registry/v1/modules/{organization_name}/{module_name}/{module_provider}/{module_version}/download": {
    /**
     * Find the archive of a version
     * @description Module registry protocol: responds with 204 and a link to the archive, which is valid for ten minutes. With `original`, the archive has no deprecation notice.
     */
    readonly get: operations["downloadRegistryModule"];
  };
  readonly "/object/{capability}": {
    /**
     * Download the archive of a module version
     * @description Returns the tar.gz archive of the version. The registry protocol provides the link, which is the only credential.
     */
    readonly get: operations["downloadModuleArchive"];
    /**
     * Upload the archive of a module version
     * @description Accepts a tar.gz archive of at most 64 MiB. The response to the creation of the version contains the upload link, which is the only credential.
     */
    readonly put: operations["uploadModuleArchive"];
  };
  readonly "/api/v2/organizations/{organization_name}/registry-modules/private/{namespace}/{module_name}/{module_provider}/actions/set-deprecation": {
    /**
     * Deprecate or reinstate a range of versions of a private module
     * @description Accepts a version or a range such as `>= 1.0, < 2.0`, and changes either all matching versions or none. Pre-releases match if `prereleases` is true or the version is given exactly. With `dry-run`, nothing changes, and the response shows what would change. `workspace-count` is the number of workspaces in all organizations that use one of the changed versions. With `keep-statement`, versions that are already deprecated keep their reason or link unless `deprecation` contains a new one.
     */
    readonly post: operations["setDeprecationOfModuleVersions"];
  };
  readonly "/api/v2/organizations/{organization_name}/registry-modules/actions/check": {
    /**
     * Check modules for deprecated versions
     * @description Accepts a list of modules, a plan in JSON format or a `modules.json` file, and shows which of the modules are deprecated. Modules from other hosts are only counted.
     */
    readonly post: operations["checkModules"];
  };
  readonly "/api/v2/registry-modules/hosts": {
    /**
     * Show the hosts of the module registry
     * @description Shows the host names that module sources use for this registry: the host name of the service and its aliases. Deprecation checks recognize the modules of this registry by these host names.
     */
    readonly get: operations["readRegistryHosts"];
  };
  readonly "/api/v2/organizations/{organization_name}/registry-modules/private/{namespace}/{module_name}/{module_provider}/{module_version}/downloads": {
    /**
     * List the downloads of a version of a private module
     * @description Shows who has downloaded the version, most recent download first.
     */
    readonly get: operations["listModuleDownloads"];
  };
  readonly "/api/v2/organizations/{organization_name}/registry-modules/deprecations-in-use": {
    /**
     * List the deprecated versions that are in use
     * @description Lists the deprecated versions of private modules that were downloaded in the last 30 days, most recent download first. `last-downloaded-at` is accurate to the minute, and reasons are truncated to 1,000 characters. If the plan includes deprecation, callers who manage modules see the five most recent consumers of each version and their total number; otherwise both are null. `workspaces` lists the first five workspaces that use the version, and `workspace-count` is their total number; both contain only workspaces of the organization that the caller may read.
     */
    readonly get: operations["listModuleDeprecationsInUse"];
  };
  readonly "/api/v2/workspaces/{workspace_id}/modules": {
    /**
     * List the modules that a workspace uses
     * @description Lists the versions of private modules that the workspace uses, sorted by module. They are determined from the last evaluated plan that counts for the workspace: an exact version is used itself, and a constraint selects the newest release that matched at the time of the evaluation. Modules that the organization may no longer use are left out. Reasons are truncated to 1,000 characters.
     */
    readonly get: operations["listWorkspaceModules"];
  };
  readonly "/api/v2/organizations/{organization_name}/workspace-modules": {
    /**
     * List the modules that the workspaces of an organization use
     * @description Lists the versions of private modules that each workspace uses, sorted by workspace and module, as far as the caller may read the workspaces. With `filter[deprecated]=true`, the list shows which workspaces use a deprecated version.
     */
    readonly get: operations["listModulesOfWorkspaces"];
  };
  readonly "/api/v2/organizations/{organization_name}/registry-modules/private/{namespace}/{module_name}/{module_provider}/{module_version}/workspaces": {
    /**
     * List the workspaces that use a version of a private module
     * @description Lists the workspaces of the organization that use the version, sorted by name, as far as the caller may read them. `meta.workspace-count` is the number of workspaces in all organizations that use the version. It is null for callers who may not see the downloads of the version.
     */
    readonly get: operations["listModuleWorkspaces"];
  };
  readonly "/api/v2/account/overview": {
    /**
     * Show an overview of your organizations
     * @description Shows a summary of the first six organizations of the caller, sorted by name. It contains only information that the caller can also get from the lists of each organization. `evaluations` contains the number of evaluations on each of the last 30 days, and `blocked-evaluations` the number of those that failed or errored. Both lists start with the oldest day and end with today (UTC). `ending-exemptions` is the number of active exemptions that end today or in the next 14 days; it is null for callers who may not change exemptions. `grantable-requests` lists those of the newest ten open requests for exemptions that the caller may grant. `unchecked-requests` is the number of older open requests; it is null for callers who may not grant requests. `deprecations-in-use` lists the five deprecated module versions that were downloaded most recently. `latest-evaluations` lists the five newest evaluations that the caller created in these organizations or, if there are none, that the caller may read. `workspace` is the name of the workspace, or its identifier if the caller may not see the workspace.
     */
    readonly get: operations["readAccountOverview"];
  };
  readonly "/readyz": {
    /**
     * Check whether the service is ready
     * @description Returns 503 while the database is unreachable or refuses changes, for example because the disk is full, and after damage to the database was found. For requests from this machine or with the metrics token, the response also contains the version, the database, the reason, `held` after a restore, and `warnings` for the operator.
     */
    readonly get: operations["readReadiness"];
  };
  readonly "/metrics": {
    /**
     * Show the metrics of this process
     * @description Returns metrics for Prometheus about requests by route and status, jobs, waiting work, and the process itself. A request must come from the same machine or contain the token in `TIPSTAFF_METRICS_TOKEN`.
     */
    readonly get: operations["readMetrics"];
  };
  readonly "/api/v2/admin/system-status": {
    /**
     * Show the status of the service
     * @description Returns the environment of the service, its processes, its jobs across all processes, and the findings of `tipstaff doctor` that a running service can check. Each check ends within five seconds. The size of the database is in bytes. A process that has not reported for three minutes is not listed. `failures` is the number of failed runs of a job since its last success. `failure` is an error code. See the log for the reason.
     */
    readonly get: operations["readSystemStatus"];
  };
  readonly "/api/v2/admin/general-settings": {
    /**
     * Show the general settings
     * @description Returns the general settings. Write-only secrets are left out.
     */
    readonly get: operations["readGeneralSettings"];
    /**
     * Change the general settings
     * @description Omitted attributes stay unchanged. The new settings take effect immediately.
     */
    readonly patch: operations["updateGeneralSettings"];
  };
  readonly "/api/v2/admin/cost-estimation-settings": {
    /**
     * Show the cost estimation settings
     * @description Returns the cost estimation settings. Write-only secrets are left out.
     */
    readonly get: operations["readCostEstimationSettings"];
    /**
     * Change the cost estimation settings
     * @description Omitted attributes stay unchanged. The new settings take effect immediately.
     */
    readonly patch: operations["updateCostEstimationSettings"];
  };
  readonly "/api/v2/admin/smtp-settings": {
    /**
     * Show the SMTP settings
     * @description Returns the SMTP settings. Write-only secrets are left out.
     */
    readonly get: operations["readSmtpSettings"];
    /**
     * Change the SMTP settings
     * @description Omitted attributes stay unchanged. The new settings take effect immediately.
     */
    readonly patch: operations["updateSmtpSettings"];
  };
  readonly "/api/v2/admin/sms-settings": {
    /**
     * Show the SMS settings
     * @description Returns the SMS settings. Write-only secrets are left out.
     */
    readonly get: operations["readSmsSettings"];
    /**
     * Change the SMS settings
     * @description Omitted attributes stay unchanged. The new settings take effect immediately.
     */
    readonly patch: operations["updateSmsSettings"];
  };
  readonly "/api/v2/admin/audit-stream-settings": {
    /**
     * Show the audit stream settings
     * @description Returns the audit stream settings. Write-only secrets are left out.
     */
    readonly get: operations["readAuditStreamSettings"];
    /**
     * Change the audit stream settings
     * @description Omitted attributes stay unchanged. The new settings take effect immediately.
     */
    readonly patch: operations["updateAuditStreamSettings"];
  };
  readonly "/api/v2/admin/customization-settings": {
    /**
     * Show the customization settings
     * @description Returns the customization settings. Write-only secrets are left out.
     */
    readonly get: operations["readCustomizationSettings"];
    /**
     * Change the customization settings
     * @description Omitted attributes stay unchanged. The new settings take effect immediately.
     */
    readonly patch: operations["updateCustomizationSettings"];
  };
  readonly "/api/v2/admin/saml-settings": {
    /**
     * Show the SAML settings
     * @description Returns the SAML settings. Write-only secrets are left out.
     */
    readonly get: operations["readSamlSettings"];
    /**
     * Change the SAML settings
     * @description Omitted attributes stay unchanged. The new settings take effect immediately.
     */
    readonly patch: operations["updateSamlSettings"];
  };
  readonly "/api/v2/admin/saml-settings/actions/revoke-old-certificate": {
    /**
     * Stop accepting the previous IdP certificate
     * @description Deletes the identity provider's previous certificate. From then on, responses that are signed with that certificate are refused. This operation does the same as `revokeOldIdpCertificate` with another HTTP method.
     */
    readonly put: operations["revokeOldIdpCertificateByPut"];
    /**
     * Stop accepting the previous IdP certificate
     * @description Deletes the identity provider's previous certificate. From then on, responses that are signed with that certificate are refused.
     */
    readonly post: operations["revokeOldIdpCertificate"];
  };
  readonly "/api/v2/admin/oidc-sign-in-settings": {
    /**
     * Show the oidc sign in settings
     * @description Returns the oidc sign in settings. Write-only secrets are left out.
     */
    readonly get: operations["readOidcSignInSettings"];
    /**
     * Change the oidc sign in settings
     * @description Omitted attributes stay unchanged. The new settings take effect immediately.
     */
    readonly patch: operations["updateOidcSignInSettings"];
  };
  readonly "/api/v2/openapi.json": {
    /**
     * Show the description of this API
     * @description Returns this document: OpenAPI 3.1 in JSON, generated from the definitions of the routes.
     */
    readonly get: operations["readApiDescription"];
  };
}
export interface components {
  schemas: {
    readonly errors: {
      readonly errors: readonly {
        readonly status: string;
        /** @enum {string} */
        readonly code: "answer-not-kept" | "bad-request" | "credentials-refused" | "deleted" | "exists" | "failed-elsewhere" | "faulty-archive" | "faulty-code" | "forbidden" | "header-too-large" | "idempotency-key-reused" | "immutable" | "internal-server-error" | "invalid" | "invalid-parameter" | "last-administrator" | "last-owner" | "limit-reached" | "malformed" | "malformed-body" | "mismatch" | "no-such-record" | "not-found" | "not-in-list" | "not-supported" | "one-time-code-required" | "outcome-unknown" | "owner-proof-required" | "payload-too-large" | "precondition-failed" | "request-timeout" | "request-under-way" | "required" | "session-required" | "taken" | "too-complex" | "too-high" | "too-long" | "too-low" | "too-many" | "too-many-keys" | "too-many-requests" | "too-short" | "two-factor-required" | "unauthorized" | "unavailable" | "unknown-member" | "unsupported-media-type" | "user-tokens-disabled" | "weak-password" | "wrong-one-time-code" | "wrong-password" | "wrong-state" | "wrong-type";
        readonly title: string;
        readonly detail?: string;
        readonly source?: {
          readonly pointer: string;
        } | {
          readonly parameter: string;
        };
        readonly meta?: {
          readonly limit?: number;
          readonly types?: readonly string[];
          readonly record?: {
            readonly type: string;
            readonly id: string;
          };
        };
      }[];
    };
    readonly "page-links": {
      readonly self: components["schemas"]["page-links-self"];
      readonly first: components["schemas"]["page-links-self"];
      readonly prev: components["schemas"]["page-links-self"];
      readonly next: components["schemas"]["page-links-self"];
      readonly last: components["schemas"]["page-links-self"];
    };
    readonly "page-meta": {
      readonly pagination?: components["schemas"]["pagination"];
      readonly cursors: components["schemas"]["page-cursors"];
    };
    readonly pagination: {
      readonly "current-page": number;
      readonly "page-size": number;
      readonly "prev-page": components["schemas"]["page-meta-pagination-prev-page"];
      readonly "next-page": components["schemas"]["page-meta-pagination-prev-page"];
      readonly "total-pages": number;
      readonly "total-count": number;
    };
    readonly "page-cursors": {
      readonly before: components["schemas"]["page-links-self"];
      readonly after: components["schemas"]["page-links-self"];
    };
    readonly users: {
      readonly id: string;
      /** @constant */
      readonly type: "users";
      readonly attributes: {
        readonly username: string;
        readonly email: string;
        readonly "is-admin": boolean;
        readonly "is-suspended": boolean;
        readonly "is-service-account": boolean;
        readonly "unconfirmed-email": components["schemas"]["page-links-self"];
        readonly "is-email-confirmed": components["schemas"]["users-attributes-is-email-confirmed"];
        readonly "invited-by": components["schemas"]["page-links-self"];
        readonly permissions?: {
          readonly "can-create-organizations": boolean;
          readonly "can-change-email": boolean;
          readonly "can-change-username": boolean;
          readonly "can-manage-user-tokens": boolean;
          readonly "can-view2fa-settings": boolean;
          readonly "can-set-up-phone": boolean;
        };
        readonly "avatar-url": string;
        readonly "two-factor": {
          readonly enabled: boolean;
          readonly verified: boolean;
        };
      };
      readonly relationships: {
        readonly organizations: components["schemas"]["to-many-organizations"];
      };
      readonly links: components["schemas"]["users-links"];
    };
    readonly organizations: {
      readonly id: string;
      /** @constant */
      readonly type: "organizations";
      readonly attributes: {
        readonly name: string;
        readonly "external-id": string;
        readonly email: string;
        /** Format: timeout */
        readonly "plan-timeout": string;
        /** Format: timeout */
        readonly "apply-timeout": string;
        readonly "cost-estimation-enabled": boolean;
        readonly "saml-enabled": boolean;
        readonly "module-deprecation-notices-enabled": boolean;
        /** @enum {string} */
        readonly "collaborator-auth-policy": "password" | "two_factor_mandatory";
        readonly "session-timeout": components["schemas"]["page-meta-pagination-prev-page"];
        readonly "session-remember": components["schemas"]["page-meta-pagination-prev-page"];
        readonly "user-tokens-enabled": boolean;
        readonly "speculative-plan-management-enabled": boolean;
        readonly "allow-force-delete-workspaces": boolean;
        /** @enum {string} */
        readonly "policy-upload-check": "report" | "enforce" | "enforce-tests";
        readonly "evaluated-policies-required": boolean;
        readonly "complete-plans-required": boolean;
        readonly "evaluation-workspace-required": boolean;
        /** @enum {string} */
        readonly "unknown-values": "notice" | "fail" | "fail-all";
        readonly "policy-input-retention-days": components["schemas"]["page-meta-pagination-prev-page"];
        readonly "policy-exemption-max-days": components["schemas"]["page-meta-pagination-prev-page"];
        readonly "policy-override-max-days": components["schemas"]["page-meta-pagination-prev-page"];
        readonly "exemptions-need-request": boolean;
        readonly "evaluation-change-values-enabled": boolean;
        readonly "evaluation-rule-lines-enabled": boolean;
        readonly "evaluation-author-access-enabled": boolean;
        /** Format: date-time */
        readonly "created-at": string;
        readonly "default-remote-state-access": boolean;
        readonly "send-passing-statuses-for-untriggered-speculative-plans": boolean;
        readonly "allow-speculative-plans-on-pull-requests-from-forks": boolean;
        /** @constant */
        readonly "default-execution-mode": "local";
        readonly permissions: {
          readonly "can-update": boolean;
          readonly "can-destroy": boolean;
          readonly "can-update-api-token": boolean;
          readonly "can-traverse": boolean;
          readonly "can-create-team": boolean;
          readonly "can-manage-users": boolean;
          readonly "can-create-module": boolean;
          readonly "can-create-project": boolean;
          readonly "can-create-workspace": boolean;
          readonly "can-read-workspaces": boolean;
          readonly "can-read-evaluations": boolean;
          readonly "can-update-native": boolean;
          readonly "can-manage-policy-overrides": boolean;
          readonly "can-create-workspace-migration": boolean;
          readonly "can-deploy-no-code-modules": boolean;
          readonly "can-manage-auditing": boolean;
          readonly "can-manage-no-code-modules": boolean;
          readonly "can-manage-run-tasks": boolean;
          readonly "can-update-oauth": boolean;
        };
      };
      readonly relationships: {
        readonly "default-project": components["schemas"]["to-one-projects"];
        readonly "data-retention-policy": components["schemas"]["to-one-undefined"];
      };
      readonly links: components["schemas"]["users-links"];
    };
    readonly "organization-memberships": {
      readonly id: string;
      /** @constant */
      readonly type: "organization-memberships";
      readonly attributes: {
        /** @enum {string} */
        readonly status: "active" | "invited";
        readonly email: string;
        /** Format: date-time */
        readonly "created-at": string;
      };
      readonly relationships: {
        readonly organization: components["schemas"]["to-one-organizations"];
        readonly user: components["schemas"]["to-one-users"];
        readonly teams: components["schemas"]["to-many-teams"];
      };
      readonly links: components["schemas"]["users-links"];
    };
    readonly teams: {
      readonly id: string;
      /** @constant */
      readonly type: "teams";
      readonly attributes: {
        readonly name: string;
        readonly "users-count": number;
        /** @enum {string} */
        readonly visibility: "secret" | "organization";
        readonly "allow-member-token-management": boolean;
        readonly "sso-team-id": components["schemas"]["page-links-self"];
        readonly permissions: {
          readonly "can-destroy": boolean;
          readonly "can-update-membership": boolean;
        };
        readonly "organization-access": {
          readonly "manage-policies": boolean;
          readonly "manage-policy-overrides": boolean;
          readonly "manage-modules": boolean;
          readonly "manage-membership": boolean;
          readonly "manage-teams": boolean;
          readonly "manage-organization-access": boolean;
          readonly "manage-workspaces": boolean;
          readonly "manage-projects": boolean;
          readonly "read-workspaces": boolean;
          readonly "read-projects": boolean;
          readonly "manage-vcs-settings": boolean;
          readonly "manage-providers": boolean;
          readonly "manage-run-tasks": boolean;
          readonly "manage-agent-pools": boolean;
          readonly "access-secret-teams": boolean;
          readonly "delegate-policy-overrides": boolean;
        };
      };
      readonly relationships: {
        readonly organization: components["schemas"]["to-one-organizations"];
        readonly users: components["schemas"]["to-many-users"];
        readonly "organization-memberships": components["schemas"]["to-many-organization-memberships"];
      };
      readonly links: components["schemas"]["users-links"];
    };
    readonly "feature-sets": {
      readonly id: string;
      /** @constant */
      readonly type: "feature-sets";
      readonly attributes: {
        readonly identifier: string;
        readonly name: string;
        /** Format: text */
        readonly description: string;
        readonly "comparison-description": components["schemas"]["feature-sets-attributes-comparison-description"];
        readonly cost: number;
        readonly plan: components["schemas"]["feature-sets-attributes-plan"];
        readonly "is-current": boolean;
        readonly "is-free-tier": boolean;
        readonly "default-agents-ceiling": number;
        readonly "default-runs-ceiling": number;
        readonly assessments: boolean;
        readonly "audit-logging": boolean;
        readonly "concurrency-override": boolean;
        readonly "cost-estimation": boolean;
        readonly "global-run-tasks": boolean;
        readonly "module-deprecations": boolean;
        readonly "module-tests-generation": boolean;
        readonly native: boolean;
        readonly "no-code-modules": boolean;
        readonly "policy-enforcement": boolean;
        readonly "private-networking": boolean;
        readonly "private-policy-agents": boolean;
        readonly "private-vcs": boolean;
        readonly "run-tasks": boolean;
        readonly "self-serve-billing": boolean;
        readonly sso: boolean;
        readonly teams: boolean;
        readonly "policy-limit": components["schemas"]["feature-sets-attributes-policy-limit"];
        readonly "policy-mandatory-enforcement-limit": components["schemas"]["feature-sets-attributes-policy-limit"];
        readonly "policy-set-limit": components["schemas"]["feature-sets-attributes-policy-limit"];
        readonly "run-task-limit": components["schemas"]["feature-sets-attributes-policy-limit"];
        readonly "run-task-mandatory-enforcement-limit": components["schemas"]["feature-sets-attributes-policy-limit"];
        readonly "run-task-workspace-limit": components["schemas"]["feature-sets-attributes-policy-limit"];
        readonly "user-limit": components["schemas"]["feature-sets-attributes-policy-limit"];
        readonly "versioned-policy-set-limit": components["schemas"]["feature-sets-attributes-policy-limit"];
      };
    };
    readonly projects: {
      readonly id: string;
      /** @constant */
      readonly type: "projects";
      readonly attributes: {
        readonly name: string;
        readonly description: components["schemas"]["page-links-self"];
        /** Format: date-time */
        readonly "created-at": string;
        /** @constant */
        readonly "default-execution-mode": "local";
        readonly permissions: {
          readonly "can-read": boolean;
          readonly "can-update": boolean;
          readonly "can-destroy": boolean;
          readonly "can-create-workspace": boolean;
          readonly "can-manage-tags": boolean;
        };
      };
      readonly relationships: {
        readonly organization: components["schemas"]["to-one-organizations"];
        readonly "tag-bindings": components["schemas"]["to-many-tag-bindings"];
        readonly "effective-tag-bindings": components["schemas"]["to-many-effective-tag-bindings"];
      };
      readonly links: components["schemas"]["users-links"];
    };
    readonly workspaces: {
      readonly id: string;
      /** @constant */
      readonly type: "workspaces";
      readonly attributes: {
        readonly name: string;
        readonly description: components["schemas"]["page-links-self"];
        /** Format: date-time */
        readonly "created-at": string;
        /** Format: date-time */
        readonly "updated-at": string;
        readonly "tag-names": readonly string[];
        /** @constant */
        readonly "execution-mode": "local";
        /** @constant */
        readonly operations: false;
        /** @constant */
        readonly locked: false;
        /** @constant */
        readonly source: "tfe-api";
        readonly actions: {
          /** @constant */
          readonly "is-destroyable": true;
        };
        /** @constant */
        readonly "resource-count": 0;
        readonly permissions: {
          readonly "can-update": boolean;
          readonly "can-destroy": boolean;
          readonly "can-force-delete": boolean;
          readonly "can-manage-tags": boolean;
          readonly "can-read-settings": boolean;
          readonly "can-queue-run": boolean;
          readonly "can-queue-apply": boolean;
          readonly "can-queue-destroy": boolean;
          readonly "can-lock": boolean;
          readonly "can-unlock": boolean;
          readonly "can-force-unlock": boolean;
          readonly "can-read-variable": boolean;
          readonly "can-update-variable": boolean;
          readonly "can-read-state-versions": boolean;
          readonly "can-create-state-versions": boolean;
          readonly "can-manage-run-tasks": boolean;
        };
      };
      readonly relationships: {
        readonly organization: components["schemas"]["to-one-organizations"];
        readonly project: components["schemas"]["to-one-projects"];
        readonly "tag-bindings": components["schemas"]["to-many-tag-bindings"];
        readonly "effective-tag-bindings": components["schemas"]["to-many-effective-tag-bindings"];
      };
      readonly links: components["schemas"]["users-links"];
    };
    readonly "tag-bindings": {
      readonly id: string;
      /** @constant */
      readonly type: "tag-bindings";
      readonly attributes: components["schemas"]["tag-bindings-attributes"];
    };
    readonly "effective-tag-bindings": {
      readonly id: string;
      /** @constant */
      readonly type: "effective-tag-bindings";
      readonly attributes: components["schemas"]["tag-bindings-attributes"];
      readonly relationships: {
        readonly "inherited-from": components["schemas"]["to-one-projects"];
      };
      readonly links?: {
        readonly "inherited-from"?: string;
      };
    };
    readonly policies: {
      readonly id: string;
      /** @constant */
      readonly type: "policies";
      readonly attributes: components["schemas"]["policies-attributes"];
      readonly relationships: components["schemas"]["policies-relationships"];
      readonly links: {
        readonly self: string;
        readonly upload: string;
        readonly download: string;
      };
    };
    readonly "policy-sets": {
      readonly id: string;
      /** @constant */
      readonly type: "policy-sets";
      readonly attributes: {
        readonly name: string;
        readonly description: components["schemas"]["page-links-self"];
        /** @enum {string} */
        readonly kind: "native" | "opa";
        readonly global: boolean;
        readonly overridable: boolean;
        readonly shadow: boolean;
        readonly "approvers-required": boolean;
        readonly input: components["schemas"]["page-links-self"];
        /** @enum {string} */
        readonly "unknown-values": "notice" | "fail" | "fail-all";
        readonly versioned: boolean;
        readonly "policies-path": components["schemas"]["page-links-self"];
        readonly "agent-enabled": boolean;
        readonly "policy-tool-version": components["schemas"]["page-links-self"];
        readonly "tag-selector-matching-logic": components["schemas"]["policy-sets-attributes-tag-selector-matching-logic"];
        /** Format: date-time */
        readonly "created-at": string;
        /** Format: date-time */
        readonly "updated-at": string;
        readonly "tag-selectors": components["schemas"]["policy-sets-attributes-tag-selectors"];
        readonly permissions: components["schemas"]["policy-sets-attributes-permissions"];
        readonly "policy-count": number;
        readonly "workspace-count": number;
        readonly "project-count": number;
      };
      readonly relationships: {
        readonly organization: components["schemas"]["to-one-organizations"];
        readonly policies: components["schemas"]["to-many-policies"];
        readonly workspaces: components["schemas"]["to-many-workspaces"];
        readonly projects: components["schemas"]["to-many-projects"];
        readonly "workspace-exclusions": components["schemas"]["to-many-workspaces"];
        readonly approvers: components["schemas"]["to-many-teams"];
        readonly "current-version": components["schemas"]["to-one-policy-set-versions"];
        readonly "newest-version": components["schemas"]["to-one-policy-set-versions"];
        readonly "project-exclusions": components["schemas"]["to-many-projects"];
      };
      readonly links: components["schemas"]["users-links"];
    };
    readonly "policy-set-versions": {
      readonly id: string;
      /** @constant */
      readonly type: "policy-set-versions";
      readonly attributes: {
        /** @enum {string} */
        readonly status: "pending" | "ready" | "errored";
        readonly error: components["schemas"]["page-links-self"];
        readonly sha256: components["schemas"]["page-links-self"];
        readonly size: components["schemas"]["page-meta-pagination-prev-page"];
        readonly "policy-count": components["schemas"]["page-meta-pagination-prev-page"];
        /** Format: date-time */
        readonly "created-at": string;
        /** Format: date-time */
        readonly "updated-at": string;
        readonly staged: boolean;
        /** @constant */
        readonly source: "tfe-api";
        readonly "error-message": components["schemas"]["page-links-self"];
        readonly "status-timestamps": {
          /** Format: date-time */
          readonly "pending-at": string;
          /** Format: date-time */
          readonly "ready-at"?: string;
          /** Format: date-time */
          readonly "errored-at"?: string;
        };
        readonly check: {
          /** @enum {string} */
          readonly status: "passed" | "failed" | "not-checked" | "unreachable";
          readonly reason: components["schemas"]["page-links-self"];
          readonly passed: number;
          readonly failed: number;
          readonly "not-checked": number;
          readonly "checked-at": components["schemas"]["policies-attributes-updated-at"];
          readonly "engine-version": components["schemas"]["page-links-self"];
        } | null;
        readonly "test-result": components["schemas"]["policies-attributes-test-result"];
        readonly "data-documents": readonly {
          readonly path: string;
          readonly size: number;
        }[] | null;
        readonly "upload-expires-at": components["schemas"]["policies-attributes-updated-at"];
      };
      readonly relationships: components["schemas"]["policy-set-versions-relationships"];
      readonly links: {
        readonly self: string;
        readonly upload?: string;
        readonly download?: string;
      };
    };
    readonly "organizations-identifier": {
      readonly id: string;
      /** @constant */
      readonly type: "organizations";
    };
    readonly "users-identifier": {
      readonly id: string;
      /** @constant */
      readonly type: "users";
    };
    readonly "teams-identifier": {
      readonly id: string;
      /** @constant */
      readonly type: "teams";
    };
    readonly "projects-identifier": {
      readonly id: string;
      /** @constant */
      readonly type: "projects";
    };
    readonly "organization-memberships-identifier": {
      readonly id: string;
      /** @constant */
      readonly type: "organization-memberships";
    };
    readonly "feature-sets-identifier": {
      readonly id: string;
      /** @constant */
      readonly type: "feature-sets";
    };
    readonly "tag-bindings-identifier": {
      readonly id: string;
      /** @constant */
      readonly type: "tag-bindings";
    };
    readonly "effective-tag-bindings-identifier": {
      readonly id: string;
      /** @constant */
      readonly type: "effective-tag-bindings";
    };
    readonly "workspaces-identifier": {
      readonly id: string;
      /** @constant */
      readonly type: "workspaces";
    };
    readonly "policy-sets-identifier": {
      readonly id: string;
      /** @constant */
      readonly type: "policy-sets";
    };
    readonly "policies-identifier": {
      readonly id: string;
      /** @constant */
      readonly type: "policies";
    };
    readonly "policy-evaluations-identifier": {
      readonly id: string;
      /** @constant */
      readonly type: "policy-evaluations";
    };
    readonly "policy-set-versions-identifier": {
      readonly id: string;
      /** @constant */
      readonly type: "policy-set-versions";
    };
    readonly "vars-identifier": {
      readonly id: string;
      /** @constant */
      readonly type: "vars";
    };
    readonly "policy-inputs-identifier": {
      readonly id: string;
      /** @constant */
      readonly type: "policy-inputs";
    };
    readonly "policy-set-outcomes-identifier": {
      readonly id: string;
      /** @constant */
      readonly type: "policy-set-outcomes";
    };
    readonly "policy-exemption-requests-identifier": {
      readonly id: string;
      /** @constant */
      readonly type: "policy-exemption-requests";
    };
    readonly "policy-exemptions-identifier": {
      readonly id: string;
      /** @constant */
      readonly type: "policy-exemptions";
    };
    readonly "policy-run-tasks-identifier": {
      readonly id: string;
      /** @constant */
      readonly type: "policy-run-tasks";
    };
    readonly "policy-replays-identifier": {
      readonly id: string;
      /** @constant */
      readonly type: "policy-replays";
    };
    readonly "registry-modules-identifier": {
      readonly id: string;
      /** @constant */
      readonly type: "registry-modules";
    };
    readonly "audit-records": {
      readonly id: string;
      /** @constant */
      readonly type: "audit-records";
      readonly attributes: {
        /** Format: date-time */
        readonly at: string;
        readonly action: string;
        readonly actor: components["schemas"]["audit-records-attributes-actor"];
        readonly impersonator: components["schemas"]["audit-records-attributes-impersonator"];
        readonly token: components["schemas"]["audit-records-attributes-token"];
        readonly "resource-type": string;
        readonly "resource-id": string;
        readonly before: components["schemas"]["audit-records-attributes-before"];
        readonly after: components["schemas"]["audit-records-attributes-before"];
        readonly "request-id": string;
        readonly sequence: components["schemas"]["page-meta-pagination-prev-page"];
        readonly reason: components["schemas"]["page-links-self"];
        readonly "organization-id": components["schemas"]["page-links-self"];
        readonly address: string;
      };
    };
    readonly "oidc-settings": {
      readonly id: string;
      /** @constant */
      readonly type: "oidc-settings";
      readonly attributes: {
        /** Format: date-time */
        readonly "next-rotation-at": string;
        /** Format: date-time */
        readonly "next-trim-at": string;
        readonly keys: readonly {
          readonly kid: string;
          /** Format: date-time */
          readonly "created-at": string;
          readonly "retired-at": components["schemas"]["policies-attributes-updated-at"];
        }[];
      };
    };
    readonly "data-retention-policy-delete-olders": {
      readonly id: string;
      /** @constant */
      readonly type: "data-retention-policy-delete-olders";
      readonly attributes: {
        readonly "delete-older-than-n-days": number;
      };
      readonly relationships: components["schemas"]["data-retention-policy-delete-olders-relationships"];
    };
    readonly "audit-stream-status": {
      readonly id: string;
      /** @constant */
      readonly type: "audit-stream-status";
      readonly attributes: {
        readonly enabled: boolean;
        readonly "sent-through": components["schemas"]["audit-stream-status-attributes-sent-through"];
        readonly head: components["schemas"]["page-links-self"];
        readonly "records-behind": number;
        readonly "oldest-unsent-at": components["schemas"]["policies-attributes-updated-at"];
        readonly "last-sent-at": components["schemas"]["policies-attributes-updated-at"];
        readonly failures: number;
        readonly failure: components["schemas"]["page-links-self"];
        readonly "next-attempt-at": components["schemas"]["policies-attributes-updated-at"];
        readonly skipped: {
          readonly from: number;
          readonly to: number;
        } | null;
      };
    };
    readonly "held-instances": {
      readonly id: string;
      /** @constant */
      readonly type: "held-instances";
      readonly attributes: {
        /** Format: date-time */
        readonly "restored-at": string;
        /** Format: date-time */
        readonly "backup-made-at": string;
        readonly "stream-records": components["schemas"]["audit-stream-status-attributes-sent-through"];
        readonly "mails-of-backup": number;
        readonly "mails-since": number;
        readonly "run-task-calls": number;
      };
    };
    readonly "authentication-tokens": {
      readonly id: string;
      /** @constant */
      readonly type: "authentication-tokens";
      readonly attributes: {
        readonly description: components["schemas"]["page-links-self"];
        /** Format: date-time */
        readonly "created-at": string;
        readonly "last-used-at": components["schemas"]["policies-attributes-updated-at"];
        readonly "expired-at": components["schemas"]["policies-attributes-updated-at"];
        readonly token: components["schemas"]["page-links-self"];
      };
      readonly relationships: {
        readonly "created-by": components["schemas"]["to-one-users"];
        readonly team: components["schemas"]["to-one-teams"];
      };
    };
    readonly "two-factor-enrolments": {
      readonly id: string;
      /** @constant */
      readonly type: "two-factor-enrolments";
      readonly attributes: {
        readonly secret: components["schemas"]["page-links-self"];
        readonly "otpauth-uri": components["schemas"]["page-links-self"];
        readonly "qr-code": components["schemas"]["page-links-self"];
        readonly "phone-number": components["schemas"]["page-links-self"];
      };
    };
    readonly "recovery-codes": {
      readonly id: string;
      /** @constant */
      readonly type: "recovery-codes";
      readonly attributes: {
        readonly codes: readonly string[];
      };
    };
    readonly sessions: {
      readonly id: string;
      /** @constant */
      readonly type: "sessions";
      readonly attributes: {
        /** Format: date-time */
        readonly "created-at": string;
        /** Format: date-time */
        readonly "last-used-at": string;
        /** Format: date-time */
        readonly "expires-at": string;
        readonly address: string;
        readonly "user-agent": string;
        readonly "is-current": boolean;
        readonly impersonator: {
          readonly id: string;
          readonly username: string;
        } | null;
        readonly "impersonation-ends-at": components["schemas"]["policies-attributes-updated-at"];
      };
      readonly relationships: components["schemas"]["sessions-relationships"];
    };
    readonly "saml-checks": {
      readonly id: string;
      /** @constant */
      readonly type: "saml-checks";
      readonly attributes: {
        readonly "would-sign-in": boolean;
        readonly reason: components["schemas"]["page-links-self"];
        readonly detail: components["schemas"]["page-links-self"];
        readonly issuer: components["schemas"]["page-links-self"];
        readonly "name-id": components["schemas"]["page-links-self"];
        /** @enum {string|null} */
        readonly account: "known" | "linked" | "created" | null;
        readonly username: components["schemas"]["page-links-self"];
        readonly email: components["schemas"]["page-links-self"];
        readonly "is-admin": components["schemas"]["users-attributes-is-email-confirmed"];
        readonly "was-admin": components["schemas"]["users-attributes-is-email-confirmed"];
        readonly teams: readonly {
          readonly organization: string;
          readonly team: string;
          /** @enum {string} */
          readonly change: "added" | "removed" | "kept" | "limit-reached";
        }[];
      };
    };
    readonly "oidc-providers": {
      readonly id: string;
      /** @constant */
      readonly type: "oidc-providers";
      readonly attributes: {
        readonly key: string;
        readonly position: number;
        readonly name: string;
        readonly preset: components["schemas"]["oidc-providers-attributes-preset"];
        readonly enabled: boolean;
        readonly issuer: string;
        readonly tenant: components["schemas"]["page-links-self"];
        readonly "client-id": string;
        /** @enum {string} */
        readonly credential: "client-secret" | "private-key";
        readonly "username-claim": string;
        readonly "email-claim": string;
        readonly "groups-claim": string;
        readonly "site-admin-claim": string;
        readonly "site-admin-value": string;
        readonly "team-names-count": boolean;
        readonly "creates-accounts": boolean;
        /** Format: date-time */
        readonly "created-at": string;
        /** Format: date-time */
        readonly "updated-at": string;
        readonly scopes: readonly string[];
        readonly "allowed-domains": readonly string[];
        readonly "allowed-groups": readonly string[];
        readonly organizations: readonly string[];
        readonly problem: components["schemas"]["page-links-self"];
        readonly warning: components["schemas"]["page-links-self"];
        readonly "redirect-uri": string;
        readonly "backchannel-logout-uri": string;
      };
      readonly links: components["schemas"]["users-links"];
    };
    readonly identities: {
      readonly id: string;
      /** @constant */
      readonly type: "identities";
      readonly attributes: {
        /** @enum {string} */
        readonly protocol: "saml" | "openid";
        readonly provider: string;
        readonly "provider-name": components["schemas"]["page-links-self"];
        readonly "name-id": string;
        readonly "grants-admin": boolean;
        readonly "awaits-groups": boolean;
        /** Format: date-time */
        readonly "created-at": string;
        readonly "to-confirm-since": components["schemas"]["policies-attributes-updated-at"];
        readonly "confirmed-at": components["schemas"]["policies-attributes-updated-at"];
      };
      readonly relationships: components["schemas"]["sessions-relationships"];
    };
    readonly "organization-removals": {
      readonly id: string;
      /** @constant */
      readonly type: "organization-removals";
      readonly attributes: {
        readonly name: string;
        /** Format: date-time */
        readonly "deleted-at": string;
        readonly "deleted-by": components["schemas"]["page-links-self"];
        readonly "removed-rows": number;
      };
    };
    readonly "organizations-listAllOrganizations": {
      readonly id: string;
      /** @constant */
      readonly type: "organizations";
      readonly attributes: {
        readonly name: string;
        readonly "external-id": string;
        readonly "notification-email": string;
        /** Format: date-time */
        readonly "created-at": string;
        readonly "global-module-sharing": boolean;
        readonly "workspace-limit": components["schemas"]["page-meta-pagination-prev-page"];
        readonly "sso-enabled": boolean;
        readonly "plan-timeout": components["schemas"]["page-links-self"];
        readonly "apply-timeout": components["schemas"]["page-links-self"];
        readonly "iac-build-worker-plan-timeout": components["schemas"]["page-links-self"];
        readonly "iac-build-worker-apply-timeout": components["schemas"]["page-links-self"];
        readonly "is-disabled": boolean;
        readonly "global-provider-sharing": boolean;
        readonly "iac-worker-sudo-enabled": boolean;
      };
      readonly relationships: {
        readonly owners: components["schemas"]["to-many-users"];
      };
      readonly links: components["schemas"]["users-links"];
    };
    readonly "data-retention-policy-delete-olders-readOrganizationDataRetention": {
      readonly id: string;
      /** @enum {string} */
      readonly type: "data-retention-policy-delete-olders" | "data-retention-policy-dont-deletes";
      readonly attributes: {
        readonly "delete-older-than-n-days"?: number;
      };
      readonly relationships: components["schemas"]["data-retention-policy-delete-olders-relationships"];
    };
    readonly "feature-set-catalogues": {
      readonly id: string;
      /** @constant */
      readonly type: "feature-set-catalogues";
      readonly attributes: {
        readonly "feature-sets": readonly {
          readonly id: string;
          readonly identifier: string;
          readonly name: string;
          /** Format: text */
          readonly description: string;
          readonly "comparison-description": components["schemas"]["feature-sets-attributes-comparison-description"];
          readonly cost: number;
          readonly plan: components["schemas"]["feature-sets-attributes-plan"];
          readonly "is-current": boolean;
          readonly "is-free-tier": boolean;
          readonly "default-agents-ceiling": number;
          readonly "default-runs-ceiling": number;
          readonly assessments: boolean;
          readonly "audit-logging": boolean;
          readonly "concurrency-override": boolean;
          readonly "cost-estimation": boolean;
          readonly "global-run-tasks": boolean;
          readonly "module-deprecations": boolean;
          readonly "module-tests-generation": boolean;
          readonly native: boolean;
          readonly "no-code-modules": boolean;
          readonly "policy-enforcement": boolean;
          readonly "private-networking": boolean;
          readonly "private-policy-agents": boolean;
          readonly "private-vcs": boolean;
          readonly "run-tasks": boolean;
          readonly "self-serve-billing": boolean;
          readonly sso: boolean;
          readonly teams: boolean;
          readonly "policy-limit": components["schemas"]["feature-sets-attributes-policy-limit"];
          readonly "policy-mandatory-enforcement-limit": components["schemas"]["feature-sets-attributes-policy-limit"];
          readonly "policy-set-limit": components["schemas"]["feature-sets-attributes-policy-limit"];
          readonly "run-task-limit": components["schemas"]["feature-sets-attributes-policy-limit"];
          readonly "run-task-mandatory-enforcement-limit": components["schemas"]["feature-sets-attributes-policy-limit"];
          readonly "run-task-workspace-limit": components["schemas"]["feature-sets-attributes-policy-limit"];
          readonly "user-limit": components["schemas"]["feature-sets-attributes-policy-limit"];
          readonly "versioned-policy-set-limit": components["schemas"]["feature-sets-attributes-policy-limit"];
          readonly "is-trial": boolean;
          readonly "is-withdrawn": boolean;
        }[];
      };
    };
    readonly subscriptions: {
      readonly id: string;
      /** @constant */
      readonly type: "subscriptions";
      readonly attributes: {
        readonly "is-active": boolean;
        /** Format: date-time */
        readonly "start-at": string;
        readonly "end-at": components["schemas"]["policies-attributes-updated-at"];
        readonly "agents-ceiling": number;
        readonly "runs-ceiling": number;
        readonly "is-public-free-tier": boolean;
        readonly "is-self-serve-trial": boolean;
      };
      readonly relationships: {
        readonly organization: components["schemas"]["to-one-organizations"];
        readonly "feature-set": components["schemas"]["to-one-feature-sets"];
      };
      readonly links: components["schemas"]["users-links"];
    };
    readonly "organization-usages": {
      readonly id: string;
      /** @constant */
      readonly type: "organization-usages";
      readonly attributes: {
        readonly "policy-count": number;
        readonly "policy-limit": components["schemas"]["feature-sets-attributes-policy-limit"];
        readonly "policy-mandatory-enforcement-count": number;
        readonly "policy-mandatory-enforcement-limit": components["schemas"]["feature-sets-attributes-policy-limit"];
        readonly "policy-set-count": number;
        readonly "policy-set-limit": components["schemas"]["feature-sets-attributes-policy-limit"];
        readonly "versioned-policy-set-count": number;
        readonly "versioned-policy-set-limit": components["schemas"]["feature-sets-attributes-policy-limit"];
        readonly "user-count": number;
        readonly "user-limit": components["schemas"]["feature-sets-attributes-policy-limit"];
      };
      readonly links: components["schemas"]["users-links"];
    };
    readonly "entitlement-sets": {
      readonly id: string;
      /** @constant */
      readonly type: "entitlement-sets";
      readonly attributes: {
        readonly agents: boolean;
        readonly operations: boolean;
        readonly "private-module-registry": boolean;
        readonly "state-storage": boolean;
        readonly "vcs-integrations": boolean;
        readonly assessments: boolean;
        readonly "audit-logging": boolean;
        readonly "concurrency-override": boolean;
        readonly "cost-estimation": boolean;
        readonly "global-run-tasks": boolean;
        readonly "module-deprecations": boolean;
        readonly "module-tests-generation": boolean;
        readonly native: boolean;
        readonly "no-code-modules": boolean;
        readonly "policy-enforcement": boolean;
        readonly "private-networking": boolean;
        readonly "private-policy-agents": boolean;
        readonly "private-vcs": boolean;
        readonly "run-tasks": boolean;
        readonly "self-serve-billing": boolean;
        readonly sso: boolean;
        readonly teams: boolean;
        readonly "policy-limit": components["schemas"]["feature-sets-attributes-policy-limit"];
        readonly "policy-mandatory-enforcement-limit": components["schemas"]["feature-sets-attributes-policy-limit"];
        readonly "policy-set-limit": components["schemas"]["feature-sets-attributes-policy-limit"];
        readonly "run-task-limit": components["schemas"]["feature-sets-attributes-policy-limit"];
        readonly "run-task-mandatory-enforcement-limit": components["schemas"]["feature-sets-attributes-policy-limit"];
        readonly "run-task-workspace-limit": components["schemas"]["feature-sets-attributes-policy-limit"];
        readonly "user-limit": components["schemas"]["feature-sets-attributes-policy-limit"];
        readonly "versioned-policy-set-limit": components["schemas"]["feature-sets-attributes-policy-limit"];
      };
      readonly links: components["schemas"]["users-links"];
    };
    readonly "audit-events": {
      readonly id: string;
      /** @constant */
      readonly type: "audit-events";
      readonly attributes: {
        /** Format: date-time */
        readonly at: string;
        readonly action: string;
        readonly actor: components["schemas"]["audit-records-attributes-actor"];
        readonly impersonator: components["schemas"]["audit-records-attributes-impersonator"];
        readonly token: components["schemas"]["audit-records-attributes-token"];
        readonly "resource-type": string;
        readonly "resource-id": string;
        readonly before: components["schemas"]["audit-records-attributes-before"];
        readonly after: components["schemas"]["audit-records-attributes-before"];
        readonly "request-id": string;
        readonly sequence: components["schemas"]["page-meta-pagination-prev-page"];
      };
    };
    readonly tags: {
      readonly id: string;
      /** @constant */
      readonly type: "tags";
      readonly attributes: {
        readonly name: string;
      };
    };
    readonly "policy-override-delegations": {
      readonly id: string;
      /** @constant */
      readonly type: "policy-override-delegations";
      readonly attributes: {
        /** Format: date-time */
        readonly "created-at": string;
        readonly "created-by": components["schemas"]["policy-override-delegations-attributes-created-by"];
      };
      readonly relationships: {
        readonly organization: components["schemas"]["to-one-organizations"];
        readonly team: components["schemas"]["to-one-teams"];
        readonly workspace: components["schemas"]["to-one-workspaces"];
        readonly project: components["schemas"]["to-one-projects"];
      };
      readonly links: components["schemas"]["users-links"];
    };
    readonly "team-workspaces": {
      readonly id: string;
      /** @constant */
      readonly type: "team-workspaces";
      readonly attributes: {
        /** @enum {string} */
        readonly access: "read" | "plan" | "write" | "admin" | "custom";
        /** @enum {string} */
        readonly runs: "read" | "plan" | "apply";
        /** @enum {string} */
        readonly variables: "none" | "read" | "write";
        /** @enum {string} */
        readonly "state-versions": "none" | "read-outputs" | "read" | "write";
        /** @enum {string} */
        readonly "native-mocks": "none" | "read";
        readonly "run-tasks": boolean;
        readonly "workspace-locking": boolean;
        readonly "policy-overrides": boolean;
        readonly "missing-for-overrides": readonly ("policy-override-delegation" | "delegate-policy-overrides")[];
        readonly "created-by": components["schemas"]["policy-override-delegations-attributes-created-by"];
        /** Format: date-time */
        readonly "created-at": string;
        readonly permissions: components["schemas"]["policy-sets-attributes-permissions"];
      };
      readonly relationships: {
        readonly team: components["schemas"]["to-one-teams"];
        readonly workspace: components["schemas"]["to-one-workspaces"];
      };
      readonly links: components["schemas"]["users-links"];
    };
    readonly "team-projects": {
      readonly id: string;
      /** @constant */
      readonly type: "team-projects";
      readonly attributes: {
        /** @enum {string} */
        readonly access: "read" | "write" | "maintain" | "admin" | "custom";
        readonly "project-access": {
          /** @enum {string} */
          readonly settings: "read" | "update" | "delete";
          /** @enum {string} */
          readonly teams: "none" | "read" | "manage";
          /** @enum {string} */
          readonly "variable-sets": "none" | "read" | "write";
        };
        readonly "workspace-access": {
          /** @enum {string} */
          readonly runs: "read" | "plan" | "apply";
          /** @enum {string} */
          readonly variables: "none" | "read" | "write";
          /** @enum {string} */
          readonly "state-versions": "none" | "read-outputs" | "read" | "write";
          /** @enum {string} */
          readonly "native-mocks": "none" | "read";
          readonly "run-tasks": boolean;
          readonly locking: boolean;
          readonly create: boolean;
          readonly move: boolean;
          readonly delete: boolean;
          readonly "policy-overrides": boolean;
        };
        readonly "missing-for-overrides": readonly ("policy-override-delegation" | "delegate-policy-overrides")[];
        readonly "created-by": components["schemas"]["policy-override-delegations-attributes-created-by"];
        /** Format: date-time */
        readonly "created-at": string;
        readonly permissions: components["schemas"]["policy-sets-attributes-permissions"];
      };
      readonly relationships: {
        readonly team: components["schemas"]["to-one-teams"];
        readonly project: components["schemas"]["to-one-projects"];
      };
      readonly links: components["schemas"]["users-links"];
    };
    readonly "tags-listOrganizationTags": {
      readonly id: string;
      /** @constant */
      readonly type: "tags";
      readonly attributes: {
        readonly name: string;
        readonly "instance-count": number;
      };
      readonly relationships: components["schemas"]["tags-listOrganizationTags-relationships"];
    };
    readonly "ssh-keys": {
      readonly id: string;
      /** @constant */
      readonly type: "ssh-keys";
      readonly attributes: Record<string, never>;
    };
    readonly "oauth-clients": {
      readonly id: string;
      /** @constant */
      readonly type: "oauth-clients";
      readonly attributes: Record<string, never>;
    };
    readonly "agent-pools": {
      readonly id: string;
      /** @constant */
      readonly type: "agent-pools";
      readonly attributes: Record<string, never>;
    };
    readonly varsets: {
      readonly id: string;
      /** @constant */
      readonly type: "varsets";
      readonly attributes: Record<string, never>;
    };
    readonly tasks: {
      readonly id: string;
      /** @constant */
      readonly type: "tasks";
      readonly attributes: Record<string, never>;
    };
    readonly stacks: {
      readonly id: string;
      /** @constant */
      readonly type: "stacks";
      readonly attributes: Record<string, never>;
    };
    readonly "gpg-keys": {
      readonly id: string;
      /** @constant */
      readonly type: "gpg-keys";
      readonly attributes: Record<string, never>;
    };
    readonly "policies-createPolicy": {
      readonly id: string;
      /** @constant */
      readonly type: "policies";
      readonly attributes: components["schemas"]["policies-attributes"];
      readonly relationships: components["schemas"]["policies-relationships"];
      readonly links: {
        readonly self: string;
        readonly upload: string;
      };
    };
    readonly "policy-revisions": {
      readonly id: string;
      /** @constant */
      readonly type: "policy-revisions";
      readonly attributes: {
        readonly number: number;
        readonly sha256: string;
        readonly size: number;
        readonly message: components["schemas"]["page-links-self"];
        /** Format: date-time */
        readonly "created-at": string;
        readonly "is-current": boolean;
        readonly "created-by": components["schemas"]["policy-override-delegations-attributes-created-by"];
      };
      readonly relationships: {
        readonly policy: components["schemas"]["to-one-policies"];
      };
      readonly links: {
        readonly self: string;
        readonly download: string;
      };
    };
    readonly "policy-history-entries": {
      readonly id: string;
      /** @constant */
      readonly type: "policy-history-entries";
      readonly attributes: {
        /** Format: date-time */
        readonly at: string;
        readonly action: string;
        readonly actor: components["schemas"]["audit-records-attributes-actor"];
        readonly impersonator: components["schemas"]["audit-records-attributes-impersonator"];
        readonly before: components["schemas"]["audit-records-attributes-before"];
        readonly after: components["schemas"]["audit-records-attributes-before"];
        readonly "policy-sets": readonly {
          readonly id: string;
          readonly name: components["schemas"]["page-links-self"];
        }[];
        readonly "omitted-count": number;
        readonly replay: {
          readonly id: string;
          readonly status: string;
          readonly "inputs-total": number;
          readonly "inputs-done": number;
          readonly "newly-failing": number;
          readonly "newly-failing-workspaces": number;
        } | null;
      };
      readonly relationships: {
        readonly workspaces: components["schemas"]["to-many-workspaces"];
        readonly projects: components["schemas"]["to-many-projects"];
        readonly approvers: components["schemas"]["to-many-teams"];
      };
    };
    readonly "policy-failures": {
      readonly id: string;
      /** @constant */
      readonly type: "policy-failures";
      readonly attributes: {
        /** Format: date-time */
        readonly "evaluated-at": string;
        /** @enum {string} */
        readonly status: "failed" | "errored" | "unreachable";
        readonly "enforcement-level": string;
        readonly shadow: boolean;
        readonly exempt: boolean;
        readonly old: boolean;
        readonly blocking: boolean;
        readonly "would-block": boolean;
        readonly "output-count": number;
        readonly "policy-set-name": string;
        readonly "workspace-name": components["schemas"]["page-links-self"];
      };
      readonly relationships: {
        readonly policy: components["schemas"]["to-one-policies"];
        readonly evaluation: components["schemas"]["to-one-policy-evaluations"];
        readonly workspace: components["schemas"]["to-one-workspaces"];
      };
    };
    readonly "policy-introduction-forecasts": {
      readonly id: string;
      /** @constant */
      readonly type: "policy-introduction-forecasts";
      readonly attributes: {
        /** Format: date-time */
        readonly since: string;
        readonly evaluated: number;
        readonly failed: number;
        readonly findings: number;
        readonly "without-address": number;
        readonly workspaces: number;
        readonly "is-complete": boolean;
        readonly "never-old": readonly string[] | null;
        readonly "never-old-message": components["schemas"]["page-links-self"];
      };
    };
    readonly "policy-old-findings": {
      readonly id: string;
      /** @constant */
      readonly type: "policy-old-findings";
      readonly attributes: {
        readonly "workspace-name": string;
        readonly "old-count": number;
        readonly weeks: readonly {
          readonly week: string;
          readonly old: components["schemas"]["page-meta-pagination-prev-page"];
        }[];
      };
      readonly relationships: {
        readonly policy: components["schemas"]["to-one-policies"];
        readonly workspace: components["schemas"]["to-one-workspaces"];
      };
    };
    readonly "applicable-policy-sets": {
      readonly id: string;
      /** @constant */
      readonly type: "applicable-policy-sets";
      readonly attributes: {
        readonly name: string;
        readonly description: components["schemas"]["page-links-self"];
        /** @enum {string} */
        readonly kind: "native" | "opa";
        readonly overridable: boolean;
        readonly shadow: boolean;
        /** @enum {string} */
        readonly "tag-selector-matching-logic": "any" | "all";
        readonly reasons: readonly {
          /** @enum {string} */
          readonly reason: "global" | "workspace" | "project" | "tag";
          readonly tag: {
            readonly key: string;
            readonly value: string;
            /** @enum {string} */
            readonly source: "workspace" | "project";
          } | null;
        }[];
      };
      readonly relationships: components["schemas"]["policy-set-versions-relationships"];
    };
    readonly vars: {
      readonly id: string;
      /** @constant */
      readonly type: "vars";
      readonly attributes: {
        readonly key: string;
        readonly sensitive: boolean;
        readonly value: components["schemas"]["page-links-self"];
        /** @constant */
        readonly category: "policy-set";
        readonly "declared-types": readonly ("string" | "number" | "boolean" | "array" | "object")[];
        readonly "override-count": number;
      };
      readonly relationships: {
        readonly configurable: components["schemas"]["to-one-policy-sets"];
      };
      readonly links: components["schemas"]["users-links"];
    };
    readonly "parameter-overrides": {
      readonly id: string;
      /** @constant */
      readonly type: "parameter-overrides";
      readonly attributes: {
        readonly "tag-key": components["schemas"]["page-links-self"];
        readonly "tag-value": components["schemas"]["page-links-self"];
        readonly value: components["schemas"]["page-links-self"];
        readonly sensitive: boolean;
      };
      readonly relationships: {
        readonly parameter: components["schemas"]["to-one-vars"];
        readonly workspace: components["schemas"]["to-one-workspaces"];
        readonly project: components["schemas"]["to-one-projects"];
      };
      readonly links: components["schemas"]["users-links"];
    };
    readonly "policy-set-version-policies": {
      readonly id: string;
      /** @constant */
      readonly type: "policy-set-version-policies";
      readonly attributes: {
        readonly name: string;
        readonly description: components["schemas"]["page-links-self"];
        readonly query: components["schemas"]["page-links-self"];
        /** @enum {string} */
        readonly "enforcement-level": "hard-mandatory" | "soft-mandatory" | "advisory" | "mandatory";
        /** @enum {string} */
        readonly introduction: "enforce" | "enforce-new" | "shadow";
        readonly input: components["schemas"]["page-links-self"];
        /** @enum {string|null} */
        readonly "unknown-values": "notice" | "fail" | "fail-all" | null;
        readonly path: components["schemas"]["page-links-self"];
        readonly shadow: boolean;
        readonly check: {
          /** @enum {string} */
          readonly status: "passed" | "failed" | "not-checked" | "unreachable";
          readonly reason: components["schemas"]["page-links-self"];
          readonly problems: components["schemas"]["policies-attributes-check-problems"];
          readonly "problem-count": number;
          readonly "checked-at": components["schemas"]["policies-attributes-updated-at"];
          readonly "engine-version": components["schemas"]["page-links-self"];
        };
      };
    };
    readonly "opa-versions": {
      readonly id: string;
      /** @constant */
      readonly type: "opa-versions";
      readonly attributes: components["schemas"]["opa-versions-attributes"];
    };
    readonly "native-versions": {
      readonly id: string;
      /** @constant */
      readonly type: "native-versions";
      readonly attributes: components["schemas"]["opa-versions-attributes"];
    };
    readonly "policy-code-checks": {
      readonly id: string;
      /** @constant */
      readonly type: "policy-code-checks";
      readonly attributes: {
        /** @enum {string} */
        readonly kind: "native" | "opa";
        readonly query: components["schemas"]["page-links-self"];
        /** @enum {string} */
        readonly status: "passed" | "failed" | "unreachable";
        readonly "rego-version": components["schemas"]["policies-attributes-rego-version"];
        readonly problems: components["schemas"]["policies-attributes-check-problems"];
        readonly formatted: components["schemas"]["page-links-self"];
        readonly packages: readonly string[];
        readonly rules: readonly string[];
        readonly tests: readonly {
          readonly name: string;
          /** @enum {string} */
          readonly status: "passed" | "failed" | "errored" | "skipped";
          readonly row: number;
          readonly message: components["schemas"]["page-links-self"];
          readonly failure: {
            readonly file: string;
            readonly row: number;
            readonly expression: string;
            readonly values: readonly {
              readonly name: string;
              readonly value: string;
            }[];
          } | null;
          readonly output: readonly string[];
          readonly "duration-ms": number;
        }[];
        readonly coverage: {
          readonly percent: number;
          readonly missed: readonly components["schemas"]["policy-code-checks-attributes-coverage-missed-element"][];
        } | null;
      };
    };
    readonly "policy-trials": {
      readonly id: string;
      /** @constant */
      readonly type: "policy-trials";
      readonly attributes: {
        /** @enum {string} */
        readonly status: "passed" | "failed" | "errored";
        readonly output: readonly unknown[];
        readonly "output-count": number;
        readonly findings: readonly {
          readonly address: components["schemas"]["page-links-self"];
          readonly message: string;
          readonly attribute: components["schemas"]["page-links-self"];
          readonly severity: components["schemas"]["policy-trials-attributes-findings-element-severity"];
          readonly fix: components["schemas"]["page-links-self"];
        }[];
        readonly ages: readonly {
          readonly old: boolean;
          readonly "new-reason"?: components["schemas"]["policy-trials-attributes-ages-element-new-reason"];
        }[] | null;
        readonly problems: components["schemas"]["policies-attributes-check-problems"];
        readonly prints: readonly string[];
        readonly "duration-ms": number;
        readonly "true-lines": readonly components["schemas"]["policy-code-checks-attributes-coverage-missed-element"][] | null;
        readonly "depends-on-unknown": components["schemas"]["policy-trials-attributes-depends-on-unknown"];
        readonly tests: components["schemas"]["page-links-self"];
      };
      readonly relationships: {
        readonly policy: components["schemas"]["to-one-policies"];
        readonly "policy-input": components["schemas"]["to-one-policy-inputs"];
      };
    };
    readonly "policy-evaluations": {
      readonly id: string;
      /** @constant */
      readonly type: "policy-evaluations";
      readonly attributes: {
        /** @enum {string} */
        readonly source: "plan" | "state";
        readonly status: components["schemas"]["policy-evaluations-attributes-status"];
        readonly "run-message": components["schemas"]["page-links-self"];
        readonly "run-commit": components["schemas"]["page-links-self"];
        readonly "input-digest": components["schemas"]["page-links-self"];
        readonly "engine-version": components["schemas"]["page-links-self"];
        readonly "duration-ms": components["schemas"]["page-meta-pagination-prev-page"];
        readonly "nothing-evaluated": boolean;
        /** Format: date-time */
        readonly "created-at": string;
        /** Format: date-time */
        readonly "updated-at": string;
        /** @constant */
        readonly "policy-kind": "opa";
        readonly "result-count": components["schemas"]["policy-evaluations-attributes-result-count"];
        readonly "status-timestamps": {
          readonly [key: string]: string;
        };
        readonly "counts-for-workspace": components["schemas"]["users-attributes-is-email-confirmed"];
        readonly error: components["schemas"]["page-links-self"];
        readonly overridable: boolean;
        readonly notices: readonly string[];
        readonly override: {
          readonly comment: string;
          readonly at: string;
          readonly by: components["schemas"]["policy-override-delegations-attributes-created-by"];
          readonly "expires-at": components["schemas"]["page-links-self"];
          readonly approval: components["schemas"]["page-links-self"];
        } | null;
        readonly "created-by": components["schemas"]["policy-override-delegations-attributes-created-by"];
        readonly run?: {
          readonly [key: string]: unknown;
        };
        readonly permissions?: {
          readonly "can-override": boolean;
          readonly "can-exempt": boolean;
          readonly "can-cancel": boolean;
        };
        readonly "missing-approvals"?: readonly {
          readonly "policy-set": string;
          readonly name: string;
          readonly teams: readonly string[];
        }[];
        readonly progress?: {
          readonly policies: components["schemas"]["page-meta-pagination-prev-page"];
          readonly "policies-evaluated": components["schemas"]["page-meta-pagination-prev-page"];
          readonly "evaluations-before": components["schemas"]["page-meta-pagination-prev-page"];
        } | null;
      };
      readonly relationships: {
        readonly organization: components["schemas"]["to-one-organizations"];
        readonly "policy-set": components["schemas"]["to-one-policy-sets"];
        readonly workspace: components["schemas"]["to-one-workspaces"];
        readonly project: components["schemas"]["to-one-projects"];
      };
      readonly links: {
        readonly self: string;
        readonly "policy-set-outcomes": string;
        readonly findings: string;
        readonly upload?: string;
      };
    };
    readonly "policy-set-outcomes": {
      readonly id: string;
      /** @constant */
      readonly type: "policy-set-outcomes";
      readonly attributes: {
        readonly "policy-set-name": string;
        readonly "policy-set-description": components["schemas"]["page-links-self"];
        readonly overridable: boolean;
        readonly outcomes: readonly {
          readonly policy_id: string;
          readonly policy_name: string;
          readonly policy_revision: components["schemas"]["page-meta-pagination-prev-page"];
          readonly query: string;
          readonly enforcement_level: string;
          /** @enum {string} */
          readonly introduction: "enforce" | "enforce-new" | "shadow";
          readonly shadow: boolean;
          /** @enum {string} */
          readonly status: "passed" | "failed" | "errored" | "unreachable";
          readonly description: string;
          readonly severity: components["schemas"]["policy-trials-attributes-findings-element-severity"];
          readonly output: readonly unknown[];
          readonly message: string;
          readonly output_count: number;
          readonly exempt: boolean;
          readonly exemptions: readonly {
            readonly links: components["schemas"]["users-links"];
            readonly id: string;
            readonly resource_address: components["schemas"]["page-links-self"];
            readonly reason: string;
            readonly owner: string;
            readonly expires_at: components["schemas"]["page-links-self"];
          }[];
          readonly exempted_output: readonly unknown[];
          readonly approvals: readonly {
            readonly links: components["schemas"]["users-links"];
            readonly id: string;
            readonly by: components["schemas"]["policy-override-delegations-attributes-created-by"];
            readonly comment: string;
            readonly expires_at: string;
            readonly findings: readonly number[];
          }[];
          readonly old: boolean;
          readonly old_output: readonly unknown[];
          readonly old_output_count: number;
          readonly new_reasons: readonly components["schemas"]["policy-trials-attributes-ages-element-new-reason"][];
          readonly external: {
            readonly by: components["schemas"]["policy-override-delegations-attributes-created-by"];
            readonly at: string;
            readonly source: components["schemas"]["page-links-self"];
          } | null;
          readonly problems: readonly string[];
          readonly prints: readonly string[];
          readonly duration_ms: number;
          readonly rego_version: components["schemas"]["page-links-self"];
          readonly metadata: {
            readonly title: string;
            readonly description: string;
            readonly severity: string;
            readonly remediation: string;
            readonly related_resources: readonly {
              readonly ref: string;
              readonly description: string;
            }[];
          } | null;
          readonly depends_on_unknown: components["schemas"]["policy-trials-attributes-depends-on-unknown"];
        }[];
        readonly result_count: components["schemas"]["policy-evaluations-attributes-result-count"];
      };
      readonly relationships: {
        readonly "policy-evaluation": components["schemas"]["to-one-policy-evaluations"];
        readonly "policy-set": components["schemas"]["to-one-policy-sets"];
      };
      readonly links: components["schemas"]["users-links"];
    };
    readonly postures: {
      readonly id: string;
      /** @constant */
      readonly type: "postures";
      readonly attributes: {
        readonly workspaces: {
          readonly total: number;
          readonly passed: number;
          readonly overridden: number;
          readonly blocked: number;
          readonly "not-evaluated": number;
          readonly covered: number;
          readonly "evaluations-not-counted": number;
          readonly "state-evaluations": number;
        } | null;
        readonly "blocked-evaluations": number;
        readonly "blocked-evaluations-before": number;
        readonly exceptions: {
          readonly exemptions: components["schemas"]["page-meta-pagination-prev-page"];
          readonly overrides: components["schemas"]["page-meta-pagination-prev-page"];
          readonly "next-end": components["schemas"]["page-links-self"];
        };
        readonly "is-complete": boolean;
      };
      readonly relationships: components["schemas"]["tags-listOrganizationTags-relationships"];
      readonly links: components["schemas"]["users-links"];
    };
    readonly "pass-rates": {
      readonly id: string;
      /** @constant */
      readonly type: "pass-rates";
      readonly attributes: {
        /** @enum {string} */
        readonly group: "day" | "policy" | "workspace";
        readonly name: string;
        readonly passed: number;
        readonly failed: number;
        readonly errored: number;
        readonly overridden: components["schemas"]["page-meta-pagination-prev-page"];
        readonly exempted: number;
        readonly old: number;
        readonly "shadow-passed": components["schemas"]["page-meta-pagination-prev-page"];
        readonly "shadow-failed": number;
        readonly "shadow-errored": components["schemas"]["page-meta-pagination-prev-page"];
        readonly "last-failed-at": components["schemas"]["page-links-self"];
        /** @enum {string|null} */
        readonly status: "passed" | "failed" | "errored" | "unreachable" | "overridden" | "not-evaluated" | null;
        readonly "evaluated-at": components["schemas"]["page-links-self"];
      };
      readonly relationships: {
        readonly policy: components["schemas"]["to-one-policies"];
        readonly "policy-set": components["schemas"]["to-one-policy-sets"];
        readonly workspace: components["schemas"]["to-one-workspaces"];
        readonly "last-failed-evaluation": components["schemas"]["to-one-policy-evaluations"];
        readonly "latest-evaluation": components["schemas"]["to-one-policy-evaluations"];
      };
    };
    readonly "workspace-results": {
      readonly id: string;
      /** @constant */
      readonly type: "workspace-results";
      readonly attributes: {
        readonly name: string;
        /** @enum {string} */
        readonly status: "passed" | "failed" | "errored" | "unreachable" | "overridden" | "not-evaluated";
        readonly "evaluated-at": components["schemas"]["page-links-self"];
        readonly "policy-sets": readonly {
          readonly id: string;
          readonly passed: number;
          readonly "mandatory-failed": number;
          readonly "advisory-failed": number;
          readonly errored: number;
          readonly exempted: number;
          readonly old: number;
          readonly "shadow-failed": number;
        }[];
      };
      readonly relationships: {
        readonly workspace: components["schemas"]["to-one-workspaces"];
        readonly "latest-evaluation": components["schemas"]["to-one-policy-evaluations"];
      };
    };
    readonly "policy-set-pass-rates": {
      readonly id: string;
      /** @constant */
      readonly type: "policy-set-pass-rates";
      readonly attributes: {
        readonly weeks: readonly string[];
        readonly policies: readonly {
          readonly name: string;
          readonly weeks: components["schemas"]["policy-set-pass-rates-attributes-policies-element-weeks"];
        }[];
        readonly "is-truncated": boolean;
      };
    };
    readonly "policy-pass-rates": {
      readonly id: string;
      /** @constant */
      readonly type: "policy-pass-rates";
      readonly attributes: {
        readonly weeks: components["schemas"]["policy-set-pass-rates-attributes-policies-element-weeks"];
      };
    };
    readonly "policy-findings": {
      readonly id: string;
      /** @constant */
      readonly type: "policy-findings";
      readonly attributes: {
        readonly address: components["schemas"]["page-links-self"];
        readonly message: string;
        readonly attribute: components["schemas"]["page-links-self"];
        readonly severity: components["schemas"]["policy-trials-attributes-findings-element-severity"];
        readonly fix: components["schemas"]["page-links-self"];
        readonly module: components["schemas"]["page-links-self"];
        /** @enum {string} */
        readonly status: "failed" | "errored" | "unreachable";
        readonly "enforcement-level": string;
        readonly blocking: boolean;
        readonly overridable: boolean;
        readonly shadow: boolean;
        readonly exempt: boolean;
        readonly exemption: {
          readonly id: string;
          readonly reason: string;
          readonly owner: string;
          readonly "expires-at": components["schemas"]["page-links-self"];
        } | null;
        readonly approval: {
          readonly id: string;
          readonly by: components["schemas"]["policy-override-delegations-attributes-created-by"];
          readonly comment: string;
          readonly "expires-at": string;
        } | null;
        readonly old: boolean;
        readonly "new-reason"?: components["schemas"]["policy-trials-attributes-ages-element-new-reason"];
        readonly policy: {
          readonly id: string;
          readonly name: string;
          readonly revision: components["schemas"]["page-meta-pagination-prev-page"];
          readonly description: string;
          readonly "output-count": number;
          readonly "old-output-count": number;
        };
        readonly "policy-set": components["schemas"]["policy-findings-attributes-policy-set"];
        readonly "related-resources": components["schemas"]["policy-findings-attributes-related-resources"];
      };
      readonly relationships: components["schemas"]["policy-findings-relationships"];
    };
    readonly "policy-evaluation-changes": {
      readonly id: string;
      /** @constant */
      readonly type: "policy-evaluation-changes";
      readonly attributes: {
        readonly address: string;
        readonly module: components["schemas"]["page-links-self"];
        readonly "resource-type": components["schemas"]["page-links-self"];
        readonly name: components["schemas"]["page-links-self"];
        readonly provider: components["schemas"]["page-links-self"];
        /** @enum {string} */
        readonly origin: "plan" | "deferred" | "drift";
        readonly deposed: boolean;
        readonly "action-reason": components["schemas"]["page-links-self"];
        readonly "attributes-left-out": number;
        readonly actions: readonly string[];
        readonly attributes: readonly {
          readonly path: string;
          /** @enum {string} */
          readonly change: "added" | "changed" | "removed";
          readonly "known-after-apply": boolean;
          readonly sensitive: boolean;
          readonly "forces-replacement": boolean;
          readonly before?: unknown;
          readonly after?: unknown;
        }[];
      };
      readonly relationships: {
        readonly "policy-evaluation": components["schemas"]["to-one-policy-evaluations"];
      };
    };
    readonly "policy-rules": {
      readonly id: string;
      /** @constant */
      readonly type: "policy-rules";
      readonly attributes: {
        readonly policy: {
          readonly id: string;
          readonly name: string;
          readonly revision: components["schemas"]["page-meta-pagination-prev-page"];
        };
        readonly title: string;
        readonly description: string;
        readonly severity: string;
        readonly remediation: string;
        readonly "related-resources": components["schemas"]["policy-findings-attributes-related-resources"];
        /** @enum {string} */
        readonly "lines-status": "shown" | "disabled" | "not-recorded" | "over-budget" | "code-gone" | "left-out";
        readonly files: readonly {
          readonly name: string;
          readonly lines: readonly {
            readonly number: number;
            readonly text: string;
          }[];
        }[];
        readonly "lines-left-out": number;
      };
      readonly relationships: components["schemas"]["policy-findings-relationships"];
    };
    readonly "policy-evaluation-comparisons": {
      readonly id: string;
      /** @constant */
      readonly type: "policy-evaluation-comparisons";
      readonly attributes: {
        /** @enum {string} */
        readonly status: "compared" | "no-passed-evaluation" | "hidden" | "not-comparable";
        readonly "passed-at": components["schemas"]["policies-attributes-updated-at"];
        readonly policies: readonly {
          readonly policy: components["schemas"]["policy-findings-attributes-policy-set"];
          readonly "policy-set": components["schemas"]["policy-findings-attributes-policy-set"];
          readonly changes: readonly {
            /** @enum {string} */
            readonly kind: "new" | "revision" | "set-version" | "enforcement-level" | "introduction" | "query" | "input" | "parameters" | "exemption-ended";
            readonly from: components["schemas"]["page-links-self"];
            readonly to: components["schemas"]["page-links-self"];
            readonly message: components["schemas"]["page-links-self"];
            readonly by: components["schemas"]["policy-evaluation-comparisons-attributes-policies-element-changes-element-by"];
            readonly at: components["schemas"]["policies-attributes-updated-at"];
          }[];
        }[];
        readonly "policies-left-out": number;
        readonly "engine-version": {
          readonly from: string;
          readonly to: string;
        } | null;
        readonly plan: {
          /** @enum {string} */
          readonly status: "same" | "changed" | "unknown";
          readonly changed: components["schemas"]["page-meta-pagination-prev-page"];
          readonly added: components["schemas"]["page-meta-pagination-prev-page"];
          readonly removed: components["schemas"]["page-meta-pagination-prev-page"];
        } | null;
        readonly resources: readonly {
          readonly address: string;
          /** @enum {string} */
          readonly status: "same" | "changed" | "new" | "unknown";
        }[];
      };
      readonly relationships: {
        readonly "policy-evaluation": components["schemas"]["to-one-policy-evaluations"];
        readonly "passed-evaluation": components["schemas"]["to-one-policy-evaluations"];
      };
    };
    readonly "policy-inputs": {
      readonly id: string;
      /** @constant */
      readonly type: "policy-inputs";
      readonly attributes: {
        readonly "workspace-name": components["schemas"]["page-links-self"];
        readonly "input-digest": string;
        readonly size: number;
        readonly "stored-size": number;
        readonly "masked-values": number;
        readonly "engine-version": components["schemas"]["page-links-self"];
        /** Format: date-time */
        readonly "evaluated-at": string;
        /** Format: date-time */
        readonly "created-at": string;
        /** Format: date-time */
        readonly "expires-at": string;
      };
      readonly relationships: components["schemas"]["policy-inputs-relationships"];
      readonly links: components["schemas"]["users-links"];
    };
    readonly "policy-exemptions": {
      readonly id: string;
      /** @constant */
      readonly type: "policy-exemptions";
      readonly attributes: {
        readonly "resource-address": components["schemas"]["page-links-self"];
        readonly reason: string;
        readonly owner: string;
        readonly "expires-at": components["schemas"]["policies-attributes-updated-at"];
        readonly "covers-all-levels": boolean;
        /** Format: date-time */
        readonly "last-matched-at": string;
        /** Format: date-time */
        readonly "created-at": string;
        /** Format: date-time */
        readonly "updated-at": string;
        /** @enum {string} */
        readonly status: "active" | "expired";
        readonly effective: boolean;
        readonly "beyond-maximum": boolean;
        readonly "policy-sets"?: readonly {
          readonly id: string;
          readonly name: string;
          readonly counts: boolean;
          /** @enum {string|null} */
          readonly reason: "approvers" | "not-overridable" | null;
          readonly approvers: readonly string[];
        }[];
        readonly "policy-name": string;
        readonly "created-by": components["schemas"]["policy-override-delegations-attributes-created-by"];
      };
      readonly relationships: {
        readonly organization: components["schemas"]["to-one-organizations"];
        readonly policy: components["schemas"]["to-one-policies"];
        readonly "policy-set": components["schemas"]["to-one-policy-sets"];
        readonly workspace: components["schemas"]["to-one-workspaces"];
        readonly "policy-exemption-request": components["schemas"]["to-one-policy-exemption-requests"];
      };
      readonly links: components["schemas"]["users-links"];
    };
    readonly "policy-exemption-requests": {
      readonly id: string;
      /** @constant */
      readonly type: "policy-exemption-requests";
      readonly attributes: {
        readonly "resource-address": components["schemas"]["page-links-self"];
        readonly reason: components["schemas"]["page-links-self"];
        readonly "expires-at": components["schemas"]["policies-attributes-updated-at"];
        /** Format: date-time */
        readonly "open-until": string;
        /** Format: date-time */
        readonly "created-at": string;
        readonly "decided-at": components["schemas"]["policies-attributes-updated-at"];
        /** @enum {string} */
        readonly status: "open" | "granted" | "refused" | "expired";
        readonly "policy-name": string;
        readonly comment: components["schemas"]["page-links-self"];
        readonly "requested-by": components["schemas"]["policy-evaluation-comparisons-attributes-policies-element-changes-element-by"];
        readonly "decided-by": components["schemas"]["policy-evaluation-comparisons-attributes-policies-element-changes-element-by"];
        readonly permissions?: {
          readonly "can-grant": boolean;
          readonly "can-refuse": boolean;
          readonly "can-withdraw": boolean;
        };
      };
      readonly relationships: {
        readonly organization: components["schemas"]["to-one-organizations"];
        readonly policy: components["schemas"]["to-one-policies"];
        readonly "policy-set": components["schemas"]["to-one-policy-sets"];
        readonly workspace: components["schemas"]["to-one-workspaces"];
        readonly "policy-evaluation": components["schemas"]["to-one-policy-evaluations"];
        readonly "policy-exemption": components["schemas"]["to-one-policy-exemptions"];
      };
      readonly links: components["schemas"]["users-links"];
    };
    readonly "policy-approvals": {
      readonly id: string;
      /** @constant */
      readonly type: "policy-approvals";
      readonly attributes: {
        readonly comment: string;
        readonly "finding-count": number;
        /** Format: date-time */
        readonly "created-at": string;
        /** Format: date-time */
        readonly "expires-at": string;
        /** @enum {string} */
        readonly status: "active" | "expired";
        readonly by: components["schemas"]["policy-override-delegations-attributes-created-by"];
      };
      readonly relationships: components["schemas"]["policy-inputs-relationships"];
      readonly links: components["schemas"]["users-links"];
    };
    readonly "policy-run-tasks": {
      readonly id: string;
      /** @constant */
      readonly type: "policy-run-tasks";
      readonly attributes: {
        readonly name: string;
        readonly enabled: boolean;
        readonly "external-outcomes-minutes": number;
        /** Format: date-time */
        readonly "created-at": string;
        /** Format: date-time */
        readonly "updated-at": string;
        readonly "allowed-hosts": readonly string[];
        readonly url: string;
      };
      readonly relationships: components["schemas"]["tags-listOrganizationTags-relationships"];
      readonly links: components["schemas"]["users-links"];
    };
    readonly "policy-run-task-calls": {
      readonly id: string;
      /** @constant */
      readonly type: "policy-run-task-calls";
      readonly attributes: {
        readonly "task-result-id": string;
        readonly "run-id": components["schemas"]["page-links-self"];
        readonly "workspace-name": components["schemas"]["page-links-self"];
        /** @enum {string} */
        readonly status: "accepted" | "evaluating" | "answering" | "answered";
        /** @enum {string|null} */
        readonly result: "passed" | "failed" | null;
        readonly "waits-until": components["schemas"]["policies-attributes-updated-at"];
        /** Format: date-time */
        readonly "created-at": string;
        /** Format: date-time */
        readonly "updated-at": string;
        readonly error: components["schemas"]["page-links-self"];
      };
      readonly relationships: {
        readonly "run-task": components["schemas"]["to-one-policy-run-tasks"];
        readonly "policy-evaluation": components["schemas"]["to-one-policy-evaluations"];
      };
    };
    readonly "policy-replays": {
      readonly id: string;
      /** @constant */
      readonly type: "policy-replays";
      readonly attributes: {
        /** @enum {string} */
        readonly status: "pending" | "running" | "finished" | "canceled";
        /** @enum {string} */
        readonly "compared-with": "current" | "recorded";
        readonly query: components["schemas"]["page-links-self"];
        readonly revision: components["schemas"]["page-meta-pagination-prev-page"];
        readonly "enforcement-level": components["schemas"]["page-links-self"];
        readonly introduction: components["schemas"]["policy-replays-attributes-introduction"];
        readonly input: components["schemas"]["page-links-self"];
        readonly "applicable-only": boolean;
        readonly since: components["schemas"]["policies-attributes-updated-at"];
        readonly until: components["schemas"]["policies-attributes-updated-at"];
        readonly "inputs-total": number;
        readonly "inputs-done": number;
        readonly "engine-version": components["schemas"]["page-links-self"];
        /** Format: date-time */
        readonly "created-at": string;
        /** Format: date-time */
        readonly "updated-at": string;
        /** Format: date-time */
        readonly "expires-at": string;
        readonly draft: boolean;
        readonly shadow: components["schemas"]["users-attributes-is-email-confirmed"];
        readonly "status-timestamps": {
          readonly [key: string]: string;
        };
        readonly "set-change": {
          readonly global?: boolean;
          /** @enum {string} */
          readonly "tag-selector-matching-logic"?: "any" | "all";
          readonly "added-tag-selectors"?: components["schemas"]["policy-sets-attributes-tag-selectors"];
          readonly "removed-tag-selectors"?: components["schemas"]["policy-sets-attributes-tag-selectors"];
          readonly "added-policies"?: readonly string[];
          readonly "added-workspaces"?: readonly string[];
          readonly "added-projects"?: readonly string[];
          readonly "removed-workspace-exclusions"?: readonly string[];
          readonly "removed-project-exclusions"?: readonly string[];
          readonly "policy-set-version"?: string;
        } | null;
        readonly "newly-failing-workspaces": number;
        readonly "result-counts": {
          readonly "newly-failing": number;
          readonly "newly-passing": number;
          readonly errored: number;
          readonly "not-replayable": number;
          readonly changed: number;
          readonly unchanged: number;
          readonly missing: number;
        };
        readonly "unmatched-rules": readonly {
          readonly "policy-id": string;
          readonly name: string;
          readonly file: string;
          readonly row: number;
        }[] | null;
      };
      readonly relationships: {
        readonly organization: components["schemas"]["to-one-organizations"];
        readonly policy: components["schemas"]["to-one-policies"];
        readonly "policy-set": components["schemas"]["to-one-policy-sets"];
        readonly workspace: components["schemas"]["to-one-workspaces"];
      };
      readonly links: {
        readonly self: string;
        readonly differences: string;
      };
    };
    readonly "policy-replay-differences": {
      readonly id: string;
      /** @constant */
      readonly type: "policy-replay-differences";
      readonly attributes: {
        readonly "workspace-name": components["schemas"]["page-links-self"];
        /** Format: date-time */
        readonly "evaluated-at": string;
        /** @enum {string|null} */
        readonly result: "newly-failing" | "newly-passing" | "errored" | "not-replayable" | "changed" | "unchanged" | "missing" | null;
        readonly problem: components["schemas"]["page-links-self"];
        readonly policies: readonly {
          readonly "policy-id": string;
          readonly "policy-name": string;
          readonly result: string;
          readonly before: {
            readonly status: string;
            readonly "enforcement-level": string;
            readonly shadow: boolean;
            readonly old: boolean;
            readonly revision: components["schemas"]["page-meta-pagination-prev-page"];
            readonly "output-count": number;
            readonly output: components["schemas"]["policy-replay-differences-attributes-policies-element-before-output"];
            readonly problems: readonly string[];
          } | null;
          readonly after: {
            readonly status: string;
            readonly "enforcement-level": string;
            readonly shadow: boolean;
            readonly old: boolean;
            readonly revision: components["schemas"]["page-meta-pagination-prev-page"];
            readonly "output-count": number;
            readonly output: components["schemas"]["policy-replay-differences-attributes-policies-element-before-output"];
            readonly problems: readonly string[];
          };
        }[];
      };
      readonly relationships: {
        readonly "policy-replay": components["schemas"]["to-one-policy-replays"];
        readonly "policy-input": components["schemas"]["to-one-policy-inputs"];
        readonly workspace: components["schemas"]["to-one-workspaces"];
      };
    };
    readonly "registry-modules": {
      readonly id: string;
      /** @constant */
      readonly type: "registry-modules";
      readonly attributes: {
        readonly name: string;
        readonly provider: string;
        readonly namespace: string;
        /** @enum {string} */
        readonly "registry-name": "private" | "public";
        /** @enum {string} */
        readonly status: "pending" | "setup_complete";
        readonly "version-statuses": readonly {
          readonly version: string;
          /** @enum {string} */
          readonly status: "pending" | "ok";
        }[];
        readonly "deprecated-version-count": number;
        readonly description: components["schemas"]["page-links-self"];
        readonly "published-by": components["schemas"]["policy-evaluation-comparisons-attributes-policies-element-changes-element-by"];
        readonly downloads: number;
        readonly "no-code": boolean;
        readonly "publishing-mechanism": components["schemas"]["page-links-self"];
        readonly permissions: {
          readonly "can-delete": boolean;
          readonly "can-resync": boolean;
          readonly "can-retry": boolean;
        };
        /** Format: date-time */
        readonly "created-at": string;
        /** Format: date-time */
        readonly "updated-at": string;
      };
      readonly relationships: components["schemas"]["tags-listOrganizationTags-relationships"];
      readonly links: components["schemas"]["users-links"];
    };
    readonly commits: {
      readonly id: string;
      /** @constant */
      readonly type: "commits";
      readonly attributes: Record<string, never>;
    };
    readonly "registry-module-versions": {
      readonly id: string;
      /** @constant */
      readonly type: "registry-module-versions";
      readonly attributes: {
        /** @constant */
        readonly source: "tfe-api";
        /** @enum {string} */
        readonly status: "pending" | "ok";
        readonly version: string;
        readonly sha256: components["schemas"]["page-links-self"];
        readonly size: components["schemas"]["page-meta-pagination-prev-page"];
        readonly readme: components["schemas"]["page-links-self"];
        readonly inputs: readonly {
          readonly name: string;
          readonly type: components["schemas"]["page-links-self"];
          readonly description: components["schemas"]["page-links-self"];
          readonly default: components["schemas"]["page-links-self"];
          readonly required: boolean;
          readonly sensitive: boolean;
        }[];
        readonly outputs: readonly {
          readonly name: string;
          readonly description: components["schemas"]["page-links-self"];
          readonly sensitive: boolean;
        }[];
        readonly providers: readonly {
          readonly name: string;
          readonly source: components["schemas"]["page-links-self"];
          readonly version: components["schemas"]["page-links-self"];
        }[];
        readonly resources: readonly string[];
        readonly "required-version": components["schemas"]["page-links-self"];
        readonly deprecation: components["schemas"]["registry-module-versions-attributes-deprecation"];
        readonly "upload-expires-at": components["schemas"]["policies-attributes-updated-at"];
        /** Format: date-time */
        readonly "created-at": string;
        /** Format: date-time */
        readonly "updated-at": string;
      };
      readonly relationships: components["schemas"]["registry-module-versions-relationships"];
      readonly links: {
        readonly self: string;
        readonly upload?: string;
      };
    };
    readonly "module-deprecation-ranges": {
      readonly id: string;
      /** @constant */
      readonly type: "module-deprecation-ranges";
      readonly attributes: {
        readonly versions: readonly {
          readonly version: string;
          readonly "is-changed": boolean;
        }[];
        readonly "workspace-count": number;
      };
    };
    readonly "module-checks": {
      readonly id: string;
      /** @constant */
      readonly type: "module-checks";
      readonly attributes: {
        /** @enum {string} */
        readonly shape: "list" | "plan" | "installed";
        readonly "checked-count": number;
        readonly "ignored-count": number;
        readonly message: components["schemas"]["page-links-self"];
        readonly warnings: readonly {
          readonly source: string;
          readonly "requested-version": string;
          readonly module: string;
          readonly version: string;
          readonly reason: components["schemas"]["page-links-self"];
          readonly link: components["schemas"]["page-links-self"];
          readonly "newest-version": components["schemas"]["page-links-self"];
          readonly message: string;
        }[];
      };
    };
    readonly "registry-hosts": {
      readonly id: string;
      /** @constant */
      readonly type: "registry-hosts";
      readonly attributes: {
        readonly hosts: readonly string[];
      };
    };
    readonly "module-downloads": {
      readonly id: string;
      /** @constant */
      readonly type: "module-downloads";
      readonly attributes: components["schemas"]["module-downloads-attributes"];
    };
    readonly "module-deprecations-in-use": {
      readonly id: string;
      /** @constant */
      readonly type: "module-deprecations-in-use";
      readonly attributes: components["schemas"]["module-deprecations-in-use-attributes"];
      readonly relationships: components["schemas"]["registry-module-versions-relationships"];
    };
    readonly "workspace-modules": {
      readonly id: string;
      /** @constant */
      readonly type: "workspace-modules";
      readonly attributes: {
        readonly "workspace-name": string;
        readonly module: string;
        readonly version: string;
        readonly "requested-version": string;
        readonly deprecation: components["schemas"]["registry-module-versions-attributes-deprecation"];
        readonly "newest-version": components["schemas"]["page-links-self"];
      };
      readonly relationships: {
        readonly workspace: components["schemas"]["to-one-workspaces"];
      };
    };
    readonly "account-overviews": {
      readonly id: string;
      /** @constant */
      readonly type: "account-overviews";
      readonly attributes: {
        readonly organizations: readonly {
          readonly name: string;
          readonly evaluations: readonly number[];
          readonly "blocked-evaluations": readonly number[];
          readonly "ending-exemptions": components["schemas"]["page-meta-pagination-prev-page"];
          readonly "last-exemption-end": components["schemas"]["policies-attributes-updated-at"];
          readonly "grantable-requests": readonly {
            readonly id: string;
            readonly "policy-name": string;
            readonly workspace: components["schemas"]["page-links-self"];
            readonly reason: string;
            readonly "requested-by": components["schemas"]["policy-override-delegations-attributes-created-by"];
          }[];
          readonly "unchecked-requests": components["schemas"]["page-meta-pagination-prev-page"];
          readonly "deprecations-in-use": readonly components["schemas"]["module-deprecations-in-use-attributes"][];
          readonly "deprecations-in-use-count": number;
        }[];
        readonly "latest-evaluations": readonly {
          readonly id: string;
          readonly organization: string;
          readonly workspace: components["schemas"]["page-links-self"];
          /** @enum {string} */
          readonly source: "plan" | "state";
          readonly status: components["schemas"]["policy-evaluations-attributes-status"];
          readonly "nothing-evaluated": boolean;
          readonly "result-count": components["schemas"]["policy-evaluations-attributes-result-count"];
          /** Format: date-time */
          readonly "created-at": string;
        }[];
        readonly "latest-evaluations-are-own": boolean;
      };
    };
    readonly "system-status": {
      readonly id: string;
      /** @constant */
      readonly type: "system-status";
      readonly attributes: {
        readonly healthy: boolean;
        readonly version: string;
        /** @enum {string} */
        readonly edition: "all" | "hosted" | "self-hosted";
        readonly "node-version": string;
        readonly "base-url": string;
        /** @enum {string} */
        readonly "policy-engine": "native" | "webassembly";
        readonly "mail-enabled": boolean;
        /** @enum {string} */
        readonly database: "sqlite" | "postgres";
        readonly "database-version": components["schemas"]["page-links-self"];
        readonly "database-bytes": components["schemas"]["page-meta-pagination-prev-page"];
        readonly "disk-free-bytes": components["schemas"]["page-meta-pagination-prev-page"];
        readonly "disk-bytes": components["schemas"]["page-meta-pagination-prev-page"];
        readonly findings: readonly {
          readonly check: string;
          /** @enum {string} */
          readonly status: "ok" | "warning" | "problem";
          readonly detail: string;
        }[];
        readonly jobs: readonly {
          readonly name: string;
          readonly "interval-seconds": number;
          readonly "last-run-at": components["schemas"]["policies-attributes-updated-at"];
          readonly "last-failure-at": components["schemas"]["policies-attributes-updated-at"];
          readonly failures: number;
          readonly failure: components["schemas"]["page-links-self"];
          readonly "next-run-at": components["schemas"]["policies-attributes-updated-at"];
        }[];
        readonly instances: readonly {
          readonly host: string;
          readonly version: string;
          /** Format: date-time */
          readonly "started-at": string;
          /** Format: date-time */
          readonly "seen-at": string;
        }[];
      };
    };
    readonly "general-settings": {
      readonly id: string;
      /** @constant */
      readonly type: "general-settings";
      readonly attributes: {
        readonly "limit-user-organization-creation": boolean;
        readonly "organizations-per-user-limit": number;
        readonly "api-rate-limiting-enabled": boolean;
        readonly "api-rate-limit": number;
        readonly "policy-revision-limit": number;
        readonly "policy-storage-limit": number;
        readonly "policy-outcome-storage-limit": number;
        readonly "module-storage-limit": number;
        readonly "policy-plan-size-limit": number;
        readonly "require-two-factor-for-admins": boolean;
        /** Format: timeout */
        readonly "plan-timeout": string;
        /** Format: timeout */
        readonly "apply-timeout": string;
        readonly "send-passing-statuses-for-untriggered-speculative-plans": boolean;
        readonly "allow-speculative-plans-on-pull-requests-from-forks": boolean;
        readonly "default-remote-state-access": boolean;
        /** Format: timeout */
        readonly "iac-build-worker-plan-timeout": string;
        /** Format: timeout */
        readonly "iac-build-worker-apply-timeout": string;
      };
    };
    readonly "cost-estimation-settings": {
      readonly id: string;
      /** @constant */
      readonly type: "cost-estimation-settings";
      readonly attributes: {
        readonly enabled: boolean;
        readonly "cloud-a-access-key-id": components["schemas"]["feature-sets-attributes-comparison-description"];
        readonly "cloud-a-secret-key": components["schemas"]["feature-sets-attributes-comparison-description"];
        readonly "cloud-b-credentials": components["schemas"]["feature-sets-attributes-comparison-description"];
        readonly "cloud-c-client-id": components["schemas"]["feature-sets-attributes-comparison-description"];
        readonly "cloud-c-client-secret": components["schemas"]["feature-sets-attributes-comparison-description"];
        readonly "cloud-c-subscription-id": components["schemas"]["feature-sets-attributes-comparison-description"];
        readonly "cloud-c-tenant-id": components["schemas"]["feature-sets-attributes-comparison-description"];
      };
    };
    readonly "smtp-settings": {
      readonly id: string;
      /** @constant */
      readonly type: "smtp-settings";
      readonly attributes: {
        readonly enabled: boolean;
        readonly host: components["schemas"]["smtp-settings-attributes-host"];
        readonly port: components["schemas"]["smtp-settings-attributes-port"];
        readonly sender: components["schemas"]["smtp-settings-attributes-sender"];
        /** @enum {string} */
        readonly auth: "none" | "plain" | "login";
        readonly username: components["schemas"]["smtp-settings-attributes-username"];
        /** @enum {string} */
        readonly "tls-mode": "auto" | "starttls" | "implicit";
        readonly "ca-certificate": components["schemas"]["feature-sets-attributes-comparison-description"];
        readonly "client-name": components["schemas"]["smtp-settings-attributes-host"];
      };
    };
    readonly "sms-settings": {
      readonly id: string;
      /** @constant */
      readonly type: "sms-settings";
      readonly attributes: {
        readonly enabled: boolean;
        readonly "account-sid": components["schemas"]["sms-settings-attributes-account-sid"];
        readonly "from-number": components["schemas"]["sms-settings-attributes-from-number"];
      };
    };
    readonly "audit-stream-settings": {
      readonly id: string;
      /** @constant */
      readonly type: "audit-stream-settings";
      readonly attributes: {
        readonly enabled: boolean;
        /** @enum {string} */
        readonly kind: "https" | "syslog-tls";
        readonly url: components["schemas"]["audit-stream-settings-attributes-url"];
        readonly "syslog-host": components["schemas"]["smtp-settings-attributes-host"];
        readonly "syslog-port": number;
        readonly "ca-certificate": components["schemas"]["feature-sets-attributes-comparison-description"];
      };
    };
    readonly "customization-settings": {
      readonly id: string;
      /** @constant */
      readonly type: "customization-settings";
      readonly attributes: {
        /** Format: address */
        readonly "support-email-address": string;
        /** Format: text */
        readonly "login-help": string;
        /** Format: text */
        readonly footer: string;
        /** Format: text */
        readonly error: string;
        /** Format: text */
        readonly "new-user": string;
        /** Format: text */
        readonly announcement: string;
      };
    };
    readonly "saml-settings": {
      readonly id: string;
      /** @constant */
      readonly type: "saml-settings";
      readonly attributes: {
        readonly enabled: boolean;
        readonly debug: boolean;
        readonly "idp-cert": components["schemas"]["feature-sets-attributes-comparison-description"];
        readonly "old-idp-cert": components["schemas"]["feature-sets-attributes-comparison-description"];
        readonly "idp-entity-id": components["schemas"]["audit-stream-settings-attributes-url"];
        readonly "slo-endpoint-url": components["schemas"]["audit-stream-settings-attributes-url"];
        readonly "sso-endpoint-url": components["schemas"]["audit-stream-settings-attributes-url"];
        /** Format: text */
        readonly "attr-username": string;
        /** Format: text */
        readonly "attr-email": string;
        /** Format: text */
        readonly "attr-groups": string;
        /** Format: text */
        readonly "groups-separator": string;
        readonly "team-names-count": boolean;
        readonly organizations: components["schemas"]["saml-settings-attributes-organizations"];
        /** @enum {string} */
        readonly "groups-absent": "refuse" | "none";
        readonly "confirm-after-unused-days": number;
        /** Format: text */
        readonly "attr-site-admin": string;
        /** Format: text */
        readonly "site-admin-role": string;
        readonly "sso-api-token-session-timeout": number;
        readonly "sso-satisfies-two-factor": boolean;
        readonly "sso-required": boolean;
        readonly "sso-required-since": components["schemas"]["policies-attributes-updated-at"];
        readonly "acs-consumer-url": string;
        readonly "metadata-url": string;
        readonly certificate: components["schemas"]["feature-sets-attributes-comparison-description"];
        /** @enum {string} */
        readonly "signature-signing-method": "SHA1" | "SHA256";
        /** @enum {string} */
        readonly "signature-digest-method": "SHA1" | "SHA256";
        readonly "authn-requests-signed": boolean;
        readonly "want-assertions-signed": boolean;
        readonly "team-management-enabled": boolean;
        /** @enum {string} */
        readonly "provider-type": "okta" | "entra" | "saml" | "unknown";
      };
    };
    readonly "oidc-sign-in-settings": {
      readonly id: string;
      /** @constant */
      readonly type: "oidc-sign-in-settings";
      readonly attributes: {
        readonly enabled: boolean;
        /** @enum {string} */
        readonly "groups-absent": "refuse" | "none";
        readonly "confirm-after-unused-days": number;
        readonly "team-management-enabled": boolean;
        readonly "sso-api-token-session-timeout": number;
        readonly "sso-satisfies-two-factor": boolean;
        readonly "sso-required": boolean;
        readonly "sso-required-since": components["schemas"]["policies-attributes-updated-at"];
      };
    };
    readonly "projects-reference": {
      readonly data: components["schemas"]["projects-reference-data"];
    };
    readonly "teams-references": {
      readonly data: readonly components["schemas"]["teams-references-data-element"][];
    };
    readonly "feature-sets-reference": {
      readonly data: {
        readonly id: string;
        /** @constant */
        readonly type: "feature-sets";
      };
    };
    readonly "teams-reference": {
      readonly data: components["schemas"]["teams-references-data-element"];
    };
    readonly "workspaces-reference": {
      readonly data: components["schemas"]["workspaces-reference-data"];
    };
    readonly "policy-sets-references": {
      readonly data: readonly components["schemas"]["policy-sets-references-data-element"][];
    };
    readonly "policies-references": {
      readonly data: readonly components["schemas"]["policies-references-data-element"][];
    };
    readonly "workspaces-references": {
      readonly data: readonly components["schemas"]["workspaces-reference-data"][];
    };
    readonly "projects-references": {
      readonly data: readonly components["schemas"]["projects-reference-data"][];
    };
    readonly "policy-inputs-reference": {
      readonly data: {
        readonly id: string;
        /** @constant */
        readonly type: "policy-inputs";
      };
    };
    readonly "policy-sets-reference": {
      readonly data: components["schemas"]["policy-sets-references-data-element"];
    };
    readonly "policies-reference": {
      readonly data: components["schemas"]["policies-references-data-element"];
    };
    readonly "policy-set-versions-reference": {
      readonly data: {
        readonly id: string;
        /** @constant */
        readonly type: "policy-set-versions";
      };
    };
    readonly "createInitialAdmin-refusal": {
      /** @constant */
      readonly status: "error";
      readonly error: string;
    };
    readonly "listRegistryModules-refusal": {
      readonly errors: readonly string[];
    };
    readonly "readReadiness-refusal": {
      /** @enum {string} */
      readonly status: "ready" | "unavailable";
      readonly version?: string;
      /** @enum {string} */
      readonly database?: "sqlite" | "postgres";
      /** @constant */
      readonly held?: true;
      readonly reason?: string;
      readonly warnings?: readonly string[];
    };
    readonly "page-links-self": string | null;
    readonly "page-meta-pagination-prev-page": number | null;
    readonly "to-many-organizations": {
      readonly data: readonly components["schemas"]["organizations-identifier"][];
      readonly meta?: components["schemas"]["users-relationships-organizations-meta"];
      readonly links?: components["schemas"]["users-relationships-organizations-links"];
    };
    readonly "users-links": {
      readonly self: string;
    };
    readonly "users-attributes-is-email-confirmed": boolean | null;
    readonly "users-relationships-organizations-meta": {
      readonly count: number;
    };
    readonly "users-relationships-organizations-links": {
      readonly related: string;
    };
    readonly "to-one-projects": {
      readonly data: components["schemas"]["organizations-relationships-default-project-data"];
    };
    readonly "to-one-undefined": {
      readonly data: {
        readonly id: string;
        /** @enum {string} */
        readonly type: "data-retention-policy-delete-olders" | "data-retention-policy-dont-deletes";
      } | null;
    };
    readonly "organizations-relationships-default-project-data": components["schemas"]["projects-identifier"] | null;
    readonly "to-one-organizations": {
      readonly data: components["schemas"]["organization-memberships-relationships-organization-data"];
    };
    readonly "to-one-users": {
      readonly data: components["schemas"]["organization-memberships-relationships-user-data"];
    };
    readonly "to-many-teams": {
      readonly data: components["schemas"]["organization-memberships-relationships-teams-data"];
      readonly meta?: components["schemas"]["users-relationships-organizations-meta"];
      readonly links?: components["schemas"]["users-relationships-organizations-links"];
    };
    readonly "organization-memberships-relationships-organization-data": components["schemas"]["organizations-identifier"] | null;
    readonly "organization-memberships-relationships-user-data": components["schemas"]["users-identifier"] | null;
    readonly "organization-memberships-relationships-teams-data": readonly components["schemas"]["teams-identifier"][];
    readonly "to-many-users": {
      readonly data: components["schemas"]["teams-relationships-users-data"];
      readonly meta?: components["schemas"]["users-relationships-organizations-meta"];
      readonly links?: components["schemas"]["users-relationships-organizations-links"];
    };
    readonly "to-many-organization-memberships": {
      readonly data: readonly components["schemas"]["organization-memberships-identifier"][];
      readonly meta?: components["schemas"]["users-relationships-organizations-meta"];
      readonly links?: components["schemas"]["users-relationships-organizations-links"];
    };
    readonly "teams-relationships-users-data": readonly components["schemas"]["users-identifier"][];
    /** Format: text */
    readonly "feature-sets-attributes-comparison-description": string | null;
    readonly "feature-sets-attributes-plan": string | null;
    readonly "feature-sets-attributes-policy-limit": number | null;
    readonly "to-many-tag-bindings": {
      readonly data: components["schemas"]["projects-relationships-tag-bindings-data"];
      readonly meta?: components["schemas"]["users-relationships-organizations-meta"];
      readonly links?: components["schemas"]["users-relationships-organizations-links"];
    };
    readonly "to-many-effective-tag-bindings": {
      readonly data: components["schemas"]["projects-relationships-effective-tag-bindings-data"];
      readonly meta?: components["schemas"]["users-relationships-organizations-meta"];
      readonly links?: components["schemas"]["users-relationships-organizations-links"];
    };
    readonly "projects-relationships-tag-bindings-data": readonly components["schemas"]["tag-bindings-identifier"][];
    readonly "projects-relationships-effective-tag-bindings-data": readonly components["schemas"]["effective-tag-bindings-identifier"][];
    readonly "tag-bindings-attributes": {
      readonly key: string;
      readonly value: string;
    };
    readonly "to-many-policy-sets": {
      readonly data: components["schemas"]["policies-relationships-policy-sets-data"];
      readonly meta?: components["schemas"]["users-relationships-organizations-meta"];
      readonly links?: components["schemas"]["users-relationships-organizations-links"];
    };
    readonly "policies-attributes": {
      readonly name: string;
      /** @enum {string} */
      readonly kind: "native" | "opa";
      readonly description: components["schemas"]["page-links-self"];
      readonly query?: components["schemas"]["page-links-self"];
      /** @enum {string} */
      readonly "enforcement-level": "hard-mandatory" | "soft-mandatory" | "advisory" | "mandatory";
      /** @enum {string} */
      readonly introduction: "enforce" | "enforce-new" | "shadow";
      readonly input?: components["schemas"]["policies-attributes-input"];
      readonly "policy-set-count": number;
      readonly "updated-at": components["schemas"]["policies-attributes-updated-at"];
      readonly shadow: boolean;
      readonly enforce: components["schemas"]["policies-attributes-enforce"];
      readonly check: components["schemas"]["policies-attributes-check"];
      readonly "test-result": components["schemas"]["policies-attributes-test-result"];
      readonly "rego-version": components["schemas"]["policies-attributes-rego-version"];
    };
    readonly "policies-relationships": {
      readonly organization: components["schemas"]["to-one-organizations"];
      readonly "policy-sets": components["schemas"]["to-many-policy-sets"];
    };
    readonly "policies-attributes-input": string | null;
    /** Format: date-time */
    readonly "policies-attributes-updated-at": string | null;
    readonly "policies-attributes-enforce": readonly components["schemas"]["policies-attributes-enforce-element"][];
    readonly "policies-attributes-check": {
      /** @enum {string} */
      readonly status: "passed" | "failed" | "not-checked" | "unreachable";
      readonly reason: components["schemas"]["page-links-self"];
      readonly problems: components["schemas"]["policies-attributes-check-problems"];
      readonly "problem-count": number;
      readonly "checked-at": components["schemas"]["policies-attributes-updated-at"];
      readonly "engine-version": components["schemas"]["page-links-self"];
    } | null;
    readonly "policies-attributes-test-result": {
      /** @enum {string} */
      readonly status: "passed" | "failed" | "not-run";
      readonly passed: number;
      readonly failed: number;
      readonly errored: number;
      readonly skipped: number;
      readonly broken: readonly string[];
      readonly failures: components["schemas"]["policies-attributes-test-result-failures"];
      readonly problems: components["schemas"]["policies-attributes-check-problems"];
      readonly coverage: components["schemas"]["policies-attributes-test-result-coverage"];
      readonly missed: components["schemas"]["policies-attributes-test-result-missed"];
    } | null;
    /** @enum {string|null} */
    readonly "policies-attributes-rego-version": "v0" | "v1" | null;
    readonly "policies-attributes-enforce-element": {
      readonly path: string;
      /** @enum {string} */
      readonly mode: "hard-mandatory" | "soft-mandatory" | "advisory" | "mandatory";
    };
    readonly "policies-attributes-check-problems": readonly components["schemas"]["policies-attributes-check-problems-element"][];
    readonly "policies-attributes-check-problems-element": {
      readonly code: string;
      /** @enum {string} */
      readonly severity: "error" | "warning";
      readonly message: string;
      readonly file: components["schemas"]["page-links-self"];
      readonly row: components["schemas"]["page-meta-pagination-prev-page"];
      readonly column: components["schemas"]["page-meta-pagination-prev-page"];
      readonly hint: components["schemas"]["page-links-self"];
    };
    readonly "policies-attributes-test-result-failures": readonly components["schemas"]["policies-attributes-test-result-failures-element"][];
    readonly "policies-attributes-test-result-coverage": number | null;
    readonly "policies-attributes-test-result-missed": readonly components["schemas"]["policies-attributes-test-result-missed-element"][];
    readonly "policies-attributes-test-result-failures-element": {
      readonly name: string;
      readonly file: string;
      readonly row: number;
      readonly reason: string;
    };
    readonly "policies-attributes-test-result-missed-element": {
      readonly file: string;
      readonly first: number;
      readonly last: number;
    };
    readonly "policies-relationships-policy-sets-data": readonly components["schemas"]["policy-sets-identifier"][];
    readonly "to-many-policies": {
      readonly data: readonly components["schemas"]["policies-identifier"][];
      readonly meta?: components["schemas"]["users-relationships-organizations-meta"];
      readonly links?: components["schemas"]["users-relationships-organizations-links"];
    };
    readonly "to-many-workspaces": {
      readonly data: components["schemas"]["policy-sets-relationships-workspaces-data"];
      readonly meta?: components["schemas"]["users-relationships-organizations-meta"];
      readonly links?: components["schemas"]["users-relationships-organizations-links"];
    };
    readonly "to-many-projects": {
      readonly data: components["schemas"]["policy-sets-relationships-projects-data"];
      readonly meta?: components["schemas"]["users-relationships-organizations-meta"];
      readonly links?: components["schemas"]["users-relationships-organizations-links"];
    };
    readonly "to-one-policy-set-versions": {
      readonly data: components["schemas"]["policy-sets-relationships-current-version-data"];
    };
    /** @enum {string|null} */
    readonly "policy-sets-attributes-tag-selector-matching-logic": "any" | "all" | null;
    readonly "policy-sets-attributes-tag-selectors": readonly components["schemas"]["policy-sets-attributes-tag-selectors-element"][];
    readonly "policy-sets-attributes-permissions": {
      readonly "can-update": boolean;
      readonly "can-destroy": boolean;
    };
    readonly "policy-sets-attributes-tag-selectors-element": {
      readonly "tag-key": string;
      readonly "tag-value": components["schemas"]["page-links-self"];
      readonly "is-exclude": boolean;
    };
    readonly "policy-sets-relationships-workspaces-data": readonly components["schemas"]["workspaces-identifier"][];
    readonly "policy-sets-relationships-projects-data": readonly components["schemas"]["projects-identifier"][];
    readonly "policy-sets-relationships-current-version-data": components["schemas"]["policy-set-versions-identifier"] | null;
    readonly "to-one-policy-sets": {
      readonly data: components["schemas"]["policy-set-versions-relationships-policy-set-data"];
    };
    readonly "policy-set-versions-relationships": {
      readonly "policy-set": components["schemas"]["to-one-policy-sets"];
    };
    readonly "policy-set-versions-relationships-policy-set-data": components["schemas"]["policy-sets-identifier"] | null;
    readonly "audit-records-attributes-actor": {
      readonly kind: string;
      readonly id: components["schemas"]["page-links-self"];
      readonly name: components["schemas"]["page-links-self"];
    };
    readonly "audit-records-attributes-impersonator": components["schemas"]["audit-records-attributes-actor"] | null;
    readonly "audit-records-attributes-token": {
      readonly id: string;
      readonly description: components["schemas"]["page-links-self"];
    } | null;
    readonly "audit-records-attributes-before": components["schemas"]["rotateOidcKey-input"] | null;
    readonly "data-retention-policy-delete-olders-relationships": {
      readonly target: components["schemas"]["to-one-organizations"];
    };
    readonly "audit-stream-status-attributes-sent-through": number | null;
    readonly "to-one-teams": {
      readonly data: components["schemas"]["authentication-tokens-relationships-team-data"];
    };
    readonly "authentication-tokens-relationships-team-data": components["schemas"]["teams-identifier"] | null;
    readonly "sessions-relationships": {
      readonly user: components["schemas"]["to-one-users"];
    };
    /** @enum {string} */
    readonly "oidc-providers-attributes-preset": "custom" | "google" | "entra" | "okta" | "keycloak" | "gitlab" | "github";
    readonly "to-one-feature-sets": {
      readonly data: components["schemas"]["feature-sets-identifier"] | null;
    };
    readonly "to-one-workspaces": {
      readonly data: components["schemas"]["policy-override-delegations-relationships-workspace-data"];
    };
    readonly "policy-override-delegations-attributes-created-by": {
      readonly kind: string;
      readonly id: components["schemas"]["page-links-self"];
      readonly username: components["schemas"]["page-links-self"];
      readonly name: components["schemas"]["page-links-self"];
    };
    readonly "policy-override-delegations-relationships-workspace-data": components["schemas"]["workspaces-identifier"] | null;
    readonly "tags-listOrganizationTags-relationships": {
      readonly organization: components["schemas"]["to-one-organizations"];
    };
    readonly "to-one-policies": {
      readonly data: components["schemas"]["policy-revisions-relationships-policy-data"];
    };
    readonly "policy-revisions-relationships-policy-data": components["schemas"]["policies-identifier"] | null;
    readonly "to-one-policy-evaluations": {
      readonly data: components["schemas"]["policy-failures-relationships-evaluation-data"];
    };
    readonly "policy-failures-relationships-evaluation-data": components["schemas"]["policy-evaluations-identifier"] | null;
    readonly "to-one-vars": {
      readonly data: components["schemas"]["vars-identifier"] | null;
    };
    readonly "opa-versions-attributes": {
      readonly version: string;
      readonly enabled: boolean;
      readonly official: boolean;
      readonly beta: boolean;
      readonly deprecated: boolean;
    };
    readonly "policy-code-checks-attributes-coverage-missed-element": {
      readonly first: number;
      readonly last: number;
    };
    readonly "to-one-policy-inputs": {
      readonly data: components["schemas"]["policy-trials-relationships-policy-input-data"];
    };
    readonly "policy-trials-attributes-depends-on-unknown": {
      readonly "depends-on": components["schemas"]["policy-trials-attributes-depends-on-unknown-depends-on"];
      readonly count: number;
      readonly "is-complete": boolean;
    } | null;
    /** @enum {string|null} */
    readonly "policy-trials-attributes-findings-element-severity": "critical" | "high" | "medium" | "low" | "info" | null;
    readonly "policy-trials-attributes-ages-element-new-reason": {
      readonly reason: components["schemas"]["policy-trials-attributes-ages-element-new-reason-reason"];
      readonly names: readonly string[];
      readonly "same-before": boolean;
      readonly message: components["schemas"]["page-links-self"];
    };
    /** @enum {string} */
    readonly "policy-trials-attributes-ages-element-new-reason-reason": "changed" | "created" | "deleted" | "depends-on-change" | "deposed" | "forgotten" | "imported" | "no-address" | "no-prior-state" | "not-before" | "not-evaluated" | "not-managed" | "not-moved" | "reads" | "replaced" | "several-addresses";
    readonly "policy-trials-attributes-depends-on-unknown-depends-on": readonly components["schemas"]["policy-trials-attributes-depends-on-unknown-depends-on-element"][];
    readonly "policy-trials-attributes-depends-on-unknown-depends-on-element": {
      readonly address: string;
      readonly attribute: string;
      /** @enum {string} */
      readonly how: "decides" | "one-of" | "looks-at";
      readonly written: boolean;
      readonly from?: string;
    };
    readonly "policy-trials-relationships-policy-input-data": components["schemas"]["policy-inputs-identifier"] | null;
    /** @enum {string} */
    readonly "policy-evaluations-attributes-status": "pending" | "running" | "passed" | "failed" | "errored" | "unreachable" | "overridden" | "canceled";
    readonly "policy-evaluations-attributes-result-count": {
      readonly "advisory-failed": number;
      readonly "mandatory-failed": number;
      readonly passed: number;
      readonly errored: number;
      readonly "shadow-passed": number;
      readonly "shadow-failed": number;
      readonly "shadow-errored": number;
      readonly exempted: number;
      readonly old: number;
      readonly unknown: components["schemas"]["page-meta-pagination-prev-page"];
    };
    readonly "policy-set-pass-rates-attributes-policies-element-weeks": readonly components["schemas"]["policy-set-pass-rates-attributes-policies-element-weeks-element"][];
    readonly "policy-set-pass-rates-attributes-policies-element-weeks-element": {
      readonly week: string;
      readonly passed: number;
      readonly failed: number;
      readonly errored: number;
      readonly exempted: number;
      readonly old: number;
    };
    readonly "to-one-policy-set-outcomes": {
      readonly data: components["schemas"]["policy-findings-relationships-policy-set-outcome-data"];
    };
    readonly "policy-findings-relationships": {
      readonly "policy-set-outcome": components["schemas"]["to-one-policy-set-outcomes"];
    };
    readonly "policy-findings-attributes-policy-set": {
      readonly id: string;
      readonly name: string;
    };
    readonly "policy-findings-attributes-related-resources": readonly components["schemas"]["policy-findings-attributes-related-resources-element"][];
    readonly "policy-findings-attributes-related-resources-element": {
      readonly ref: string;
      readonly description: string;
    };
    readonly "policy-findings-relationships-policy-set-outcome-data": components["schemas"]["policy-set-outcomes-identifier"] | null;
    readonly "policy-evaluation-comparisons-attributes-policies-element-changes-element-by": components["schemas"]["policy-override-delegations-attributes-created-by"] | null;
    readonly "policy-inputs-relationships": {
      readonly organization: components["schemas"]["to-one-organizations"];
      readonly workspace: components["schemas"]["to-one-workspaces"];
      readonly "policy-evaluation": components["schemas"]["to-one-policy-evaluations"];
    };
    readonly "to-one-policy-exemption-requests": {
      readonly data: components["schemas"]["policy-exemption-requests-identifier"] | null;
    };
    readonly "to-one-policy-exemptions": {
      readonly data: components["schemas"]["policy-exemptions-identifier"] | null;
    };
    readonly "to-one-policy-run-tasks": {
      readonly data: components["schemas"]["policy-run-tasks-identifier"] | null;
    };
    /** @enum {string|null} */
    readonly "policy-replays-attributes-introduction": "enforce" | "enforce-new" | "shadow" | null;
    readonly "to-one-policy-replays": {
      readonly data: components["schemas"]["policy-replays-identifier"] | null;
    };
    readonly "policy-replay-differences-attributes-policies-element-before-output": readonly unknown[] | null;
    readonly "to-one-registry-modules": {
      readonly data: components["schemas"]["registry-module-versions-relationships-registry-module-data"];
    };
    readonly "registry-module-versions-relationships": {
      readonly "registry-module": components["schemas"]["to-one-registry-modules"];
    };
    readonly "registry-module-versions-attributes-deprecation": {
      readonly reason: components["schemas"]["page-links-self"];
      readonly link: components["schemas"]["page-links-self"];
    } | null;
    readonly "registry-module-versions-relationships-registry-module-data": components["schemas"]["registry-modules-identifier"] | null;
    readonly "module-downloads-attributes": {
      readonly "consumer-type": string;
      readonly "consumer-id": string;
      readonly "consumer-name": components["schemas"]["page-links-self"];
      readonly count: number;
      /** Format: date-time */
      readonly "last-downloaded-at": string;
    };
    readonly "module-deprecations-in-use-attributes": {
      readonly name: string;
      readonly provider: string;
      readonly version: string;
      readonly reason: components["schemas"]["page-links-self"];
      readonly link: components["schemas"]["page-links-self"];
      readonly "newest-version": components["schemas"]["page-links-self"];
      readonly "last-downloaded-at": components["schemas"]["policies-attributes-updated-at"];
      readonly "consumer-count": components["schemas"]["audit-stream-status-attributes-sent-through"];
      readonly consumers: components["schemas"]["module-deprecations-in-use-attributes-consumers"];
      readonly "workspace-count": number;
      readonly workspaces: components["schemas"]["module-deprecations-in-use-attributes-workspaces"];
    };
    readonly "module-deprecations-in-use-attributes-consumers": readonly components["schemas"]["module-downloads-attributes"][] | null;
    readonly "module-deprecations-in-use-attributes-workspaces": readonly components["schemas"]["policy-findings-attributes-policy-set"][];
    readonly "smtp-settings-attributes-host": string | null;
    readonly "smtp-settings-attributes-port": number | null;
    /** Format: address */
    readonly "smtp-settings-attributes-sender": string | null;
    /** Format: text */
    readonly "smtp-settings-attributes-username": string | null;
    readonly "sms-settings-attributes-account-sid": string | null;
    readonly "sms-settings-attributes-from-number": string | null;
    /** Format: text */
    readonly "audit-stream-settings-attributes-url": string | null;
    readonly "saml-settings-attributes-organizations": components["schemas"]["createOidcProvider-input-data-attributes-organizations"] | null;
    readonly "projects-reference-data": {
      readonly id: string;
      /** @constant */
      readonly type: "projects";
    };
    readonly "teams-references-data-element": {
      readonly id: string;
      /** @constant */
      readonly type: "teams";
    };
    readonly "workspaces-reference-data": {
      readonly id: string;
      /** @constant */
      readonly type: "workspaces";
    };
    readonly "policy-sets-references-data-element": {
      readonly id: string;
      /** @constant */
      readonly type: "policy-sets";
    };
    readonly "policies-references-data-element": {
      readonly id: string;
      /** @constant */
      readonly type: "policies";
    };
    readonly "verifySmsSettings-input": {
      readonly data: {
        readonly attributes: {
          readonly "test-number": string;
        };
      };
    };
    readonly "rotateOidcKey-input": Record<string, never>;
    readonly "readDataRetentionPolicy-output": {
      readonly data: components["schemas"]["data-retention-policy-delete-olders"];
    };
    readonly "readUser-output": {
      readonly data: components["schemas"]["users"];
    };
    readonly "readAdminUser-output": {
      readonly data: components["schemas"]["users"];
      readonly included?: components["schemas"]["listUsers-output-included"];
    };
    readonly "listUserTokens-output": {
      readonly data: components["schemas"]["listUserTokens-output-data"];
      readonly included?: components["schemas"]["listUserTokens-output-included"];
      readonly links: components["schemas"]["page-links"];
      readonly meta: components["schemas"]["page-meta"];
    };
    readonly "createUserToken-input": {
      readonly data: {
        /** @enum {string} */
        readonly type?: "authentication-tokens" | "authentication-token" | "";
        readonly attributes?: {
          readonly description?: components["schemas"]["feature-sets-attributes-comparison-description"];
          readonly "expired-at"?: components["schemas"]["policies-attributes-updated-at"];
        };
      };
    };
    readonly "createUserToken-output": {
      readonly data: components["schemas"]["authentication-tokens"];
    };
    readonly "findToken-input": {
      readonly data: {
        /** @constant */
        readonly type: "authentication-tokens";
        readonly attributes: {
          /** Format: text */
          readonly token: string;
        };
      };
    };
    readonly "findToken-output": {
      readonly data: components["schemas"]["authentication-tokens"];
      readonly meta?: components["schemas"]["findToken-output-meta"];
    };
    readonly "confirmTwoFactorEnrolment-output": {
      readonly data: components["schemas"]["recovery-codes"];
    };
    readonly "createOidcProvider-output": {
      readonly data: components["schemas"]["oidc-providers"];
    };
    readonly "listUserIdentities-output": {
      readonly data: components["schemas"]["listUserIdentities-output-data"];
      readonly included?: components["schemas"]["listUserTokens-output-included"];
      readonly links: components["schemas"]["page-links"];
      readonly meta: components["schemas"]["page-meta"];
    };
    readonly "updateOrganization-output": {
      readonly data: components["schemas"]["organizations"];
    };
    readonly "readOrganizationDataRetention-output": {
      readonly data: components["schemas"]["data-retention-policy-delete-olders-readOrganizationDataRetention"];
    };
    readonly "listMemberships-output": {
      readonly data: components["schemas"]["listMemberships-output-data"];
      readonly included?: components["schemas"]["listMemberships-output-included"];
      readonly links: components["schemas"]["page-links"];
      readonly meta: components["schemas"]["page-meta"];
    };
    readonly "listTeamsOfMembership-output": {
      readonly data: readonly components["schemas"]["teams"][];
      readonly links: components["schemas"]["page-links"];
      readonly meta: components["schemas"]["page-meta"];
    };
    readonly "createTeam-output": {
      readonly data: components["schemas"]["teams"];
    };
    readonly "addTeamUsers-input": {
      readonly data: readonly {
        readonly id: string;
        /** @enum {string} */
        readonly type: "users";
      }[];
    };
    readonly "addTeamMemberships-input": {
      readonly data: readonly {
        readonly id: string;
        /** @enum {string} */
        readonly type: "organization-memberships";
      }[];
    };
    readonly "readToken-output": {
      readonly data: components["schemas"]["authentication-tokens"];
      readonly included?: components["schemas"]["listUserTokens-output-included"];
    };
    readonly "listFeatureSets-output": {
      readonly data: components["schemas"]["listFeatureSets-output-data"];
      readonly links?: components["schemas"]["page-links"];
      readonly meta?: components["schemas"]["page-meta"];
    };
    readonly "readFeatureSetCatalogue-output": {
      readonly data: components["schemas"]["feature-set-catalogues"];
    };
    readonly "readSubscription-output": {
      readonly data: components["schemas"]["subscriptions"];
      readonly included?: components["schemas"]["readSubscription-output-included"];
    };
    readonly "createProject-output": {
      readonly data: components["schemas"]["projects"];
      readonly included?: components["schemas"]["listProjects-output-included"];
    };
    readonly "updateProject-input": {
      readonly data: {
        /** @constant */
        readonly type: "projects";
        readonly attributes?: {
          readonly name?: string;
          readonly description?: components["schemas"]["feature-sets-attributes-comparison-description"];
        };
        readonly relationships?: components["schemas"]["createProject-input-data-relationships"];
      };
    };
    readonly "listProjectTags-output": {
      readonly data: components["schemas"]["listProjectTags-output-data"];
      readonly links?: components["schemas"]["page-links"];
      readonly meta?: components["schemas"]["page-meta"];
    };
    readonly "listEffectiveProjectTags-output": {
      readonly data: components["schemas"]["listEffectiveProjectTags-output-data"];
      readonly links?: components["schemas"]["page-links"];
      readonly meta?: components["schemas"]["page-meta"];
    };
    readonly "addProjectTags-input": {
      readonly data: components["schemas"]["createProject-input-data-relationships-tag-bindings-data"];
    };
    readonly "createWorkspace-output": {
      readonly data: components["schemas"]["workspaces"];
      readonly included?: components["schemas"]["listWorkspaces-output-included"];
    };
    readonly "updateWorkspace-input": {
      readonly data: {
        /** @constant */
        readonly type: "workspaces";
        readonly attributes?: {
          readonly name?: string;
          readonly description?: components["schemas"]["feature-sets-attributes-comparison-description"];
        };
        readonly relationships?: components["schemas"]["createWorkspace-input-data-relationships"];
      };
    };
    readonly "addWorkspaceFlatTags-input": {
      readonly data: components["schemas"]["createWorkspace-input-data-relationships-tags-data"];
    };
    readonly "moveWorkspacesToProject-input": {
      readonly data: readonly {
        readonly id: string;
        /** @enum {string} */
        readonly type: "workspaces";
      }[];
    };
    readonly "createPolicyOverrideDelegation-output": {
      readonly data: components["schemas"]["policy-override-delegations"];
    };
    readonly "grantTeamWorkspaceAccess-output": {
      readonly data: components["schemas"]["team-workspaces"];
      readonly included?: components["schemas"]["listTeamWorkspaceAccess-output-included"];
    };
    readonly "grantTeamProjectAccess-output": {
      readonly data: components["schemas"]["team-projects"];
      readonly included?: components["schemas"]["listTeamProjectAccess-output-included"];
    };
    readonly "listRemoteStateConsumers-output": {
      readonly data: components["schemas"]["listWorkspaces-output-data"];
      readonly links: components["schemas"]["page-links"];
      readonly meta: components["schemas"]["page-meta"];
    };
    readonly "updatePolicy-output": {
      readonly data: components["schemas"]["policies"];
    };
    readonly "readPolicyRevision-output": {
      readonly data: components["schemas"]["policy-revisions"];
    };
    readonly "createPolicySet-output": {
      readonly data: components["schemas"]["policy-sets"];
    };
    readonly "addPolicySetTagSelectors-input": {
      readonly data: components["schemas"]["createPolicySet-input-data-attributes-tag-selectors"];
    };
    readonly "addPolicySetPolicies-input": {
      readonly data: readonly {
        readonly id: string;
        /** @enum {string} */
        readonly type: "policies";
      }[];
    };
    readonly "listPolicySetWorkspaces-output": {
      readonly data: readonly components["schemas"]["workspaces"][];
      readonly links: components["schemas"]["page-links"];
      readonly meta: components["schemas"]["page-meta"];
    };
    readonly "listPolicySetProjects-output": {
      readonly data: readonly components["schemas"]["projects"][];
      readonly links: components["schemas"]["page-links"];
      readonly meta: components["schemas"]["page-meta"];
    };
    readonly "addPolicySetProjects-input": {
      readonly data: readonly {
        readonly id: string;
        /** @enum {string} */
        readonly type: "projects";
      }[];
    };
    readonly "addPolicySetApprovers-input": {
      readonly data: readonly {
        readonly id: string;
        /** @enum {string} */
        readonly type: "teams";
      }[];
    };
    readonly "listApplicablePolicySets-output": {
      readonly data: components["schemas"]["listApplicablePolicySets-output-data"];
      readonly links: components["schemas"]["page-links"];
      readonly meta: components["schemas"]["page-meta"];
    };
    readonly "createPolicySetParameter-output": {
      readonly data: components["schemas"]["vars"];
      readonly meta?: components["schemas"]["createPolicySetParameter-output-meta"];
    };
    readonly "createPolicySetParameterOverride-output": {
      readonly data: components["schemas"]["parameter-overrides"];
    };
    readonly "createPolicySetVersion-output": {
      readonly data: components["schemas"]["policy-set-versions"];
    };
    readonly "testPolicy-output": {
      readonly data: components["schemas"]["policy-code-checks"];
    };
    readonly "createEvaluation-input": {
      readonly data: {
        /** @enum {string} */
        readonly type?: "policy-evaluations" | "";
        readonly attributes?: {
          readonly run?: {
            readonly [key: string]: unknown;
          };
          readonly tags?: readonly components["schemas"]["createProject-input-data-relationships-tag-bindings-data-element-attributes"][];
          readonly "workspace-name"?: string;
          /** @enum {string} */
          readonly source?: "plan" | "state";
        };
        readonly relationships?: components["schemas"]["createPolicySetParameterOverride-input-data-relationships"];
      };
    };
    readonly "createEvaluation-output": {
      readonly data: components["schemas"]["policy-evaluations"];
    };
    readonly "createPolicyExemption-output": {
      readonly data: components["schemas"]["policy-exemptions"];
    };
    readonly "listExemptionsOfPolicy-output": {
      readonly data: components["schemas"]["listExemptionsOfPolicy-output-data"];
      readonly included?: components["schemas"]["listExemptionsOfPolicy-output-included"];
      readonly links: components["schemas"]["page-links"];
      readonly meta: components["schemas"]["page-meta"];
    };
    readonly "createPolicyExemptionRequest-output": {
      readonly data: components["schemas"]["policy-exemption-requests"];
    };
    readonly "listExemptionRequestsOfEvaluation-output": {
      readonly data: components["schemas"]["listExemptionRequestsOfEvaluation-output-data"];
      readonly included?: components["schemas"]["listExemptionsOfPolicy-output-included"];
      readonly links: components["schemas"]["page-links"];
      readonly meta: components["schemas"]["page-meta"];
    };
    readonly "createPolicyRunTask-output": {
      readonly data: components["schemas"]["policy-run-tasks"];
    };
    readonly "createPolicyReplay-output": {
      readonly data: components["schemas"]["policy-replays"];
    };
    readonly "listPolicyReplays-output": {
      readonly data: components["schemas"]["listPolicyReplays-output-data"];
      readonly links: components["schemas"]["page-links"];
      readonly meta: components["schemas"]["page-meta"];
    };
    readonly "readPublicModule-output": {
      readonly data: components["schemas"]["registry-modules"];
      readonly included?: components["schemas"]["readPublicModule-output-included"];
    };
    readonly "updatePublicModule-input": {
      readonly data: {
        /** @constant */
        readonly type: "registry-modules";
        readonly attributes?: {
          readonly "no-code"?: components["schemas"]["users-attributes-is-email-confirmed"];
          readonly "test-config"?: components["schemas"]["updatePublicModule-input-data-attributes-test-config"];
        };
        readonly relationships?: components["schemas"]["createProject-input-data-relationships"];
      };
    };
    readonly "listModuleCommits-output": {
      readonly data: components["schemas"]["listModuleCommits-output-data"];
      readonly links: components["schemas"]["page-links"];
      readonly meta: components["schemas"]["page-meta"];
    };
    readonly "createModuleVersion-input": {
      readonly data: {
        /** @constant */
        readonly type: "registry-module-versions";
        readonly attributes: {
          readonly version: string;
        };
      };
    };
    readonly "createModuleVersion-output": {
      readonly data: components["schemas"]["registry-module-versions"];
    };
    readonly "readNewestRegistryModule-output": {
      readonly id: string;
      readonly owner: string;
      readonly namespace: string;
      readonly name: string;
      readonly version: string;
      readonly provider: string;
      readonly description: string;
      readonly source: string;
      readonly tag: string;
      /** Format: date-time */
      readonly published_at: string;
      readonly downloads: number;
      readonly verified: boolean;
      readonly deprecation: components["schemas"]["registry-module-versions-attributes-deprecation"];
      readonly root: components["schemas"]["readNewestRegistryModule-output-root"];
      readonly submodules: components["schemas"]["readNewestRegistryModule-output-submodules"];
      readonly providers: readonly string[];
      readonly versions: readonly string[];
    };
    readonly "listWorkspaceModules-output": {
      readonly data: components["schemas"]["listWorkspaceModules-output-data"];
      readonly links: components["schemas"]["page-links"];
      readonly meta: components["schemas"]["page-meta"];
    };
    readonly "readGeneralSettings-output": {
      readonly data: components["schemas"]["general-settings"];
    };
    readonly "readCostEstimationSettings-output": {
      readonly data: components["schemas"]["cost-estimation-settings"];
      readonly meta?: components["schemas"]["readCostEstimationSettings-output-meta"];
    };
    readonly "readSmtpSettings-output": {
      readonly data: components["schemas"]["smtp-settings"];
      readonly meta?: components["schemas"]["readCostEstimationSettings-output-meta"];
    };
    readonly "readSmsSettings-output": {
      readonly data: components["schemas"]["sms-settings"];
      readonly meta?: components["schemas"]["readCostEstimationSettings-output-meta"];
    };
    readonly "readAuditStreamSettings-output": {
      readonly data: components["schemas"]["audit-stream-settings"];
      readonly meta?: components["schemas"]["readCostEstimationSettings-output-meta"];
    };
    readonly "readCustomizationSettings-output": {
      readonly data: components["schemas"]["customization-settings"];
    };
    readonly "readSamlSettings-output": {
      readonly data: components["schemas"]["saml-settings"];
      readonly meta?: components["schemas"]["readSamlSettings-output-meta"];
    };
    readonly "readOidcSignInSettings-output": {
      readonly data: components["schemas"]["oidc-sign-in-settings"];
    };
    readonly "createDataRetentionPolicy-input-data": {
      /** @enum {string} */
      readonly type?: "data-retention-policy-delete-olders" | "";
      readonly attributes: components["schemas"]["createDataRetentionPolicy-input-data-attributes"];
    };
    readonly "createDataRetentionPolicy-input-data-attributes": {
      readonly "delete-older-than-n-days": number;
    };
    readonly "updateDataRetentionPolicy-input-data-attributes-delete-older-than-n-days": number | null;
    readonly "deleteTwoFactorEnrolment-input-data-attributes": {
      readonly "one-time-code"?: components["schemas"]["feature-sets-attributes-comparison-description"];
      readonly "current-password"?: components["schemas"]["feature-sets-attributes-comparison-description"];
    };
    /** Format: text */
    readonly "createOidcProvider-input-data-attributes-tenant": string | null;
    readonly "createOidcProvider-input-data-attributes-scopes": readonly string[];
    readonly "createOidcProvider-input-data-attributes-allowed-domains": readonly string[];
    readonly "createOidcProvider-input-data-attributes-allowed-groups": readonly string[];
    readonly "createOidcProvider-input-data-attributes-organizations": readonly string[];
    /** Format: timeout */
    readonly "updateOrganization-input-data-attributes-plan-timeout": string | null;
    readonly "updateOrganization-input-data-attributes-policy-input-retention-days": number | null;
    readonly "updateOrganization-input-data-attributes-policy-exemption-max-days": number | null;
    readonly "createTeam-input-data-attributes-organization-access": {
      readonly "manage-policies"?: boolean;
      readonly "manage-policy-overrides"?: boolean;
      readonly "manage-modules"?: boolean;
      readonly "manage-membership"?: boolean;
      readonly "manage-teams"?: boolean;
      readonly "manage-organization-access"?: boolean;
      readonly "manage-workspaces"?: boolean;
      readonly "manage-projects"?: boolean;
      readonly "read-workspaces"?: boolean;
      readonly "read-projects"?: boolean;
      readonly "manage-vcs-settings"?: boolean;
      readonly "manage-providers"?: boolean;
      readonly "manage-run-tasks"?: boolean;
      readonly "manage-agent-pools"?: boolean;
      readonly "access-secret-teams"?: boolean;
      readonly "delegate-policy-overrides"?: boolean;
    };
    readonly "createProject-input-data-relationships": {
      readonly "tag-bindings"?: components["schemas"]["addProjectTags-input"];
    };
    readonly "createProject-input-data-relationships-tag-bindings-data": readonly components["schemas"]["createProject-input-data-relationships-tag-bindings-data-element"][];
    readonly "createProject-input-data-relationships-tag-bindings-data-element": {
      /** @constant */
      readonly type: "tag-bindings";
      readonly attributes: components["schemas"]["createProject-input-data-relationships-tag-bindings-data-element-attributes"];
    };
    readonly "createProject-input-data-relationships-tag-bindings-data-element-attributes": {
      readonly key: string;
      /** Format: text */
      readonly value?: string;
    };
    readonly "createWorkspace-input-data-relationships": {
      readonly "tag-bindings"?: components["schemas"]["addProjectTags-input"];
      readonly tags?: components["schemas"]["addWorkspaceFlatTags-input"];
      readonly project?: components["schemas"]["projects-reference"];
    };
    readonly "createWorkspace-input-data-relationships-tags-data": readonly components["schemas"]["createWorkspace-input-data-relationships-tags-data-element"][];
    readonly "createWorkspace-input-data-relationships-tags-data-element": {
      /** @constant */
      readonly type: "tags";
      readonly id?: string;
      readonly attributes?: components["schemas"]["createWorkspace-input-data-relationships-tags-data-element-attributes"];
    };
    readonly "createWorkspace-input-data-relationships-tags-data-element-attributes": {
      readonly name: string;
    };
    readonly "grantTeamProjectAccess-input-data-attributes-project-access": {
      /** @enum {string} */
      readonly settings?: "read" | "update" | "delete";
      /** @enum {string} */
      readonly teams?: "none" | "read" | "manage";
      /** @enum {string} */
      readonly "variable-sets"?: "none" | "read" | "write";
    };
    readonly "grantTeamProjectAccess-input-data-attributes-workspace-access": {
      /** @enum {string} */
      readonly runs?: "read" | "plan" | "apply";
      /** @enum {string} */
      readonly variables?: "none" | "read" | "write";
      /** @enum {string} */
      readonly "state-versions"?: "none" | "read-outputs" | "read" | "write";
      /** @enum {string} */
      readonly "native-mocks"?: "none" | "read";
      readonly "run-tasks"?: boolean;
      readonly locking?: boolean;
      readonly create?: boolean;
      readonly move?: boolean;
      readonly delete?: boolean;
      readonly "policy-overrides"?: boolean;
    };
    readonly "updatePolicy-input-data-relationships": {
      readonly "policy-sets"?: components["schemas"]["policy-sets-references"];
    };
    readonly "updatePolicy-input-data-attributes-enforce": readonly components["schemas"]["updatePolicy-input-data-attributes-enforce-element"][] | null;
    readonly "updatePolicy-input-data-attributes-enforce-element": {
      readonly path?: components["schemas"]["feature-sets-attributes-comparison-description"];
      readonly mode?: components["schemas"]["feature-sets-attributes-comparison-description"];
    };
    readonly "createPolicySet-input-data-relationships": {
      readonly policies?: components["schemas"]["policies-references"];
      readonly workspaces?: components["schemas"]["workspaces-references"];
      readonly projects?: components["schemas"]["projects-references"];
      readonly "workspace-exclusions"?: components["schemas"]["workspaces-references"];
      readonly "project-exclusions"?: components["schemas"]["projects-references"];
      readonly approvers?: components["schemas"]["createPolicySet-input-data-relationships-approvers"];
    };
    readonly "createPolicySet-input-data-attributes-tag-selectors": readonly components["schemas"]["createPolicySet-input-data-attributes-tag-selectors-element"][];
    readonly "createPolicySet-input-data-attributes-tag-selectors-element": {
      readonly "tag-key": string;
      readonly "tag-value"?: components["schemas"]["createPolicySet-input-data-attributes-tag-selectors-element-tag-value"];
      readonly "is-exclude"?: boolean;
    };
    /** Format: text */
    readonly "createPolicySet-input-data-attributes-tag-selectors-element-tag-value": string | null;
    readonly "createPolicySet-input-data-relationships-approvers": {
      readonly data: components["schemas"]["createPolicySet-input-data-relationships-approvers-data"];
    };
    readonly "createPolicySet-input-data-relationships-approvers-data": readonly components["schemas"]["teams-references-data-element"][];
    readonly "createPolicySetParameterOverride-input-data-relationships": {
      readonly workspace?: components["schemas"]["workspaces-reference"];
      readonly project?: components["schemas"]["projects-reference"];
    };
    /** Format: text */
    readonly "checkPolicyCode-input-data-attributes-tests": string | null;
    readonly "createPolicyExemption-input-data-relationships": {
      readonly workspace?: components["schemas"]["workspaces-reference"];
    };
    /** Format: text */
    readonly "createPolicyExemption-input-data-attributes-resource-address": string | null;
    readonly "createPolicyRunTask-input-data-attributes-allowed-hosts": readonly string[];
    /** @enum {string|null} */
    readonly "createPolicyReplay-input-data-attributes-enforcement-level": "hard-mandatory" | "soft-mandatory" | "advisory" | "mandatory" | null;
    readonly "updatePublicModule-input-data-attributes-test-config": {
      readonly "tests-enabled"?: components["schemas"]["users-attributes-is-email-confirmed"];
      readonly "agent-execution-mode"?: components["schemas"]["updatePublicModule-input-data-attributes-test-config-agent-execution-mode"];
      readonly "agent-pool-id"?: components["schemas"]["feature-sets-attributes-comparison-description"];
    } | null;
    /** @enum {string|null} */
    readonly "updatePublicModule-input-data-attributes-test-config-agent-execution-mode": "agent" | "remote" | null;
    /** @enum {string|null} */
    readonly "createModule-input-data-attributes-registry-name": "private" | "public" | null;
    readonly "updateModuleVersion-input-data-attributes-deprecation": {
      /** @enum {string} */
      readonly "deprecated-status": "Deprecated" | "Undeprecated";
      readonly reason?: components["schemas"]["feature-sets-attributes-comparison-description"];
      readonly link?: components["schemas"]["audit-stream-settings-attributes-url"];
    };
    readonly "checkModules-input-data-attributes-modules-element": {
      readonly source: string;
      readonly version?: string;
    };
    /** @enum {string|null} */
    readonly "updateSamlSettings-input-data-attributes-groups-absent": "refuse" | "none" | null;
    /** @enum {string|null} */
    readonly "updateSamlSettings-input-data-attributes-signature-signing-method": "SHA1" | "SHA256" | null;
    readonly "listAuditRecords-output-meta": {
      readonly pagination?: components["schemas"]["pagination"];
      readonly cursors: components["schemas"]["page-cursors"];
      readonly chain: components["schemas"]["listAuditRecords-output-meta-chain"];
    };
    readonly "listAuditRecords-output-meta-chain": {
      readonly "verified-through": number;
      readonly "verified-at": components["schemas"]["policies-attributes-updated-at"];
      readonly fault: components["schemas"]["page-links-self"];
    };
    readonly "listUsers-output-included": readonly components["schemas"]["organizations"][];
    readonly "createUser-output-meta": {
      readonly "set-password-url": string;
    };
    readonly "listUserTokens-output-data": readonly components["schemas"]["authentication-tokens"][];
    readonly "listUserTokens-output-included": readonly components["schemas"]["users"][];
    readonly "findToken-output-meta": {
      readonly owner: components["schemas"]["findToken-output-meta-owner"];
    };
    readonly "findToken-output-meta-owner": {
      readonly kind: string;
      readonly id: string;
      readonly name: string;
      readonly organization: components["schemas"]["page-links-self"];
    };
    readonly "listUserIdentities-output-data": readonly components["schemas"]["identities"][];
    readonly "listOrganizations-output-included": readonly components["schemas"]["projects"][];
    readonly "listAllOrganizations-output-data": readonly components["schemas"]["organizations-listAllOrganizations"][];
    readonly "listMemberships-output-data": readonly components["schemas"]["organization-memberships"][];
    readonly "listMemberships-output-included": readonly components["schemas"]["listMemberships-output-included-element"][];
    readonly "listMemberships-output-included-element": components["schemas"]["users"] | components["schemas"]["teams"];
    readonly "listTeams-output-included": readonly components["schemas"]["listTeams-output-included-element"][];
    readonly "listTeams-output-included-element": components["schemas"]["users"] | components["schemas"]["organization-memberships"];
    readonly "listFeatureSets-output-data": readonly components["schemas"]["feature-sets"][];
    readonly "readSubscription-output-included": readonly components["schemas"]["feature-sets"][];
    readonly "listProjects-output-included": readonly components["schemas"]["listProjects-output-included-element"][];
    readonly "listProjects-output-included-element": components["schemas"]["organizations"] | components["schemas"]["tag-bindings"] | components["schemas"]["effective-tag-bindings"];
    readonly "listProjectTags-output-data": readonly components["schemas"]["tag-bindings"][];
    readonly "listEffectiveProjectTags-output-data": readonly components["schemas"]["effective-tag-bindings"][];
    readonly "listWorkspaces-output-data": readonly components["schemas"]["workspaces"][];
    readonly "listWorkspaces-output-included": readonly components["schemas"]["listWorkspaces-output-included-element"][];
    readonly "listWorkspaces-output-included-element": components["schemas"]["organizations"] | components["schemas"]["projects"] | components["schemas"]["tag-bindings"] | components["schemas"]["effective-tag-bindings"];
    readonly "listTeamWorkspaceAccess-output-included": readonly components["schemas"]["listTeamWorkspaceAccess-output-included-element"][];
    readonly "listTeamWorkspaceAccess-output-meta": {
      readonly pagination?: components["schemas"]["pagination"];
      readonly cursors: components["schemas"]["page-cursors"];
      readonly abilities?: components["schemas"]["listTeamWorkspaceAccess-output-meta-abilities"];
    };
    readonly "listTeamWorkspaceAccess-output-included-element": components["schemas"]["teams"] | components["schemas"]["workspaces"];
    readonly "listTeamWorkspaceAccess-output-meta-abilities": readonly ("read" | "plan" | "create-workspaces" | "grant-access")[];
    readonly "listTeamProjectAccess-output-included": readonly components["schemas"]["listTeamProjectAccess-output-included-element"][];
    readonly "listTeamProjectAccess-output-included-element": components["schemas"]["teams"] | components["schemas"]["projects"];
    readonly "listPolicies-output-included": readonly components["schemas"]["policy-sets"][];
    readonly "listPolicySets-output-included": readonly components["schemas"]["listPolicySets-output-included-element"][];
    readonly "listPolicySets-output-included-element": components["schemas"]["policies"] | components["schemas"]["workspaces"] | components["schemas"]["projects"] | components["schemas"]["teams"] | components["schemas"]["policy-set-versions"];
    readonly "listApplicablePolicySets-output-data": readonly components["schemas"]["applicable-policy-sets"][];
    readonly "createPolicySetParameter-output-meta": {
      readonly notices: readonly string[];
    };
    readonly "listPolicySetParameterOverrides-output-included": readonly components["schemas"]["listPolicySetParameterOverrides-output-included-element"][];
    readonly "listPolicySetParameterOverrides-output-included-element": components["schemas"]["workspaces"] | components["schemas"]["projects"];
    readonly "listEvaluations-output-included": readonly components["schemas"]["listEvaluations-output-included-element"][];
    readonly "listEvaluations-output-included-element": components["schemas"]["policy-sets"] | components["schemas"]["workspaces"];
    readonly "listExemptionsOfPolicy-output-data": readonly components["schemas"]["policy-exemptions"][];
    readonly "listExemptionsOfPolicy-output-included": readonly components["schemas"]["workspaces"][];
    readonly "listExemptionRequestsOfEvaluation-output-data": readonly components["schemas"]["policy-exemption-requests"][];
    readonly "listPolicyReplays-output-data": readonly components["schemas"]["policy-replays"][];
    readonly "readPublicModule-output-included": readonly components["schemas"]["readPublicModule-output-included-element"][];
    readonly "readPublicModule-output-included-element": {
      readonly type: string;
      readonly id: string;
    };
    readonly "listModules-output-data": readonly components["schemas"]["registry-modules"][];
    readonly "listModuleCommits-output-data": readonly components["schemas"]["commits"][];
    readonly "readNewestRegistryModule-output-root": {
      readonly path: string;
      readonly name: string;
      readonly readme: string;
      readonly empty: boolean;
      readonly inputs: components["schemas"]["readNewestRegistryModule-output-root-inputs"];
      readonly outputs: components["schemas"]["readNewestRegistryModule-output-root-outputs"];
      readonly provider_dependencies: components["schemas"]["readNewestRegistryModule-output-root-provider_dependencies"];
      readonly resources: components["schemas"]["readNewestRegistryModule-output-root-resources"];
    };
    readonly "readNewestRegistryModule-output-submodules": readonly components["schemas"]["readNewestRegistryModule-output-root"][];
    readonly "readNewestRegistryModule-output-root-inputs": readonly components["schemas"]["readNewestRegistryModule-output-root-inputs-element"][];
    readonly "readNewestRegistryModule-output-root-outputs": readonly components["schemas"]["readNewestRegistryModule-output-root-outputs-element"][];
    readonly "readNewestRegistryModule-output-root-provider_dependencies": readonly components["schemas"]["readNewestRegistryModule-output-root-provider_dependencies-element"][];
    readonly "readNewestRegistryModule-output-root-resources": readonly components["schemas"]["readNewestRegistryModule-output-root-resources-element"][];
    readonly "readNewestRegistryModule-output-root-inputs-element": {
      readonly name: string;
      readonly type: string;
      readonly description: string;
      readonly default: string;
      readonly required: boolean;
    };
    readonly "readNewestRegistryModule-output-root-outputs-element": {
      readonly name: string;
      readonly description: string;
    };
    readonly "readNewestRegistryModule-output-root-provider_dependencies-element": {
      readonly name: string;
      readonly namespace: string;
      readonly source: string;
      readonly version: string;
    };
    readonly "readNewestRegistryModule-output-root-resources-element": {
      readonly name: string;
      readonly type: string;
    };
    readonly "listWorkspaceModules-output-data": readonly components["schemas"]["workspace-modules"][];
    readonly "readCostEstimationSettings-output-meta": {
      readonly "set-secrets": readonly string[];
    };
    readonly "readSamlSettings-output-meta": {
      readonly "set-secrets": readonly string[];
      readonly problem: components["schemas"]["page-links-self"];
      readonly certificates: components["schemas"]["readSamlSettings-output-meta-certificates"];
    };
    readonly "readSamlSettings-output-meta-certificates": readonly components["schemas"]["readSamlSettings-output-meta-certificates-element"][];
    readonly "readSamlSettings-output-meta-certificates-element": {
      /** @enum {string} */
      readonly name: "idp-cert" | "old-idp-cert" | "certificate";
      readonly subject: string;
      readonly "sha256-fingerprint": string;
      readonly "not-before": string;
      readonly "not-after": string;
    };
  };
  responses: never;
  parameters: {
    /** @description Page number, starting at 1. */
    readonly "page-number": number;
    /** @description Number of records on a page: 20 by default, at most 100. */
    readonly "page-size": number;
    /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
    readonly "page-after": string;
    /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
    readonly "page-before": string;
    /** @description The current `ETag` of the record, or `*`. With any other value, the response is 412. */
    readonly "if-match": string;
    /** @description Makes the request safe to repeat. For 24 hours, a request by the same caller with the same key gets the first response again and creates nothing. The response is 422 if the request differs from the first one, or if the first response was not stored because it is secret or too long. The response is 503 while the first request is in progress. If a request was refused, nothing was created, and the request can be sent again. */
    readonly "idempotency-key": string;
    readonly user_id: string;
    readonly token: string;
    readonly token_id: string;
    readonly session_id: string;
    readonly provider_key: string;
    readonly oidc_provider_id: string;
    readonly identity_id: string;
    readonly organization_name: string;
    readonly team_id: string;
    readonly membership_id: string;
    readonly subscription_id: string;
    readonly project_id: string;
    readonly project_name: string;
    readonly workspace_id: string;
    readonly workspace_name: string;
    readonly policy_override_delegation_id: string;
    readonly team_workspace_id: string;
    readonly team_project_id: string;
    readonly policy_id: string;
    readonly revision_number: string;
    readonly policy_set_id: string;
    readonly parameter_id: string;
    readonly override_id: string;
    readonly policy_set_version_id: string;
    readonly version_capability: string;
    readonly policy_evaluation_id: string;
    readonly policy_set_outcome_id: string;
    readonly policy_input_id: string;
    readonly policy_exemption_id: string;
    readonly policy_exemption_request_id: string;
    readonly policy_approval_id: string;
    readonly policy_run_task_id: string;
    readonly policy_replay_id: string;
    readonly module_id: string;
    readonly public_namespace: string;
    readonly module_name: string;
    readonly module_provider: string;
    readonly namespace: string;
    readonly module_version: string;
    readonly capability: string;
    readonly "query.filter.actor": string;
    readonly "query.filter.action": string;
    readonly "query.filter.resource": string;
    readonly "query.filter.resource-type": string;
    readonly "query.filter.since": string;
    readonly "query.filter.until": string;
    readonly "query.since": string;
    readonly "query.q": string;
    readonly "query.include.organizations": readonly "organizations"[];
    readonly "query.include.created-by": readonly "created-by"[];
    readonly "query.include.user": readonly "user"[];
    readonly "query.q.name": string;
    readonly "query.search.name": string;
    readonly "query.q.email": string;
    readonly "query.include.default-project": readonly "default-project"[];
    readonly "query.include.owners": readonly "owners"[];
    readonly "query.filter.email": string;
    readonly "query.filter.status.active.invited": "active" | "invited";
    readonly "query.filter.is_service_account.true.false": "true" | "false";
    readonly "query.include.user.teams": readonly ("user" | "teams")[];
    readonly "query.filter.names": string;
    readonly "query.include.users.organization-memberships": readonly ("users" | "organization-memberships")[];
    readonly "query.token.audit-trails": "audit-trails";
    readonly "query.include.feature-set": readonly "feature-set"[];
    readonly "query.filter.tagged.0.key": string;
    readonly "query.filter.tagged.0.value": string;
    readonly "query.include.organization.tag-bindings.effective-tag-bindings": readonly ("organization" | "tag-bindings" | "effective-tag-bindings")[];
    readonly "query.filter.project.id": string;
    readonly "query.include.organization.project.tag-bindings.effective-tag-bindings": readonly ("organization" | "project" | "tag-bindings" | "effective-tag-bindings")[];
    readonly "query.filter.team.id": string;
    readonly "query.filter.organization.name": string;
    readonly "query.include.team.workspace": readonly ("team" | "workspace")[];
    readonly "query.include.team.project": readonly ("team" | "project")[];
    readonly "query.filter.kind.native.opa": "native" | "opa";
    readonly "query.filter.level.hard-mandatory.soft-mandatory.advisory.mandatory": "hard-mandatory" | "soft-mandatory" | "advisory" | "mandatory";
    readonly "query.include.policy-sets": readonly "policy-sets"[];
    readonly "query.replay": string;
    readonly "query.message": string;
    readonly "query.include.policies.workspaces.projects.workspace-exclusions.project-exclusions.approvers.current-version.newest-version": readonly ("policies" | "workspaces" | "projects" | "workspace-exclusions" | "project-exclusions" | "approvers" | "current-version" | "newest-version")[];
    readonly "query.search.version": string;
    readonly "query.filter.version": string;
    readonly "query.filter.created-by": string;
    readonly "query.filter.workspace": string;
    readonly "query.include.policy-set.workspace": readonly ("policy-set" | "workspace")[];
    readonly "query.filter.policy": string;
    readonly "query.include.workspace": readonly "workspace"[];
    readonly "query.filter.status.active.expired": "active" | "expired";
    readonly "query.filter.status.pending.running.finished.canceled": "pending" | "running" | "finished" | "canceled";
    readonly "query.filter.provider": string;
    readonly "query.filter.registry_name.private.public": "private" | "public";
    readonly "query.filter.deprecated.true.false": "true" | "false";
    readonly "query.filter.organization_name": string;
  };
  requestBodies: never;
  headers: never;
  pathItems: never;
}
interface operations {
  readonly listAuditRecords: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "filter[actor]"?: components["parameters"]["query.filter.actor"];
        readonly "filter[action]"?: components["parameters"]["query.filter.action"];
        readonly "filter[resource]"?: components["parameters"]["query.filter.resource"];
        readonly "filter[resource-type]"?: components["parameters"]["query.filter.resource-type"];
        readonly "filter[since]"?: components["parameters"]["query.filter.since"];
        readonly "filter[until]"?: components["parameters"]["query.filter.until"];
        readonly "filter[organization]"?: string;
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["audit-records"][];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["listAuditRecords-output-meta"];
          };
        };
      };
    };
  };
  readonly listOrganizationAuditEvents: {
    readonly parameters: {
      readonly query?: {
        readonly since?: components["parameters"]["query.since"];
        readonly "page[number]"?: string;
        readonly "page[size]"?: string;
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/json": {
            readonly data: readonly {
              readonly id: string;
              /** @constant */
              readonly version: "0";
              /** @constant */
              readonly type: "Resource";
              /** Format: date-time */
              readonly timestamp: string;
              readonly auth: {
                readonly accessor_id: components["schemas"]["page-links-self"];
                readonly description: components["schemas"]["page-links-self"];
                /** @enum {string} */
                readonly type: "Client" | "Impersonated" | "System";
                readonly impersonator_id: components["schemas"]["page-links-self"];
                readonly organization_id: components["schemas"]["page-links-self"];
              };
              readonly request: {
                readonly id: string;
              };
              readonly resource: {
                readonly id: string;
                readonly type: string;
                readonly action: string;
                readonly meta: {
                  readonly before: components["schemas"]["audit-records-attributes-before"];
                  readonly after: components["schemas"]["audit-records-attributes-before"];
                } | null;
              };
            }[];
            readonly pagination: {
              readonly current_page: number;
              readonly prev_page: components["schemas"]["page-meta-pagination-prev-page"];
              readonly next_page: components["schemas"]["page-meta-pagination-prev-page"];
              readonly total_pages: number;
              readonly total_count: number;
            };
          };
        };
      };
    };
  };
  readonly ping: {
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly readLiveness: {
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/json": {
            /** @constant */
            readonly status: "ok";
          };
        };
      };
    };
  };
  readonly verifySmsSettings: {
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["verifySmsSettings-input"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
      };
    };
  };
  readonly verifySmsSettingsByPatch: {
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["verifySmsSettings-input"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
      };
    };
  };
  readonly readOidcSettings: {
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["oidc-settings"];
          };
        };
      };
    };
  };
  readonly rotateOidcKey: {
    readonly requestBody?: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["rotateOidcKey-input"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly trimOidcKeys: {
    readonly requestBody?: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["rotateOidcKey-input"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly listOidcKeys: {
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/json": {
            readonly keys: readonly {
              /** @constant */
              readonly kty: "RSA";
              readonly n: string;
              readonly e: string;
              readonly kid: string;
              /** @constant */
              readonly alg: "RS256";
              /** @constant */
              readonly use: "sig";
            }[];
          };
        };
      };
    };
  };
  readonly readOidcConfiguration: {
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/json": {
            readonly issuer: string;
            readonly jwks_uri: string;
            readonly response_types_supported: readonly string[];
            readonly subject_types_supported: readonly string[];
            readonly id_token_signing_alg_values_supported: readonly string[];
            readonly scopes_supported: readonly string[];
            readonly claims_supported: readonly string[];
          };
        };
      };
    };
  };
  readonly readDataRetentionPolicy: {
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readDataRetentionPolicy-output"];
        };
      };
    };
  };
  readonly createDataRetentionPolicy: {
    readonly parameters: {
      readonly header?: {
        /** @description The current `ETag` of the record, or `*`. With any other value, the response is 412. */
        readonly "If-Match"?: components["parameters"]["if-match"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: components["schemas"]["createDataRetentionPolicy-input-data"];
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readDataRetentionPolicy-output"];
        };
      };
    };
  };
  readonly deleteDataRetentionPolicy: {
    readonly parameters: {
      readonly header?: {
        /** @description The current `ETag` of the record, or `*`. With any other value, the response is 412. */
        readonly "If-Match"?: components["parameters"]["if-match"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly updateDataRetentionPolicy: {
    readonly parameters: {
      readonly header?: {
        /** @description The current `ETag` of the record, or `*`. With any other value, the response is 412. */
        readonly "If-Match"?: components["parameters"]["if-match"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @enum {string} */
            readonly type?: "data-retention-policy-delete-olders" | "";
            readonly attributes?: {
              readonly "delete-older-than-n-days"?: components["schemas"]["updateDataRetentionPolicy-input-data-attributes-delete-older-than-n-days"];
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readDataRetentionPolicy-output"];
        };
      };
    };
  };
  readonly readAuditStreamStatus: {
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["audit-stream-status"];
          };
        };
      };
    };
  };
  readonly readHeldInstance: {
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["held-instances"];
          };
        };
      };
    };
  };
  readonly resumeInstance: {
    readonly requestBody?: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @enum {string} */
            readonly type?: "held-instances" | "";
            readonly attributes?: {
              readonly "send-waiting"?: boolean;
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly readUser: {
    readonly parameters: {
      readonly path: {
        readonly user_id: components["parameters"]["user_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readUser-output"];
        };
      };
    };
  };
  readonly listOrganizationsOfUser: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
      };
      readonly path: {
        readonly user_id: components["parameters"]["user_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["organizations"][];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly createInitialAdmin: {
    readonly parameters: {
      readonly query?: {
        readonly token?: string;
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          /** Format: username */
          readonly username: string;
          /** Format: address */
          readonly email: string;
          /** Format: text */
          readonly password: string;
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/json": {
            /** @constant */
            readonly status: "created";
            readonly token: string;
          };
        };
      };
    };
  };
  readonly listUsers: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "filter[admin]"?: "true" | "false";
        readonly "filter[suspended]"?: "true" | "false";
        readonly "filter[two-factor]"?: "true" | "false";
        readonly q?: components["parameters"]["query.q"];
        readonly include?: components["parameters"]["query.include.organizations"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["users"][];
            readonly included?: components["schemas"]["listUsers-output-included"];
            readonly links: components["schemas"]["page-links"];
            readonly meta: {
              readonly pagination?: components["schemas"]["pagination"];
              readonly cursors: components["schemas"]["page-cursors"];
              readonly "status-counts": {
                readonly total: number;
                readonly suspended: number;
                readonly admin: number;
              };
            };
          };
        };
      };
    };
  };
  readonly createUser: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.organizations"];
      };
      readonly header?: {
        /** @description Makes the request safe to repeat. For 24 hours, a request by the same caller with the same key gets the first response again and creates nothing. The response is 422 if the request differs from the first one, or if the first response was not stored because it is secret or too long. The response is 503 while the first request is in progress. If a request was refused, nothing was created, and the request can be sent again. */
        readonly "Idempotency-Key"?: components["parameters"]["idempotency-key"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "users";
            readonly attributes: {
              /** Format: username */
              readonly username: string;
              /** Format: address */
              readonly email: string;
              readonly "is-admin"?: boolean;
              readonly "is-service-account"?: boolean;
              /** Format: text */
              readonly password?: string;
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description Created */
      readonly 201: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["users"];
            readonly included?: components["schemas"]["listUsers-output-included"];
            readonly meta?: components["schemas"]["createUser-output-meta"];
          };
        };
      };
    };
  };
  readonly readAdminUser: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.organizations"];
      };
      readonly path: {
        readonly user_id: components["parameters"]["user_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readAdminUser-output"];
        };
      };
    };
  };
  readonly deleteUser: {
    readonly parameters: {
      readonly path: {
        readonly user_id: components["parameters"]["user_id"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly suspendUser: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.organizations"];
      };
      readonly path: {
        readonly user_id: components["parameters"]["user_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readAdminUser-output"];
        };
      };
    };
  };
  readonly unsuspendUser: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.organizations"];
      };
      readonly path: {
        readonly user_id: components["parameters"]["user_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readAdminUser-output"];
        };
      };
    };
  };
  readonly grantUserAdmin: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.organizations"];
      };
      readonly path: {
        readonly user_id: components["parameters"]["user_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readAdminUser-output"];
        };
      };
    };
  };
  readonly grantUserAdminAlias: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.organizations"];
      };
      readonly path: {
        readonly user_id: components["parameters"]["user_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readAdminUser-output"];
        };
      };
    };
  };
  readonly revokeUserAdmin: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.organizations"];
      };
      readonly path: {
        readonly user_id: components["parameters"]["user_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readAdminUser-output"];
        };
      };
    };
  };
  readonly revokeUserAdminAlias: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.organizations"];
      };
      readonly path: {
        readonly user_id: components["parameters"]["user_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readAdminUser-output"];
        };
      };
    };
  };
  readonly disableUserTwoFactor: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.organizations"];
      };
      readonly path: {
        readonly user_id: components["parameters"]["user_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readAdminUser-output"];
        };
      };
    };
  };
  readonly disableUserTwoFactorAlias: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.organizations"];
      };
      readonly path: {
        readonly user_id: components["parameters"]["user_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readAdminUser-output"];
        };
      };
    };
  };
  readonly confirmUserEmail: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.organizations"];
      };
      readonly path: {
        readonly user_id: components["parameters"]["user_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readAdminUser-output"];
        };
      };
    };
  };
  readonly confirmUserEmailAlias: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.organizations"];
      };
      readonly path: {
        readonly user_id: components["parameters"]["user_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readAdminUser-output"];
        };
      };
    };
  };
  readonly readAccount: {
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["users"];
            readonly meta?: {
              readonly "two-factor-required": {
                readonly "site-administration": boolean;
                readonly organizations: readonly string[];
                readonly detail: string;
              };
            };
          };
        };
      };
    };
  };
  readonly updateAccount: {
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "users";
            readonly attributes?: {
              /** Format: username */
              readonly username?: string;
              /** Format: address */
              readonly email?: string;
              readonly "one-time-code"?: components["schemas"]["feature-sets-attributes-comparison-description"];
              readonly "current-password"?: components["schemas"]["feature-sets-attributes-comparison-description"];
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readUser-output"];
        };
      };
    };
  };
  readonly confirmEmail: {
    readonly parameters: {
      readonly path: {
        readonly token: components["parameters"]["token"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly updatePassword: {
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "users";
            readonly attributes: {
              /** Format: text */
              readonly "current-password": string;
              /** Format: text */
              readonly password: string;
              /** Format: text */
              readonly "password-confirmation"?: string;
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readUser-output"];
        };
      };
    };
  };
  readonly requestPasswordReset: {
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "users";
            readonly attributes: {
              /** Format: text */
              readonly email: string;
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description Accepted */
      readonly 202: {
      };
    };
  };
  readonly resetPassword: {
    readonly parameters: {
      readonly path: {
        readonly token: components["parameters"]["token"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "users";
            readonly attributes: {
              /** Format: text */
              readonly password: string;
              /** Format: text */
              readonly "password-confirmation"?: string;
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly listUserTokens: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly include?: components["parameters"]["query.include.created-by"];
      };
      readonly path: {
        readonly user_id: components["parameters"]["user_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["listUserTokens-output"];
        };
      };
    };
  };
  readonly createUserToken: {
    readonly parameters: {
      readonly header?: {
        /** @description Makes the request safe to repeat. For 24 hours, a request by the same caller with the same key gets the first response again and creates nothing. The response is 422 if the request differs from the first one, or if the first response was not stored because it is secret or too long. The response is 503 while the first request is in progress. If a request was refused, nothing was created, and the request can be sent again. */
        readonly "Idempotency-Key"?: components["parameters"]["idempotency-key"];
      };
      readonly path: {
        readonly user_id: components["parameters"]["user_id"];
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["createUserToken-input"];
      };
    };
    readonly responses: {
      /** @description Created */
      readonly 201: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createUserToken-output"];
        };
      };
    };
  };
  readonly listTokensOfUser: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly include?: components["parameters"]["query.include.created-by"];
      };
      readonly path: {
        readonly user_id: components["parameters"]["user_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["listUserTokens-output"];
        };
      };
    };
  };
  readonly findToken: {
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["findToken-input"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["findToken-output"];
        };
      };
    };
  };
  readonly revokeToken: {
    readonly parameters: {
      readonly path: {
        readonly token_id: components["parameters"]["token_id"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly createTwoFactorEnrolment: {
    readonly requestBody?: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @enum {string} */
            readonly type?: "two-factor-enrolments" | "";
            readonly attributes?: {
              readonly "phone-number"?: string | null;
              readonly "current-password"?: components["schemas"]["feature-sets-attributes-comparison-description"];
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description Created */
      readonly 201: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["two-factor-enrolments"];
          };
        };
      };
    };
  };
  readonly deleteTwoFactorEnrolment: {
    readonly requestBody?: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @enum {string} */
            readonly type?: "two-factor-enrolments" | "";
            readonly attributes?: components["schemas"]["deleteTwoFactorEnrolment-input-data-attributes"];
          };
        };
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly confirmTwoFactorEnrolment: {
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "two-factor-enrolments";
            readonly attributes: {
              /** Format: text */
              readonly "one-time-code": string;
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["confirmTwoFactorEnrolment-output"];
        };
      };
    };
  };
  readonly createRecoveryCodes: {
    readonly requestBody?: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @enum {string} */
            readonly type?: "recovery-codes" | "";
            readonly attributes?: components["schemas"]["deleteTwoFactorEnrolment-input-data-attributes"];
          };
        };
      };
    };
    readonly responses: {
      /** @description Created */
      readonly 201: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["confirmTwoFactorEnrolment-output"];
        };
      };
    };
  };
  readonly sendTwoFactorCode: {
    readonly responses: {
      /** @description Accepted */
      readonly 202: {
      };
    };
  };
  readonly readSession: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.user"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["sessions"];
            readonly included?: components["schemas"]["listUserTokens-output-included"];
          };
        };
      };
    };
  };
  readonly createSession: {
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "sessions";
            readonly attributes: {
              /** Format: text */
              readonly username: string;
              /** Format: text */
              readonly password: string;
              /** Format: text */
              readonly "one-time-code"?: string;
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description Created */
      readonly 201: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["sessions"];
          };
        };
      };
    };
  };
  readonly deleteCurrentSession: {
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly listSessions: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly include?: components["parameters"]["query.include.user"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["sessions"][];
            readonly included?: components["schemas"]["listUserTokens-output-included"];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly deleteOtherSessions: {
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly deleteSession: {
    readonly parameters: {
      readonly path: {
        readonly session_id: components["parameters"]["session_id"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly impersonateUser: {
    readonly parameters: {
      readonly path: {
        readonly user_id: components["parameters"]["user_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/json": {
          readonly reason: string;
        };
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly unimpersonateUser: {
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly readSamlMetadata: {
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/samlmetadata+xml": string;
        };
      };
    };
  };
  readonly readSamlMetadataAlias: {
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/samlmetadata+xml": string;
        };
      };
    };
  };
  readonly testSamlResponse: {
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "saml-checks";
            readonly attributes: {
              /** Format: text */
              readonly "saml-response": string;
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["saml-checks"];
          };
        };
      };
    };
  };
  readonly endSessionsByLogoutToken: {
    readonly parameters: {
      readonly path: {
        readonly provider_key: components["parameters"]["provider_key"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/x-www-form-urlencoded": {
          /** Format: text */
          readonly logout_token: string;
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
      };
    };
  };
  readonly listOidcProviders: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["oidc-providers"][];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly createOidcProvider: {
    readonly parameters: {
      readonly header?: {
        /** @description Makes the request safe to repeat. For 24 hours, a request by the same caller with the same key gets the first response again and creates nothing. The response is 422 if the request differs from the first one, or if the first response was not stored because it is secret or too long. The response is 503 while the first request is in progress. If a request was refused, nothing was created, and the request can be sent again. */
        readonly "Idempotency-Key"?: components["parameters"]["idempotency-key"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "oidc-providers";
            readonly attributes: {
              readonly key: string;
              readonly position?: number;
              /** Format: text */
              readonly name: string;
              readonly preset?: components["schemas"]["oidc-providers-attributes-preset"];
              readonly enabled?: boolean;
              /** Format: text */
              readonly issuer?: string;
              readonly tenant?: components["schemas"]["createOidcProvider-input-data-attributes-tenant"];
              /** Format: text */
              readonly "client-id": string;
              /** Format: text */
              readonly "username-claim"?: string;
              /** Format: text */
              readonly "email-claim"?: string;
              /** Format: text */
              readonly "groups-claim"?: string;
              /** Format: text */
              readonly "site-admin-claim"?: string;
              /** Format: text */
              readonly "site-admin-value"?: string;
              readonly "team-names-count"?: boolean;
              readonly "creates-accounts"?: boolean;
              readonly scopes?: components["schemas"]["createOidcProvider-input-data-attributes-scopes"];
              readonly "allowed-domains"?: components["schemas"]["createOidcProvider-input-data-attributes-allowed-domains"];
              readonly "allowed-groups"?: components["schemas"]["createOidcProvider-input-data-attributes-allowed-groups"];
              readonly organizations?: components["schemas"]["createOidcProvider-input-data-attributes-organizations"];
              /** Format: text */
              readonly "client-secret"?: string;
              /** Format: text */
              readonly "private-key"?: string;
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description Created */
      readonly 201: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createOidcProvider-output"];
        };
      };
    };
  };
  readonly readOidcProvider: {
    readonly parameters: {
      readonly path: {
        readonly oidc_provider_id: components["parameters"]["oidc_provider_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createOidcProvider-output"];
        };
      };
    };
  };
  readonly deleteOidcProvider: {
    readonly parameters: {
      readonly path: {
        readonly oidc_provider_id: components["parameters"]["oidc_provider_id"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly updateOidcProvider: {
    readonly parameters: {
      readonly path: {
        readonly oidc_provider_id: components["parameters"]["oidc_provider_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "oidc-providers";
            readonly attributes?: {
              readonly position?: number;
              /** Format: text */
              readonly name?: string;
              readonly enabled?: boolean;
              /** Format: text */
              readonly issuer?: string;
              readonly tenant?: components["schemas"]["createOidcProvider-input-data-attributes-tenant"];
              /** Format: text */
              readonly "client-id"?: string;
              /** Format: text */
              readonly "username-claim"?: string;
              /** Format: text */
              readonly "email-claim"?: string;
              /** Format: text */
              readonly "groups-claim"?: string;
              /** Format: text */
              readonly "site-admin-claim"?: string;
              /** Format: text */
              readonly "site-admin-value"?: string;
              readonly "team-names-count"?: boolean;
              readonly "creates-accounts"?: boolean;
              readonly scopes?: components["schemas"]["createOidcProvider-input-data-attributes-scopes"];
              readonly "allowed-domains"?: components["schemas"]["createOidcProvider-input-data-attributes-allowed-domains"];
              readonly "allowed-groups"?: components["schemas"]["createOidcProvider-input-data-attributes-allowed-groups"];
              readonly organizations?: components["schemas"]["createOidcProvider-input-data-attributes-organizations"];
              /** Format: text */
              readonly "client-secret"?: string;
              /** Format: text */
              readonly "private-key"?: string;
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createOidcProvider-output"];
        };
      };
    };
  };
  readonly listUserIdentities: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly include?: components["parameters"]["query.include.user"];
      };
      readonly path: {
        readonly user_id: components["parameters"]["user_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["listUserIdentities-output"];
        };
      };
    };
  };
  readonly confirmUserIdentity: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.user"];
      };
      readonly path: {
        readonly user_id: components["parameters"]["user_id"];
        readonly identity_id: components["parameters"]["identity_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["identities"];
            readonly included?: components["schemas"]["listUserTokens-output-included"];
          };
        };
      };
    };
  };
  readonly unlinkUserIdentity: {
    readonly parameters: {
      readonly path: {
        readonly user_id: components["parameters"]["user_id"];
        readonly identity_id: components["parameters"]["identity_id"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly listIdentities: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly include?: components["parameters"]["query.include.user"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["listUserIdentities-output"];
        };
      };
    };
  };
  readonly unlinkIdentity: {
    readonly parameters: {
      readonly path: {
        readonly identity_id: components["parameters"]["identity_id"];
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @enum {string} */
            readonly type?: "identities" | "";
            readonly attributes?: components["schemas"]["deleteTwoFactorEnrolment-input-data-attributes"];
          };
        };
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly listOrganizations: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "q[name]"?: components["parameters"]["query.q.name"];
        readonly "search[name]"?: components["parameters"]["query.search.name"];
        readonly q?: components["parameters"]["query.q"];
        readonly "q[email]"?: components["parameters"]["query.q.email"];
        readonly include?: components["parameters"]["query.include.default-project"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["organizations"][];
            readonly included?: components["schemas"]["listOrganizations-output-included"];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly createOrganization: {
    readonly parameters: {
      readonly header?: {
        /** @description Makes the request safe to repeat. For 24 hours, a request by the same caller with the same key gets the first response again and creates nothing. The response is 422 if the request differs from the first one, or if the first response was not stored because it is secret or too long. The response is 503 while the first request is in progress. If a request was refused, nothing was created, and the request can be sent again. */
        readonly "Idempotency-Key"?: components["parameters"]["idempotency-key"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "organizations";
            readonly attributes: {
              readonly name: string;
              /** Format: address */
              readonly email: string;
              readonly "plan-timeout"?: components["schemas"]["updateOrganization-input-data-attributes-plan-timeout"];
              readonly "apply-timeout"?: components["schemas"]["updateOrganization-input-data-attributes-plan-timeout"];
              readonly "cost-estimation-enabled"?: boolean;
              readonly "saml-enabled"?: boolean;
              readonly "module-deprecation-notices-enabled"?: boolean;
              /** @enum {string} */
              readonly "collaborator-auth-policy"?: "password" | "two_factor_mandatory";
              readonly "session-timeout"?: components["schemas"]["updateDataRetentionPolicy-input-data-attributes-delete-older-than-n-days"];
              readonly "session-remember"?: components["schemas"]["updateDataRetentionPolicy-input-data-attributes-delete-older-than-n-days"];
              readonly "user-tokens-enabled"?: boolean;
              readonly "speculative-plan-management-enabled"?: boolean;
              readonly "allow-force-delete-workspaces"?: boolean;
              /** @enum {string} */
              readonly "policy-upload-check"?: "report" | "enforce" | "enforce-tests";
              readonly "evaluated-policies-required"?: boolean;
              readonly "complete-plans-required"?: boolean;
              readonly "evaluation-workspace-required"?: boolean;
              /** @enum {string} */
              readonly "unknown-values"?: "notice" | "fail" | "fail-all";
              readonly "policy-input-retention-days"?: components["schemas"]["updateOrganization-input-data-attributes-policy-input-retention-days"];
              readonly "policy-exemption-max-days"?: components["schemas"]["updateOrganization-input-data-attributes-policy-exemption-max-days"];
              readonly "policy-override-max-days"?: components["schemas"]["updateOrganization-input-data-attributes-policy-exemption-max-days"];
              readonly "exemptions-need-request"?: boolean;
              readonly "evaluation-change-values-enabled"?: boolean;
              readonly "evaluation-rule-lines-enabled"?: boolean;
              readonly "evaluation-author-access-enabled"?: boolean;
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description Created */
      readonly 201: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["updateOrganization-output"];
        };
      };
    };
  };
  readonly readOrganization: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.default-project"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["organizations"];
            readonly included?: components["schemas"]["listOrganizations-output-included"];
          };
        };
      };
    };
  };
  readonly deleteOrganization: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly updateOrganization: {
    readonly parameters: {
      readonly header?: {
        /** @description The current `ETag` of the record, or `*`. With any other value, the response is 412. */
        readonly "If-Match"?: components["parameters"]["if-match"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "organizations";
            readonly attributes?: {
              readonly name?: string;
              /** Format: address */
              readonly email?: string;
              readonly "plan-timeout"?: components["schemas"]["updateOrganization-input-data-attributes-plan-timeout"];
              readonly "apply-timeout"?: components["schemas"]["updateOrganization-input-data-attributes-plan-timeout"];
              readonly "cost-estimation-enabled"?: boolean;
              readonly "saml-enabled"?: boolean;
              readonly "module-deprecation-notices-enabled"?: boolean;
              /** @enum {string} */
              readonly "collaborator-auth-policy"?: "password" | "two_factor_mandatory";
              readonly "session-timeout"?: components["schemas"]["updateDataRetentionPolicy-input-data-attributes-delete-older-than-n-days"];
              readonly "session-remember"?: components["schemas"]["updateDataRetentionPolicy-input-data-attributes-delete-older-than-n-days"];
              readonly "user-tokens-enabled"?: boolean;
              readonly "speculative-plan-management-enabled"?: boolean;
              readonly "allow-force-delete-workspaces"?: boolean;
              /** @enum {string} */
              readonly "policy-upload-check"?: "report" | "enforce" | "enforce-tests";
              readonly "evaluated-policies-required"?: boolean;
              readonly "complete-plans-required"?: boolean;
              readonly "evaluation-workspace-required"?: boolean;
              /** @enum {string} */
              readonly "unknown-values"?: "notice" | "fail" | "fail-all";
              readonly "policy-input-retention-days"?: components["schemas"]["updateOrganization-input-data-attributes-policy-input-retention-days"];
              readonly "policy-exemption-max-days"?: components["schemas"]["updateOrganization-input-data-attributes-policy-exemption-max-days"];
              readonly "policy-override-max-days"?: components["schemas"]["updateOrganization-input-data-attributes-policy-exemption-max-days"];
              readonly "exemptions-need-request"?: boolean;
              readonly "evaluation-change-values-enabled"?: boolean;
              readonly "evaluation-rule-lines-enabled"?: boolean;
              readonly "evaluation-author-access-enabled"?: boolean;
            };
            readonly relationships?: {
              readonly "default-project"?: components["schemas"]["projects-reference"];
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["updateOrganization-output"];
        };
      };
    };
  };
  readonly listOrganizationRemovals: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["organization-removals"][];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly listAllOrganizations: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "q[name]"?: components["parameters"]["query.q.name"];
        readonly "search[name]"?: components["parameters"]["query.search.name"];
        readonly q?: components["parameters"]["query.q"];
        readonly "q[email]"?: components["parameters"]["query.q.email"];
        readonly include?: components["parameters"]["query.include.owners"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["listAllOrganizations-output-data"];
            readonly included?: components["schemas"]["listUserTokens-output-included"];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly readAdministeredOrganization: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.owners"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["organizations-listAllOrganizations"];
            readonly included?: components["schemas"]["listUserTokens-output-included"];
          };
        };
      };
    };
  };
  readonly deleteAdministeredOrganization: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly updateAdministeredOrganization: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @enum {string} */
            readonly type?: "organizations" | "";
            readonly attributes?: {
              readonly "global-module-sharing"?: components["schemas"]["users-attributes-is-email-confirmed"];
              readonly "workspace-limit"?: components["schemas"]["feature-sets-attributes-policy-limit"];
              readonly "plan-timeout"?: components["schemas"]["updateOrganization-input-data-attributes-plan-timeout"];
              readonly "apply-timeout"?: components["schemas"]["updateOrganization-input-data-attributes-plan-timeout"];
              readonly "iac-build-worker-plan-timeout"?: components["schemas"]["updateOrganization-input-data-attributes-plan-timeout"];
              readonly "iac-build-worker-apply-timeout"?: components["schemas"]["updateOrganization-input-data-attributes-plan-timeout"];
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["organizations-listAllOrganizations"];
          };
        };
      };
    };
  };
  readonly listModuleConsumers: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["listAllOrganizations-output-data"];
            readonly links?: components["schemas"]["page-links"];
            readonly meta?: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly updateModuleConsumers: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: readonly {
            readonly id: string;
            /** @enum {string} */
            readonly type: "organizations";
          }[];
        };
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly readOrganizationDataRetention: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readOrganizationDataRetention-output"];
        };
      };
    };
  };
  readonly setOrganizationDataRetention: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: components["schemas"]["createDataRetentionPolicy-input-data"];
        } | {
          readonly data: {
            /** @constant */
            readonly type: "data-retention-policy-dont-deletes";
            readonly attributes?: components["schemas"]["rotateOidcKey-input"];
          };
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readOrganizationDataRetention-output"];
        };
      };
    };
  };
  readonly deleteOrganizationDataRetention: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly listMemberships: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "filter[email]"?: components["parameters"]["query.filter.email"];
        readonly "filter[status]"?: components["parameters"]["query.filter.status.active.invited"];
        readonly "filter[is_service_account]"?: components["parameters"]["query.filter.is_service_account.true.false"];
        readonly q?: components["parameters"]["query.q"];
        readonly include?: components["parameters"]["query.include.user.teams"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["listMemberships-output"];
        };
      };
    };
  };
  readonly createMembership: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.user.teams"];
      };
      readonly header?: {
        /** @description Makes the request safe to repeat. For 24 hours, a request by the same caller with the same key gets the first response again and creates nothing. The response is 422 if the request differs from the first one, or if the first response was not stored because it is secret or too long. The response is 503 while the first request is in progress. If a request was refused, nothing was created, and the request can be sent again. */
        readonly "Idempotency-Key"?: components["parameters"]["idempotency-key"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "organization-memberships";
            readonly attributes: {
              /** Format: address */
              readonly email: string;
            };
            readonly relationships?: {
              readonly teams?: components["schemas"]["teams-references"];
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description Created */
      readonly 201: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["organization-memberships"];
            readonly included?: components["schemas"]["listMemberships-output-included"];
            readonly meta?: components["schemas"]["createUser-output-meta"];
          };
        };
      };
    };
  };
  readonly listTeamMemberships: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "filter[email]"?: components["parameters"]["query.filter.email"];
        readonly "filter[status]"?: components["parameters"]["query.filter.status.active.invited"];
        readonly "filter[is_service_account]"?: components["parameters"]["query.filter.is_service_account.true.false"];
        readonly q?: components["parameters"]["query.q"];
        readonly include?: components["parameters"]["query.include.user.teams"];
      };
      readonly path: {
        readonly team_id: components["parameters"]["team_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["listMemberships-output"];
        };
      };
    };
  };
  readonly listTeamMembershipsAlias: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "filter[email]"?: components["parameters"]["query.filter.email"];
        readonly "filter[status]"?: components["parameters"]["query.filter.status.active.invited"];
        readonly "filter[is_service_account]"?: components["parameters"]["query.filter.is_service_account.true.false"];
        readonly q?: components["parameters"]["query.q"];
        readonly include?: components["parameters"]["query.include.user.teams"];
      };
      readonly path: {
        readonly team_id: components["parameters"]["team_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["listMemberships-output"];
        };
      };
    };
  };
  readonly addTeamMemberships: {
    readonly parameters: {
      readonly path: {
        readonly team_id: components["parameters"]["team_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["addTeamMemberships-input"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly removeTeamMemberships: {
    readonly parameters: {
      readonly path: {
        readonly team_id: components["parameters"]["team_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["addTeamMemberships-input"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly listOwnMemberships: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly include?: readonly ("organization" | "user" | "teams")[];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["listMemberships-output-data"];
            readonly included?: readonly (components["schemas"]["organizations"] | components["schemas"]["users"] | components["schemas"]["teams"])[];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly readMembership: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.user.teams"];
      };
      readonly path: {
        readonly membership_id: components["parameters"]["membership_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["organization-memberships"];
            readonly included?: components["schemas"]["listMemberships-output-included"];
          };
        };
      };
    };
  };
  readonly deleteMembership: {
    readonly parameters: {
      readonly path: {
        readonly membership_id: components["parameters"]["membership_id"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly listTeamsOfMembership: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
      };
      readonly path: {
        readonly membership_id: components["parameters"]["membership_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["listTeamsOfMembership-output"];
        };
      };
    };
  };
  readonly listTeams: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "filter[names]"?: components["parameters"]["query.filter.names"];
        readonly q?: components["parameters"]["query.q"];
        readonly include?: components["parameters"]["query.include.users.organization-memberships"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["teams"][];
            readonly included?: components["schemas"]["listTeams-output-included"];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly createTeam: {
    readonly parameters: {
      readonly header?: {
        /** @description Makes the request safe to repeat. For 24 hours, a request by the same caller with the same key gets the first response again and creates nothing. The response is 422 if the request differs from the first one, or if the first response was not stored because it is secret or too long. The response is 503 while the first request is in progress. If a request was refused, nothing was created, and the request can be sent again. */
        readonly "Idempotency-Key"?: components["parameters"]["idempotency-key"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "teams";
            readonly attributes: {
              /** Format: text */
              readonly name: string;
              /** @enum {string} */
              readonly visibility?: "secret" | "organization";
              readonly "allow-member-token-management"?: boolean;
              readonly "sso-team-id"?: components["schemas"]["createOidcProvider-input-data-attributes-tenant"];
              readonly "organization-access"?: components["schemas"]["createTeam-input-data-attributes-organization-access"];
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description Created */
      readonly 201: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createTeam-output"];
        };
      };
    };
  };
  readonly readTeam: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.users.organization-memberships"];
      };
      readonly path: {
        readonly team_id: components["parameters"]["team_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["teams"];
            readonly included?: components["schemas"]["listTeams-output-included"];
          };
        };
      };
    };
  };
  readonly deleteTeam: {
    readonly parameters: {
      readonly path: {
        readonly team_id: components["parameters"]["team_id"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly updateTeam: {
    readonly parameters: {
      readonly path: {
        readonly team_id: components["parameters"]["team_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "teams";
            readonly attributes?: {
              /** Format: text */
              readonly name?: string;
              /** @enum {string} */
              readonly visibility?: "secret" | "organization";
              readonly "allow-member-token-management"?: boolean;
              readonly "sso-team-id"?: components["schemas"]["createOidcProvider-input-data-attributes-tenant"];
              readonly "organization-access"?: components["schemas"]["createTeam-input-data-attributes-organization-access"];
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createTeam-output"];
        };
      };
    };
  };
  readonly listTeamUsers: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
      };
      readonly path: {
        readonly team_id: components["parameters"]["team_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["users"][];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly addTeamUsers: {
    readonly parameters: {
      readonly path: {
        readonly team_id: components["parameters"]["team_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["addTeamUsers-input"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly removeTeamUsers: {
    readonly parameters: {
      readonly path: {
        readonly team_id: components["parameters"]["team_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["addTeamUsers-input"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly readToken: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.created-by"];
      };
      readonly path: {
        readonly token_id: components["parameters"]["token_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readToken-output"];
        };
      };
    };
  };
  readonly deleteToken: {
    readonly parameters: {
      readonly path: {
        readonly token_id: components["parameters"]["token_id"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly listTeamTokens: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly include?: components["parameters"]["query.include.created-by"];
      };
      readonly path: {
        readonly team_id: components["parameters"]["team_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["listUserTokens-output"];
        };
      };
    };
  };
  readonly createNamedTeamToken: {
    readonly parameters: {
      readonly header?: {
        /** @description Makes the request safe to repeat. For 24 hours, a request by the same caller with the same key gets the first response again and creates nothing. The response is 422 if the request differs from the first one, or if the first response was not stored because it is secret or too long. The response is 503 while the first request is in progress. If a request was refused, nothing was created, and the request can be sent again. */
        readonly "Idempotency-Key"?: components["parameters"]["idempotency-key"];
      };
      readonly path: {
        readonly team_id: components["parameters"]["team_id"];
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["createUserToken-input"];
      };
    };
    readonly responses: {
      /** @description Created */
      readonly 201: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createUserToken-output"];
        };
      };
    };
  };
  readonly listTokensOfTeams: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly q?: components["parameters"]["query.q"];
        readonly sort?: "team-name" | "-team-name" | "created-by" | "-created-by" | "expired-at" | "-expired-at" | "last-used-at" | "-last-used-at";
        readonly include?: components["parameters"]["query.include.created-by"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["listUserTokens-output"];
        };
      };
    };
  };
  readonly findOrganizationToken: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["findToken-input"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["findToken-output"];
        };
      };
    };
  };
  readonly readOrganizationToken: {
    readonly parameters: {
      readonly query?: {
        readonly token?: components["parameters"]["query.token.audit-trails"];
        readonly include?: components["parameters"]["query.include.created-by"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readToken-output"];
        };
      };
    };
  };
  readonly createOrganizationToken: {
    readonly parameters: {
      readonly query?: {
        readonly token?: components["parameters"]["query.token.audit-trails"];
      };
      readonly header?: {
        /** @description Makes the request safe to repeat. For 24 hours, a request by the same caller with the same key gets the first response again and creates nothing. The response is 422 if the request differs from the first one, or if the first response was not stored because it is secret or too long. The response is 503 while the first request is in progress. If a request was refused, nothing was created, and the request can be sent again. */
        readonly "Idempotency-Key"?: components["parameters"]["idempotency-key"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["createUserToken-input"];
      };
    };
    readonly responses: {
      /** @description Created */
      readonly 201: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createUserToken-output"];
        };
      };
    };
  };
  readonly deleteOrganizationToken: {
    readonly parameters: {
      readonly query?: {
        readonly token?: components["parameters"]["query.token.audit-trails"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly readTeamToken: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.created-by"];
      };
      readonly path: {
        readonly team_id: components["parameters"]["team_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readToken-output"];
        };
      };
    };
  };
  readonly createTeamToken: {
    readonly parameters: {
      readonly header?: {
        /** @description Makes the request safe to repeat. For 24 hours, a request by the same caller with the same key gets the first response again and creates nothing. The response is 422 if the request differs from the first one, or if the first response was not stored because it is secret or too long. The response is 503 while the first request is in progress. If a request was refused, nothing was created, and the request can be sent again. */
        readonly "Idempotency-Key"?: components["parameters"]["idempotency-key"];
      };
      readonly path: {
        readonly team_id: components["parameters"]["team_id"];
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["createUserToken-input"];
      };
    };
    readonly responses: {
      /** @description Created */
      readonly 201: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createUserToken-output"];
        };
      };
    };
  };
  readonly deleteTeamToken: {
    readonly parameters: {
      readonly path: {
        readonly team_id: components["parameters"]["team_id"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly listFeatureSets: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["listFeatureSets-output"];
        };
      };
    };
  };
  readonly listAdminFeatureSets: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly q?: components["parameters"]["query.q"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["listFeatureSets-output"];
        };
      };
    };
  };
  readonly readFeatureSetCatalogue: {
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readFeatureSetCatalogue-output"];
        };
      };
    };
  };
  readonly updateFeatureSetCatalogue: {
    readonly parameters: {
      readonly header?: {
        /** @description The current `ETag` of the record, or `*`. With any other value, the response is 412. */
        readonly "If-Match"?: components["parameters"]["if-match"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "feature-set-catalogues";
            readonly attributes: {
              readonly "feature-sets": readonly unknown[];
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readFeatureSetCatalogue-output"];
        };
      };
    };
  };
  readonly readSubscription: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.feature-set"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readSubscription-output"];
        };
      };
    };
  };
  readonly readSubscriptionById: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.feature-set"];
      };
      readonly path: {
        readonly subscription_id: components["parameters"]["subscription_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readSubscription-output"];
        };
      };
    };
  };
  readonly listSubscriptions: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly include?: components["parameters"]["query.include.feature-set"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["subscriptions"][];
            readonly included?: components["schemas"]["readSubscription-output-included"];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly readOrganizationUsage: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["organization-usages"];
          };
        };
      };
    };
  };
  readonly createSubscription: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.feature-set"];
      };
      readonly header?: {
        /** @description Makes the request safe to repeat. For 24 hours, a request by the same caller with the same key gets the first response again and creates nothing. The response is 422 if the request differs from the first one, or if the first response was not stored because it is secret or too long. The response is 503 while the first request is in progress. If a request was refused, nothing was created, and the request can be sent again. */
        readonly "Idempotency-Key"?: components["parameters"]["idempotency-key"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @enum {string} */
            readonly type: "subscriptions" | "subscription";
            readonly relationships: {
              readonly "feature-set": components["schemas"]["feature-sets-reference"];
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description Created */
      readonly 201: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readSubscription-output"];
        };
      };
    };
  };
  readonly listOrganizationFeatureSets: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["listFeatureSets-output"];
        };
      };
    };
  };
  readonly readEntitlementSet: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["entitlement-sets"];
          };
        };
      };
    };
  };
  readonly listAuditEvents: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "filter[actor]"?: components["parameters"]["query.filter.actor"];
        readonly "filter[action]"?: components["parameters"]["query.filter.action"];
        readonly "filter[resource]"?: components["parameters"]["query.filter.resource"];
        readonly "filter[resource-type]"?: components["parameters"]["query.filter.resource-type"];
        readonly "filter[since]"?: components["parameters"]["query.filter.since"];
        readonly "filter[until]"?: components["parameters"]["query.filter.until"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["audit-events"][];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["listAuditRecords-output-meta"];
          };
        };
      };
    };
  };
  readonly listProjects: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "filter[names]"?: components["parameters"]["query.filter.names"];
        readonly q?: components["parameters"]["query.q"];
        readonly "search[name]"?: components["parameters"]["query.search.name"];
        readonly "filter[tagged][0][key]"?: components["parameters"]["query.filter.tagged.0.key"];
        readonly "filter[tagged][0][value]"?: components["parameters"]["query.filter.tagged.0.value"];
        readonly include?: components["parameters"]["query.include.organization.tag-bindings.effective-tag-bindings"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["projects"][];
            readonly included?: components["schemas"]["listProjects-output-included"];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly createProject: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.organization.tag-bindings.effective-tag-bindings"];
      };
      readonly header?: {
        /** @description Makes the request safe to repeat. For 24 hours, a request by the same caller with the same key gets the first response again and creates nothing. The response is 422 if the request differs from the first one, or if the first response was not stored because it is secret or too long. The response is 503 while the first request is in progress. If a request was refused, nothing was created, and the request can be sent again. */
        readonly "Idempotency-Key"?: components["parameters"]["idempotency-key"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "projects";
            readonly attributes: {
              readonly name: string;
              readonly description?: components["schemas"]["feature-sets-attributes-comparison-description"];
            };
            readonly relationships?: components["schemas"]["createProject-input-data-relationships"];
          };
        };
      };
    };
    readonly responses: {
      /** @description Created */
      readonly 201: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createProject-output"];
        };
      };
    };
  };
  readonly readProject: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.organization.tag-bindings.effective-tag-bindings"];
      };
      readonly path: {
        readonly project_id: components["parameters"]["project_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createProject-output"];
        };
      };
    };
  };
  readonly deleteProject: {
    readonly parameters: {
      readonly path: {
        readonly project_id: components["parameters"]["project_id"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly updateProject: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.organization.tag-bindings.effective-tag-bindings"];
      };
      readonly path: {
        readonly project_id: components["parameters"]["project_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["updateProject-input"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createProject-output"];
        };
      };
    };
  };
  readonly readProjectByName: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.organization.tag-bindings.effective-tag-bindings"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
        readonly project_name: components["parameters"]["project_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createProject-output"];
        };
      };
    };
  };
  readonly deleteProjectByName: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
        readonly project_name: components["parameters"]["project_name"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly updateProjectByName: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.organization.tag-bindings.effective-tag-bindings"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
        readonly project_name: components["parameters"]["project_name"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["updateProject-input"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createProject-output"];
        };
      };
    };
  };
  readonly listProjectTags: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
      };
      readonly path: {
        readonly project_id: components["parameters"]["project_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["listProjectTags-output"];
        };
      };
    };
  };
  readonly addProjectTags: {
    readonly parameters: {
      readonly path: {
        readonly project_id: components["parameters"]["project_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["addProjectTags-input"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["listProjectTags-output"];
        };
      };
    };
  };
  readonly listEffectiveProjectTags: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
      };
      readonly path: {
        readonly project_id: components["parameters"]["project_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["listEffectiveProjectTags-output"];
        };
      };
    };
  };
  readonly replaceProjectTags: {
    readonly parameters: {
      readonly path: {
        readonly project_id: components["parameters"]["project_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["addProjectTags-input"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly listWorkspaces: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "search[name]"?: components["parameters"]["query.search.name"];
        readonly "search[wildcard-name]"?: string;
        readonly "search[exclude-tags]"?: string;
        readonly "filter[project][id]"?: components["parameters"]["query.filter.project.id"];
        readonly "filter[current-run][status]"?: string;
        readonly "search[tags]"?: string;
        readonly "filter[tagged][0][key]"?: components["parameters"]["query.filter.tagged.0.key"];
        readonly "filter[tagged][0][value]"?: components["parameters"]["query.filter.tagged.0.value"];
        readonly sort?: "name" | "-name";
        readonly include?: components["parameters"]["query.include.organization.project.tag-bindings.effective-tag-bindings"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["listWorkspaces-output-data"];
            readonly included?: components["schemas"]["listWorkspaces-output-included"];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly createWorkspace: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.organization.project.tag-bindings.effective-tag-bindings"];
      };
      readonly header?: {
        /** @description Makes the request safe to repeat. For 24 hours, a request by the same caller with the same key gets the first response again and creates nothing. The response is 422 if the request differs from the first one, or if the first response was not stored because it is secret or too long. The response is 503 while the first request is in progress. If a request was refused, nothing was created, and the request can be sent again. */
        readonly "Idempotency-Key"?: components["parameters"]["idempotency-key"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "workspaces";
            readonly attributes: {
              readonly name: string;
              readonly description?: components["schemas"]["feature-sets-attributes-comparison-description"];
            };
            readonly relationships?: components["schemas"]["createWorkspace-input-data-relationships"];
          };
        };
      };
    };
    readonly responses: {
      /** @description Created */
      readonly 201: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createWorkspace-output"];
        };
      };
    };
  };
  readonly readWorkspace: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.organization.project.tag-bindings.effective-tag-bindings"];
      };
      readonly path: {
        readonly workspace_id: components["parameters"]["workspace_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createWorkspace-output"];
        };
      };
    };
  };
  readonly deleteWorkspace: {
    readonly parameters: {
      readonly path: {
        readonly workspace_id: components["parameters"]["workspace_id"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly updateWorkspace: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.organization.project.tag-bindings.effective-tag-bindings"];
      };
      readonly path: {
        readonly workspace_id: components["parameters"]["workspace_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["updateWorkspace-input"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createWorkspace-output"];
        };
      };
    };
  };
  readonly readWorkspaceByName: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.organization.project.tag-bindings.effective-tag-bindings"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
        readonly workspace_name: components["parameters"]["workspace_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createWorkspace-output"];
        };
      };
    };
  };
  readonly deleteWorkspaceByName: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
        readonly workspace_name: components["parameters"]["workspace_name"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly updateWorkspaceByName: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.organization.project.tag-bindings.effective-tag-bindings"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
        readonly workspace_name: components["parameters"]["workspace_name"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["updateWorkspace-input"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createWorkspace-output"];
        };
      };
    };
  };
  readonly safeDeleteWorkspace: {
    readonly parameters: {
      readonly path: {
        readonly workspace_id: components["parameters"]["workspace_id"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly safeDeleteWorkspaceByName: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
        readonly workspace_name: components["parameters"]["workspace_name"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly listWorkspaceTags: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
      };
      readonly path: {
        readonly workspace_id: components["parameters"]["workspace_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["listProjectTags-output"];
        };
      };
    };
  };
  readonly addWorkspaceTags: {
    readonly parameters: {
      readonly path: {
        readonly workspace_id: components["parameters"]["workspace_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["addProjectTags-input"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["listProjectTags-output"];
        };
      };
    };
  };
  readonly listEffectiveWorkspaceTags: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
      };
      readonly path: {
        readonly workspace_id: components["parameters"]["workspace_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["listEffectiveProjectTags-output"];
        };
      };
    };
  };
  readonly replaceWorkspaceTags: {
    readonly parameters: {
      readonly path: {
        readonly workspace_id: components["parameters"]["workspace_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["addProjectTags-input"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly listWorkspaceFlatTags: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly name?: string;
      };
      readonly path: {
        readonly workspace_id: components["parameters"]["workspace_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["tags"][];
            readonly links?: components["schemas"]["page-links"];
            readonly meta?: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly addWorkspaceFlatTags: {
    readonly parameters: {
      readonly path: {
        readonly workspace_id: components["parameters"]["workspace_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["addWorkspaceFlatTags-input"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly removeWorkspaceFlatTags: {
    readonly parameters: {
      readonly path: {
        readonly workspace_id: components["parameters"]["workspace_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["addWorkspaceFlatTags-input"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly moveWorkspacesToProject: {
    readonly parameters: {
      readonly path: {
        readonly project_id: components["parameters"]["project_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["moveWorkspacesToProject-input"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly listPolicyOverrideDelegations: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly include?: readonly ("team" | "workspace" | "project")[];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["policy-override-delegations"][];
            readonly included?: readonly (components["schemas"]["teams"] | components["schemas"]["workspaces"] | components["schemas"]["projects"])[];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly createPolicyOverrideDelegation: {
    readonly parameters: {
      readonly header?: {
        /** @description Makes the request safe to repeat. For 24 hours, a request by the same caller with the same key gets the first response again and creates nothing. The response is 422 if the request differs from the first one, or if the first response was not stored because it is secret or too long. The response is 503 while the first request is in progress. If a request was refused, nothing was created, and the request can be sent again. */
        readonly "Idempotency-Key"?: components["parameters"]["idempotency-key"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "policy-override-delegations";
            readonly attributes?: components["schemas"]["rotateOidcKey-input"];
            readonly relationships?: {
              readonly team?: components["schemas"]["teams-reference"];
              readonly workspace?: components["schemas"]["workspaces-reference"];
              readonly project?: components["schemas"]["projects-reference"];
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description Created */
      readonly 201: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createPolicyOverrideDelegation-output"];
        };
      };
    };
  };
  readonly readPolicyOverrideDelegation: {
    readonly parameters: {
      readonly path: {
        readonly policy_override_delegation_id: components["parameters"]["policy_override_delegation_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createPolicyOverrideDelegation-output"];
        };
      };
    };
  };
  readonly deletePolicyOverrideDelegation: {
    readonly parameters: {
      readonly path: {
        readonly policy_override_delegation_id: components["parameters"]["policy_override_delegation_id"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly listTeamWorkspaceAccess: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "filter[workspace][id]"?: string;
        readonly "filter[team][id]"?: components["parameters"]["query.filter.team.id"];
        readonly "filter[organization][name]"?: components["parameters"]["query.filter.organization.name"];
        readonly include?: components["parameters"]["query.include.team.workspace"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["team-workspaces"][];
            readonly included?: components["schemas"]["listTeamWorkspaceAccess-output-included"];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["listTeamWorkspaceAccess-output-meta"];
          };
        };
      };
    };
  };
  readonly grantTeamWorkspaceAccess: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.team.workspace"];
      };
      readonly header?: {
        /** @description Makes the request safe to repeat. For 24 hours, a request by the same caller with the same key gets the first response again and creates nothing. The response is 422 if the request differs from the first one, or if the first response was not stored because it is secret or too long. The response is 503 while the first request is in progress. If a request was refused, nothing was created, and the request can be sent again. */
        readonly "Idempotency-Key"?: components["parameters"]["idempotency-key"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "team-workspaces";
            readonly attributes: {
              /** @enum {string} */
              readonly access: "read" | "plan" | "write" | "admin" | "custom";
              /** @enum {string} */
              readonly runs?: "read" | "plan" | "apply";
              /** @enum {string} */
              readonly variables?: "none" | "read" | "write";
              /** @enum {string} */
              readonly "state-versions"?: "none" | "read-outputs" | "read" | "write";
              /** @enum {string} */
              readonly "native-mocks"?: "none" | "read";
              readonly "run-tasks"?: boolean;
              readonly "workspace-locking"?: boolean;
              readonly "policy-overrides"?: boolean;
            };
            readonly relationships?: {
              readonly team: components["schemas"]["teams-reference"];
              readonly workspace: components["schemas"]["workspaces-reference"];
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description Created */
      readonly 201: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["grantTeamWorkspaceAccess-output"];
        };
      };
    };
  };
  readonly readTeamWorkspaceAccess: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.team.workspace"];
      };
      readonly path: {
        readonly team_workspace_id: components["parameters"]["team_workspace_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["grantTeamWorkspaceAccess-output"];
        };
      };
    };
  };
  readonly removeTeamWorkspaceAccess: {
    readonly parameters: {
      readonly path: {
        readonly team_workspace_id: components["parameters"]["team_workspace_id"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly updateTeamWorkspaceAccess: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.team.workspace"];
      };
      readonly path: {
        readonly team_workspace_id: components["parameters"]["team_workspace_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "team-workspaces";
            readonly attributes?: {
              /** @enum {string} */
              readonly access?: "read" | "plan" | "write" | "admin" | "custom";
              /** @enum {string} */
              readonly runs?: "read" | "plan" | "apply";
              /** @enum {string} */
              readonly variables?: "none" | "read" | "write";
              /** @enum {string} */
              readonly "state-versions"?: "none" | "read-outputs" | "read" | "write";
              /** @enum {string} */
              readonly "native-mocks"?: "none" | "read";
              readonly "run-tasks"?: boolean;
              readonly "workspace-locking"?: boolean;
              readonly "policy-overrides"?: boolean;
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["grantTeamWorkspaceAccess-output"];
        };
      };
    };
  };
  readonly listTeamProjectAccess: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "filter[project][id]"?: components["parameters"]["query.filter.project.id"];
        readonly "filter[team][id]"?: components["parameters"]["query.filter.team.id"];
        readonly "filter[organization][name]"?: components["parameters"]["query.filter.organization.name"];
        readonly include?: components["parameters"]["query.include.team.project"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["team-projects"][];
            readonly included?: components["schemas"]["listTeamProjectAccess-output-included"];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["listTeamWorkspaceAccess-output-meta"];
          };
        };
      };
    };
  };
  readonly grantTeamProjectAccess: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.team.project"];
      };
      readonly header?: {
        /** @description Makes the request safe to repeat. For 24 hours, a request by the same caller with the same key gets the first response again and creates nothing. The response is 422 if the request differs from the first one, or if the first response was not stored because it is secret or too long. The response is 503 while the first request is in progress. If a request was refused, nothing was created, and the request can be sent again. */
        readonly "Idempotency-Key"?: components["parameters"]["idempotency-key"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "team-projects";
            readonly attributes: {
              /** @enum {string} */
              readonly access: "read" | "write" | "maintain" | "admin" | "custom";
              readonly "project-access"?: components["schemas"]["grantTeamProjectAccess-input-data-attributes-project-access"];
              readonly "workspace-access"?: components["schemas"]["grantTeamProjectAccess-input-data-attributes-workspace-access"];
            };
            readonly relationships?: {
              readonly team: components["schemas"]["teams-reference"];
              readonly project: components["schemas"]["projects-reference"];
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description Created */
      readonly 201: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["grantTeamProjectAccess-output"];
        };
      };
    };
  };
  readonly readTeamProjectAccess: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.team.project"];
      };
      readonly path: {
        readonly team_project_id: components["parameters"]["team_project_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["grantTeamProjectAccess-output"];
        };
      };
    };
  };
  readonly removeTeamProjectAccess: {
    readonly parameters: {
      readonly path: {
        readonly team_project_id: components["parameters"]["team_project_id"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly updateTeamProjectAccess: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.team.project"];
      };
      readonly path: {
        readonly team_project_id: components["parameters"]["team_project_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "team-projects";
            readonly attributes?: {
              /** @enum {string} */
              readonly access?: "read" | "write" | "maintain" | "admin" | "custom";
              readonly "project-access"?: components["schemas"]["grantTeamProjectAccess-input-data-attributes-project-access"];
              readonly "workspace-access"?: components["schemas"]["grantTeamProjectAccess-input-data-attributes-workspace-access"];
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["grantTeamProjectAccess-output"];
        };
      };
    };
  };
  readonly createRun: {
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly createConfigurationVersion: {
    readonly parameters: {
      readonly path: {
        readonly workspace_id: components["parameters"]["workspace_id"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly createStateVersion: {
    readonly parameters: {
      readonly path: {
        readonly workspace_id: components["parameters"]["workspace_id"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly readCurrentStateVersion: {
    readonly parameters: {
      readonly path: {
        readonly workspace_id: components["parameters"]["workspace_id"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly listCurrentStateVersionOutputs: {
    readonly parameters: {
      readonly path: {
        readonly workspace_id: components["parameters"]["workspace_id"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly lockWorkspace: {
    readonly parameters: {
      readonly path: {
        readonly workspace_id: components["parameters"]["workspace_id"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly listOrganizationTags: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly q?: components["parameters"]["query.q"];
        readonly "filter[exclude][taggable][id]"?: string;
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["tags-listOrganizationTags"][];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly listSshKeys: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["ssh-keys"][];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly listOauthClients: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["oauth-clients"][];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly listAgentPools: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "filter[allowed_workspaces][name]"?: string;
        readonly "filter[allowed_projects][name]"?: string;
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["agent-pools"][];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly listVariableSets: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["varsets"][];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly listRunTasks: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["tasks"][];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly listStacks: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "filter[project][id]"?: components["parameters"]["query.filter.project.id"];
        readonly "search[name]"?: components["parameters"]["query.search.name"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["stacks"][];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly listGpgKeys: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "filter[namespace]"?: string;
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["gpg-keys"][];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly listRemoteStateConsumers: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
      };
      readonly path: {
        readonly workspace_id: components["parameters"]["workspace_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["listRemoteStateConsumers-output"];
        };
      };
    };
  };
  readonly listPolicies: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "search[name]"?: components["parameters"]["query.search.name"];
        readonly "filter[kind]"?: components["parameters"]["query.filter.kind.native.opa"];
        readonly "filter[evaluated]"?: "true" | "false";
        readonly "filter[failing]"?: "true" | "false";
        readonly "filter[level]"?: components["parameters"]["query.filter.level.hard-mandatory.soft-mandatory.advisory.mandatory"];
        readonly "filter[introduction]"?: "enforce" | "enforce-new" | "shadow";
        readonly "filter[policy-set]"?: string;
        readonly "filter[shadow]"?: "true" | "false";
        readonly "filter[tests]"?: "true" | "false";
        readonly sort?: "name" | "-name" | "updated-at" | "-updated-at" | "enforcement-level" | "-enforcement-level";
        readonly include?: components["parameters"]["query.include.policy-sets"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["policies"][];
            readonly included?: components["schemas"]["listPolicies-output-included"];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly createPolicy: {
    readonly parameters: {
      readonly header?: {
        /** @description Makes the request safe to repeat. For 24 hours, a request by the same caller with the same key gets the first response again and creates nothing. The response is 422 if the request differs from the first one, or if the first response was not stored because it is secret or too long. The response is 503 while the first request is in progress. If a request was refused, nothing was created, and the request can be sent again. */
        readonly "Idempotency-Key"?: components["parameters"]["idempotency-key"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "policies";
            readonly attributes: {
              readonly name: string;
              /** @enum {string} */
              readonly kind?: "native" | "opa";
              readonly description?: components["schemas"]["feature-sets-attributes-comparison-description"];
              readonly query?: components["schemas"]["feature-sets-attributes-comparison-description"];
              /** @enum {string} */
              readonly introduction?: "enforce" | "enforce-new" | "shadow";
              readonly input?: components["schemas"]["policies-attributes-input"];
              readonly "enforcement-level"?: string;
              readonly enforce?: components["schemas"]["updatePolicy-input-data-attributes-enforce"];
              readonly shadow?: boolean;
            };
            readonly relationships?: components["schemas"]["updatePolicy-input-data-relationships"];
          };
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["policies-createPolicy"];
          };
        };
      };
    };
  };
  readonly readPolicy: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.policy-sets"];
      };
      readonly path: {
        readonly policy_id: components["parameters"]["policy_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["policies"];
            readonly included?: components["schemas"]["listPolicies-output-included"];
          };
        };
      };
    };
  };
  readonly deletePolicy: {
    readonly parameters: {
      readonly path: {
        readonly policy_id: components["parameters"]["policy_id"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly updatePolicy: {
    readonly parameters: {
      readonly query?: {
        readonly replay?: components["parameters"]["query.replay"];
      };
      readonly header?: {
        /** @description The current `ETag` of the record, or `*`. With any other value, the response is 412. */
        readonly "If-Match"?: components["parameters"]["if-match"];
      };
      readonly path: {
        readonly policy_id: components["parameters"]["policy_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "policies";
            readonly attributes?: {
              readonly description?: components["schemas"]["feature-sets-attributes-comparison-description"];
              readonly query?: components["schemas"]["feature-sets-attributes-comparison-description"];
              /** @enum {string} */
              readonly introduction?: "enforce" | "enforce-new" | "shadow";
              readonly input?: components["schemas"]["policies-attributes-input"];
              readonly "enforcement-level"?: string;
              readonly enforce?: components["schemas"]["updatePolicy-input-data-attributes-enforce"];
              readonly shadow?: boolean;
            };
            readonly relationships?: components["schemas"]["updatePolicy-input-data-relationships"];
          };
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["updatePolicy-output"];
        };
      };
    };
  };
  readonly listPolicySetsOfPolicy: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
      };
      readonly path: {
        readonly policy_id: components["parameters"]["policy_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["policy-sets"][];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly uploadPolicy: {
    readonly parameters: {
      readonly query?: {
        readonly message?: components["parameters"]["query.message"];
        readonly replay?: components["parameters"]["query.replay"];
      };
      readonly path: {
        readonly policy_id: components["parameters"]["policy_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/octet-stream": string;
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["updatePolicy-output"];
        };
      };
    };
  };
  readonly downloadPolicy: {
    readonly parameters: {
      readonly path: {
        readonly policy_id: components["parameters"]["policy_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/octet-stream": string;
        };
      };
    };
  };
  readonly listPolicyRevisions: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
      };
      readonly path: {
        readonly policy_id: components["parameters"]["policy_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["policy-revisions"][];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly readPolicyRevision: {
    readonly parameters: {
      readonly path: {
        readonly policy_id: components["parameters"]["policy_id"];
        readonly revision_number: components["parameters"]["revision_number"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readPolicyRevision-output"];
        };
      };
    };
  };
  readonly downloadPolicyRevision: {
    readonly parameters: {
      readonly path: {
        readonly policy_id: components["parameters"]["policy_id"];
        readonly revision_number: components["parameters"]["revision_number"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/octet-stream": string;
        };
      };
    };
  };
  readonly restorePolicyRevision: {
    readonly parameters: {
      readonly query?: {
        readonly message?: components["parameters"]["query.message"];
        readonly replay?: components["parameters"]["query.replay"];
      };
      readonly path: {
        readonly policy_id: components["parameters"]["policy_id"];
        readonly revision_number: components["parameters"]["revision_number"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readPolicyRevision-output"];
        };
      };
    };
  };
  readonly listPolicyHistory: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "filter[kind]"?: "settings" | "code" | "tests" | "policy-sets" | "scope";
        readonly include?: readonly ("workspaces" | "projects" | "approvers")[];
      };
      readonly path: {
        readonly policy_id: components["parameters"]["policy_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["policy-history-entries"][];
            readonly included?: readonly (components["schemas"]["workspaces"] | components["schemas"]["projects"] | components["schemas"]["teams"])[];
            readonly links: components["schemas"]["page-links"];
            readonly meta: {
              readonly pagination?: components["schemas"]["pagination"];
              readonly cursors: components["schemas"]["page-cursors"];
              readonly "recorded-since": components["schemas"]["policies-attributes-updated-at"];
            };
          };
        };
      };
    };
  };
  readonly listPolicyFailures: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "filter[since]"?: components["parameters"]["query.filter.since"];
        readonly "filter[would-block]"?: "true" | "false";
      };
      readonly path: {
        readonly policy_id: components["parameters"]["policy_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["policy-failures"][];
            readonly links: components["schemas"]["page-links"];
            readonly meta: {
              readonly pagination?: components["schemas"]["pagination"];
              readonly cursors: components["schemas"]["page-cursors"];
              readonly evaluated: number;
            };
          };
        };
      };
    };
  };
  readonly readPolicyIntroductionForecast: {
    readonly parameters: {
      readonly path: {
        readonly policy_id: components["parameters"]["policy_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["policy-introduction-forecasts"];
          };
        };
      };
    };
  };
  readonly listPolicyOldFindings: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
      };
      readonly path: {
        readonly policy_id: components["parameters"]["policy_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["policy-old-findings"][];
            readonly links: components["schemas"]["page-links"];
            readonly meta: {
              readonly pagination?: components["schemas"]["pagination"];
              readonly cursors: components["schemas"]["page-cursors"];
              readonly weeks: readonly {
                readonly week: string;
                readonly old: number;
              }[];
            };
          };
        };
      };
    };
  };
  readonly listPolicySets: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "search[name]"?: components["parameters"]["query.search.name"];
        readonly "filter[kind]"?: components["parameters"]["query.filter.kind.native.opa"];
        readonly include?: components["parameters"]["query.include.policies.workspaces.projects.workspace-exclusions.project-exclusions.approvers.current-version.newest-version"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["policy-sets"][];
            readonly included?: components["schemas"]["listPolicySets-output-included"];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly createPolicySet: {
    readonly parameters: {
      readonly header?: {
        /** @description Makes the request safe to repeat. For 24 hours, a request by the same caller with the same key gets the first response again and creates nothing. The response is 422 if the request differs from the first one, or if the first response was not stored because it is secret or too long. The response is 503 while the first request is in progress. If a request was refused, nothing was created, and the request can be sent again. */
        readonly "Idempotency-Key"?: components["parameters"]["idempotency-key"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "policy-sets";
            readonly attributes: {
              readonly name: string;
              readonly description?: components["schemas"]["feature-sets-attributes-comparison-description"];
              /** @enum {string} */
              readonly kind?: "native" | "opa";
              readonly global?: boolean;
              readonly overridable?: boolean;
              readonly shadow?: boolean;
              readonly input?: components["schemas"]["policies-attributes-input"];
              /** @enum {string} */
              readonly "unknown-values"?: "notice" | "fail" | "fail-all";
              readonly versioned?: boolean;
              readonly "policies-path"?: components["schemas"]["smtp-settings-attributes-username"];
              readonly "agent-enabled"?: boolean;
              readonly "policy-tool-version"?: components["schemas"]["createOidcProvider-input-data-attributes-tenant"];
              readonly "tag-selector-matching-logic"?: components["schemas"]["policy-sets-attributes-tag-selector-matching-logic"];
              readonly "tag-selectors"?: components["schemas"]["createPolicySet-input-data-attributes-tag-selectors"];
            };
            readonly relationships?: components["schemas"]["createPolicySet-input-data-relationships"];
          };
        };
      };
    };
    readonly responses: {
      /** @description Created */
      readonly 201: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createPolicySet-output"];
        };
      };
    };
  };
  readonly readPolicySet: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.policies.workspaces.projects.workspace-exclusions.project-exclusions.approvers.current-version.newest-version"];
      };
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["policy-sets"];
            readonly included?: components["schemas"]["listPolicySets-output-included"];
          };
        };
      };
    };
  };
  readonly deletePolicySet: {
    readonly parameters: {
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly updatePolicySet: {
    readonly parameters: {
      readonly query?: {
        readonly replay?: components["parameters"]["query.replay"];
      };
      readonly header?: {
        /** @description The current `ETag` of the record, or `*`. With any other value, the response is 412. */
        readonly "If-Match"?: components["parameters"]["if-match"];
      };
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "policy-sets";
            readonly attributes?: {
              readonly name?: string;
              readonly description?: components["schemas"]["feature-sets-attributes-comparison-description"];
              readonly global?: boolean;
              readonly overridable?: boolean;
              readonly shadow?: boolean;
              readonly input?: components["schemas"]["policies-attributes-input"];
              /** @enum {string} */
              readonly "unknown-values"?: "notice" | "fail" | "fail-all";
              readonly "policies-path"?: components["schemas"]["smtp-settings-attributes-username"];
              readonly "agent-enabled"?: boolean;
              readonly "policy-tool-version"?: components["schemas"]["createOidcProvider-input-data-attributes-tenant"];
              readonly "tag-selector-matching-logic"?: components["schemas"]["policy-sets-attributes-tag-selector-matching-logic"];
              readonly "tag-selectors"?: components["schemas"]["createPolicySet-input-data-attributes-tag-selectors"];
            };
            readonly relationships?: components["schemas"]["createPolicySet-input-data-relationships"];
          };
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createPolicySet-output"];
        };
      };
    };
  };
  readonly addPolicySetTagSelectors: {
    readonly parameters: {
      readonly query?: {
        readonly replay?: components["parameters"]["query.replay"];
      };
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["addPolicySetTagSelectors-input"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly removePolicySetTagSelectors: {
    readonly parameters: {
      readonly query?: {
        readonly replay?: components["parameters"]["query.replay"];
      };
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["addPolicySetTagSelectors-input"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly listApplicableWorkspaces: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "search[name]"?: components["parameters"]["query.search.name"];
      };
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["listRemoteStateConsumers-output"];
        };
      };
    };
  };
  readonly listPolicySetPolicies: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
      };
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["policies"][];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly addPolicySetPolicies: {
    readonly parameters: {
      readonly query?: {
        readonly replay?: components["parameters"]["query.replay"];
      };
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["addPolicySetPolicies-input"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly removePolicySetPolicies: {
    readonly parameters: {
      readonly query?: {
        readonly replay?: components["parameters"]["query.replay"];
      };
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["addPolicySetPolicies-input"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly listPolicySetWorkspaces: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
      };
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["listPolicySetWorkspaces-output"];
        };
      };
    };
  };
  readonly addPolicySetWorkspaces: {
    readonly parameters: {
      readonly query?: {
        readonly replay?: components["parameters"]["query.replay"];
      };
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["moveWorkspacesToProject-input"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly removePolicySetWorkspaces: {
    readonly parameters: {
      readonly query?: {
        readonly replay?: components["parameters"]["query.replay"];
      };
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["moveWorkspacesToProject-input"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly listPolicySetProjects: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
      };
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["listPolicySetProjects-output"];
        };
      };
    };
  };
  readonly addPolicySetProjects: {
    readonly parameters: {
      readonly query?: {
        readonly replay?: components["parameters"]["query.replay"];
      };
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["addPolicySetProjects-input"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly removePolicySetProjects: {
    readonly parameters: {
      readonly query?: {
        readonly replay?: components["parameters"]["query.replay"];
      };
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["addPolicySetProjects-input"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly listPolicySetWorkspaceExclusions: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
      };
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["listPolicySetWorkspaces-output"];
        };
      };
    };
  };
  readonly addPolicySetWorkspaceExclusions: {
    readonly parameters: {
      readonly query?: {
        readonly replay?: components["parameters"]["query.replay"];
      };
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["moveWorkspacesToProject-input"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly removePolicySetWorkspaceExclusions: {
    readonly parameters: {
      readonly query?: {
        readonly replay?: components["parameters"]["query.replay"];
      };
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["moveWorkspacesToProject-input"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly listPolicySetProjectExclusions: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
      };
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["listPolicySetProjects-output"];
        };
      };
    };
  };
  readonly addPolicySetProjectExclusions: {
    readonly parameters: {
      readonly query?: {
        readonly replay?: components["parameters"]["query.replay"];
      };
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["addPolicySetProjects-input"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly removePolicySetProjectExclusions: {
    readonly parameters: {
      readonly query?: {
        readonly replay?: components["parameters"]["query.replay"];
      };
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["addPolicySetProjects-input"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly listPolicySetApprovers: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
      };
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["listTeamsOfMembership-output"];
        };
      };
    };
  };
  readonly addPolicySetApprovers: {
    readonly parameters: {
      readonly query?: {
        readonly replay?: components["parameters"]["query.replay"];
      };
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["addPolicySetApprovers-input"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly removePolicySetApprovers: {
    readonly parameters: {
      readonly query?: {
        readonly replay?: components["parameters"]["query.replay"];
      };
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["addPolicySetApprovers-input"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly listApplicablePolicySets: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "search[name]"?: components["parameters"]["query.search.name"];
      };
      readonly path: {
        readonly workspace_id: components["parameters"]["workspace_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["listApplicablePolicySets-output"];
        };
      };
    };
  };
  readonly listApplicablePolicySetsOfProject: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "search[name]"?: components["parameters"]["query.search.name"];
      };
      readonly path: {
        readonly project_id: components["parameters"]["project_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["listApplicablePolicySets-output"];
        };
      };
    };
  };
  readonly listPolicySetParameters: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
      };
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["vars"][];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly createPolicySetParameter: {
    readonly parameters: {
      readonly header?: {
        /** @description Makes the request safe to repeat. For 24 hours, a request by the same caller with the same key gets the first response again and creates nothing. The response is 422 if the request differs from the first one, or if the first response was not stored because it is secret or too long. The response is 503 while the first request is in progress. If a request was refused, nothing was created, and the request can be sent again. */
        readonly "Idempotency-Key"?: components["parameters"]["idempotency-key"];
      };
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "vars";
            readonly attributes: {
              /** Format: text */
              readonly key: string;
              readonly sensitive?: boolean;
              readonly value?: components["schemas"]["feature-sets-attributes-comparison-description"];
              /** @constant */
              readonly category?: "policy-set";
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description Created */
      readonly 201: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createPolicySetParameter-output"];
        };
      };
    };
  };
  readonly readPolicySetParameter: {
    readonly parameters: {
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
        readonly parameter_id: components["parameters"]["parameter_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["vars"];
          };
        };
      };
    };
  };
  readonly deletePolicySetParameter: {
    readonly parameters: {
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
        readonly parameter_id: components["parameters"]["parameter_id"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly updatePolicySetParameter: {
    readonly parameters: {
      readonly header?: {
        /** @description The current `ETag` of the record, or `*`. With any other value, the response is 412. */
        readonly "If-Match"?: components["parameters"]["if-match"];
      };
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
        readonly parameter_id: components["parameters"]["parameter_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "vars";
            readonly attributes?: {
              /** Format: text */
              readonly key?: string;
              readonly sensitive?: boolean;
              readonly value?: components["schemas"]["feature-sets-attributes-comparison-description"];
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createPolicySetParameter-output"];
        };
      };
    };
  };
  readonly listPolicySetParameterOverrides: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly include?: readonly ("workspace" | "project")[];
      };
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
        readonly parameter_id: components["parameters"]["parameter_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["parameter-overrides"][];
            readonly included?: components["schemas"]["listPolicySetParameterOverrides-output-included"];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly createPolicySetParameterOverride: {
    readonly parameters: {
      readonly header?: {
        /** @description Makes the request safe to repeat. For 24 hours, a request by the same caller with the same key gets the first response again and creates nothing. The response is 422 if the request differs from the first one, or if the first response was not stored because it is secret or too long. The response is 503 while the first request is in progress. If a request was refused, nothing was created, and the request can be sent again. */
        readonly "Idempotency-Key"?: components["parameters"]["idempotency-key"];
      };
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
        readonly parameter_id: components["parameters"]["parameter_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "parameter-overrides";
            readonly attributes: {
              readonly "tag-key"?: string | null;
              readonly "tag-value"?: components["schemas"]["createPolicySet-input-data-attributes-tag-selectors-element-tag-value"];
              /** Format: text */
              readonly value: string;
            };
            readonly relationships?: components["schemas"]["createPolicySetParameterOverride-input-data-relationships"];
          };
        };
      };
    };
    readonly responses: {
      /** @description Created */
      readonly 201: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createPolicySetParameterOverride-output"];
        };
      };
    };
  };
  readonly readPolicySetParameterOverride: {
    readonly parameters: {
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
        readonly parameter_id: components["parameters"]["parameter_id"];
        readonly override_id: components["parameters"]["override_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createPolicySetParameterOverride-output"];
        };
      };
    };
  };
  readonly deletePolicySetParameterOverride: {
    readonly parameters: {
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
        readonly parameter_id: components["parameters"]["parameter_id"];
        readonly override_id: components["parameters"]["override_id"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly updatePolicySetParameterOverride: {
    readonly parameters: {
      readonly header?: {
        /** @description The current `ETag` of the record, or `*`. With any other value, the response is 412. */
        readonly "If-Match"?: components["parameters"]["if-match"];
      };
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
        readonly parameter_id: components["parameters"]["parameter_id"];
        readonly override_id: components["parameters"]["override_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "parameter-overrides";
            readonly attributes?: {
              /** Format: text */
              readonly value?: string;
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createPolicySetParameterOverride-output"];
        };
      };
    };
  };
  readonly listPolicySetVersions: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
      };
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["policy-set-versions"][];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly createPolicySetVersion: {
    readonly parameters: {
      readonly query?: {
        readonly replay?: components["parameters"]["query.replay"];
      };
      readonly header?: {
        /** @description Makes the request safe to repeat. For 24 hours, a request by the same caller with the same key gets the first response again and creates nothing. The response is 422 if the request differs from the first one, or if the first response was not stored because it is secret or too long. The response is 503 while the first request is in progress. If a request was refused, nothing was created, and the request can be sent again. */
        readonly "Idempotency-Key"?: components["parameters"]["idempotency-key"];
      };
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @enum {string} */
            readonly type?: "policy-set-versions" | "";
            readonly attributes?: {
              readonly staged?: boolean;
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description Created */
      readonly 201: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createPolicySetVersion-output"];
        };
      };
    };
  };
  readonly readPolicySetVersion: {
    readonly parameters: {
      readonly path: {
        readonly policy_set_version_id: components["parameters"]["policy_set_version_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createPolicySetVersion-output"];
        };
      };
    };
  };
  readonly deletePolicySetVersion: {
    readonly parameters: {
      readonly path: {
        readonly policy_set_version_id: components["parameters"]["policy_set_version_id"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly listPoliciesOfPolicySetVersion: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
      };
      readonly path: {
        readonly policy_set_version_id: components["parameters"]["policy_set_version_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["policy-set-version-policies"][];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly downloadPolicySetVersion: {
    readonly parameters: {
      readonly path: {
        readonly policy_set_version_id: components["parameters"]["policy_set_version_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/octet-stream": string;
        };
      };
    };
  };
  readonly activatePolicySetVersion: {
    readonly parameters: {
      readonly query?: {
        readonly replay?: components["parameters"]["query.replay"];
      };
      readonly path: {
        readonly policy_set_version_id: components["parameters"]["policy_set_version_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createPolicySetVersion-output"];
        };
      };
    };
  };
  readonly uploadPolicySetVersion: {
    readonly parameters: {
      readonly path: {
        readonly version_capability: components["parameters"]["version_capability"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/octet-stream": string;
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
      };
    };
  };
  readonly listOpaVersions: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "search[version]"?: components["parameters"]["query.search.version"];
        readonly "filter[version]"?: components["parameters"]["query.filter.version"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["opa-versions"][];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly listNativeVersions: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "search[version]"?: components["parameters"]["query.search.version"];
        readonly "filter[version]"?: components["parameters"]["query.filter.version"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["native-versions"][];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly downloadPolicyTests: {
    readonly parameters: {
      readonly path: {
        readonly policy_id: components["parameters"]["policy_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/octet-stream": string;
        };
      };
    };
  };
  readonly uploadPolicyTests: {
    readonly parameters: {
      readonly path: {
        readonly policy_id: components["parameters"]["policy_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/octet-stream": string;
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["updatePolicy-output"];
        };
      };
    };
  };
  readonly deletePolicyTests: {
    readonly parameters: {
      readonly path: {
        readonly policy_id: components["parameters"]["policy_id"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly testPolicy: {
    readonly parameters: {
      readonly path: {
        readonly policy_id: components["parameters"]["policy_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["testPolicy-output"];
        };
      };
    };
  };
  readonly tryPolicy: {
    readonly parameters: {
      readonly path: {
        readonly policy_id: components["parameters"]["policy_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "policy-trials";
            readonly attributes?: {
              /** Format: text */
              readonly code?: string;
              readonly query?: components["schemas"]["feature-sets-attributes-comparison-description"];
              readonly input?: components["schemas"]["policies-attributes-input"];
              /** Format: text */
              readonly plan?: string;
              readonly "last-failure"?: boolean;
              readonly "test-of"?: number;
            };
            readonly relationships?: {
              readonly "policy-input"?: components["schemas"]["policy-inputs-reference"];
              readonly "policy-set"?: components["schemas"]["policy-sets-reference"];
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["policy-trials"];
          };
        };
      };
    };
  };
  readonly checkPolicyCode: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "policy-code-checks";
            readonly attributes: {
              /** @enum {string} */
              readonly kind?: "native" | "opa";
              readonly query?: components["schemas"]["feature-sets-attributes-comparison-description"];
              readonly input?: components["schemas"]["policies-attributes-input"];
              /** Format: text */
              readonly code: string;
              readonly tests?: components["schemas"]["checkPolicyCode-input-data-attributes-tests"];
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["testPolicy-output"];
        };
      };
    };
  };
  readonly listEvaluations: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "filter[created-by]"?: components["parameters"]["query.filter.created-by"];
        readonly "filter[status]"?: "pending" | "running" | "passed" | "failed" | "errored" | "unreachable" | "overridden" | "canceled";
        readonly "filter[blocked]"?: "true";
        readonly "filter[source]"?: "plan" | "state";
        readonly "filter[workspace]"?: components["parameters"]["query.filter.workspace"];
        readonly "filter[level]"?: "mandatory" | "advisory";
        readonly "filter[since]"?: components["parameters"]["query.filter.since"];
        readonly "filter[until]"?: components["parameters"]["query.filter.until"];
        readonly sort?: "-created-at" | "created-at" | "-mandatory-failed" | "mandatory-failed";
        readonly include?: components["parameters"]["query.include.policy-set.workspace"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["policy-evaluations"][];
            readonly included?: components["schemas"]["listEvaluations-output-included"];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly createEvaluation: {
    readonly parameters: {
      readonly header?: {
        /** @description Makes the request safe to repeat. For 24 hours, a request by the same caller with the same key gets the first response again and creates nothing. The response is 422 if the request differs from the first one, or if the first response was not stored because it is secret or too long. The response is 503 while the first request is in progress. If a request was refused, nothing was created, and the request can be sent again. */
        readonly "Idempotency-Key"?: components["parameters"]["idempotency-key"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["createEvaluation-input"];
      };
    };
    readonly responses: {
      /** @description Created */
      readonly 201: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createEvaluation-output"];
        };
      };
    };
  };
  readonly createPolicySetEvaluation: {
    readonly parameters: {
      readonly header?: {
        /** @description Makes the request safe to repeat. For 24 hours, a request by the same caller with the same key gets the first response again and creates nothing. The response is 422 if the request differs from the first one, or if the first response was not stored because it is secret or too long. The response is 503 while the first request is in progress. If a request was refused, nothing was created, and the request can be sent again. */
        readonly "Idempotency-Key"?: components["parameters"]["idempotency-key"];
      };
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["createEvaluation-input"];
      };
    };
    readonly responses: {
      /** @description Created */
      readonly 201: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createEvaluation-output"];
        };
      };
    };
  };
  readonly readEvaluation: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.policy-set.workspace"];
      };
      readonly path: {
        readonly policy_evaluation_id: components["parameters"]["policy_evaluation_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["policy-evaluations"];
            readonly included?: components["schemas"]["listEvaluations-output-included"];
          };
        };
      };
    };
  };
  readonly uploadPlan: {
    readonly parameters: {
      readonly path: {
        readonly policy_evaluation_id: components["parameters"]["policy_evaluation_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/octet-stream": string;
      };
    };
    readonly responses: {
      /** @description Accepted */
      readonly 202: {
      };
    };
  };
  readonly listPolicySetOutcomes: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "filter[0][status]"?: "passed" | "failed" | "errored" | "unreachable";
        readonly "filter[0][enforcement_level]"?: string;
      };
      readonly path: {
        readonly policy_evaluation_id: components["parameters"]["policy_evaluation_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["policy-set-outcomes"][];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly readPolicySetOutcome: {
    readonly parameters: {
      readonly path: {
        readonly policy_set_outcome_id: components["parameters"]["policy_set_outcome_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["policy-set-outcomes"];
          };
        };
      };
    };
  };
  readonly cancelEvaluation: {
    readonly parameters: {
      readonly path: {
        readonly policy_evaluation_id: components["parameters"]["policy_evaluation_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createEvaluation-output"];
        };
      };
    };
  };
  readonly overrideEvaluation: {
    readonly parameters: {
      readonly path: {
        readonly policy_evaluation_id: components["parameters"]["policy_evaluation_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "policy-evaluations";
            readonly attributes: {
              /** Format: text */
              readonly comment: string;
              readonly "expires-at"?: components["schemas"]["policies-attributes-updated-at"];
              /** @enum {string} */
              readonly "applies-to"?: "evaluation" | "same-findings";
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createEvaluation-output"];
        };
      };
    };
  };
  readonly postExternalOutcomes: {
    readonly parameters: {
      readonly path: {
        readonly policy_evaluation_id: components["parameters"]["policy_evaluation_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "external-outcomes";
            readonly attributes: {
              readonly "input-digest": string;
              readonly source?: components["schemas"]["createOidcProvider-input-data-attributes-tenant"];
              readonly outcomes: readonly {
                readonly "policy-id": string;
                /** @enum {string} */
                readonly status: "passed" | "failed" | "errored";
                readonly output?: readonly unknown[];
              }[];
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createEvaluation-output"];
        };
      };
    };
  };
  readonly readPosture: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["postures"];
          };
        };
      };
    };
  };
  readonly listPassRates: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly group?: string;
        readonly since?: components["parameters"]["query.since"];
        readonly "filter[policy]"?: components["parameters"]["query.filter.policy"];
        readonly include?: readonly ("policy" | "policy-set" | "workspace")[];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["pass-rates"][];
            readonly included?: readonly (components["schemas"]["policies"] | components["schemas"]["policy-sets"] | components["schemas"]["workspaces"])[];
            readonly links: components["schemas"]["page-links"];
            readonly meta: {
              readonly pagination?: components["schemas"]["pagination"];
              readonly cursors: components["schemas"]["page-cursors"];
              readonly since: string;
              readonly "is-complete": boolean;
            };
          };
        };
      };
    };
  };
  readonly listWorkspaceResults: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "search[name]"?: components["parameters"]["query.search.name"];
        readonly "filter[project]"?: string;
        readonly "filter[status]"?: "passed" | "failed" | "errored" | "unreachable" | "overridden" | "not-evaluated";
        readonly "filter[deprecated-modules]"?: "true" | "false";
        readonly "policy-sets[page]"?: string;
        readonly sort?: "name" | "-name" | "status" | "-status";
        readonly include?: readonly ("workspace" | "workspace.project")[];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["workspace-results"][];
            readonly included?: components["schemas"]["listPolicySetParameterOverrides-output-included"];
            readonly links: components["schemas"]["page-links"];
            readonly meta: {
              readonly pagination?: components["schemas"]["pagination"];
              readonly cursors: components["schemas"]["page-cursors"];
              readonly "policy-sets": components["schemas"]["module-deprecations-in-use-attributes-workspaces"];
              readonly "policy-set-count": number;
            };
          };
        };
      };
    };
  };
  readonly readPassRates: {
    readonly parameters: {
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["policy-set-pass-rates"];
          };
        };
      };
    };
  };
  readonly readPolicyPassRates: {
    readonly parameters: {
      readonly path: {
        readonly policy_id: components["parameters"]["policy_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["policy-pass-rates"];
          };
        };
      };
    };
  };
  readonly listPolicyFindings: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "filter[blocking]"?: "true" | "false";
        readonly "filter[old]"?: "true" | "false";
        readonly "filter[level]"?: components["parameters"]["query.filter.level.hard-mandatory.soft-mandatory.advisory.mandatory"];
        readonly "filter[status]"?: "failed" | "errored" | "unreachable";
        readonly "filter[severity]"?: "critical" | "high" | "medium" | "low" | "info" | "none";
        readonly "filter[address]"?: string;
        readonly "filter[policy]"?: components["parameters"]["query.filter.policy"];
      };
      readonly path: {
        readonly policy_evaluation_id: components["parameters"]["policy_evaluation_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["policy-findings"][];
            readonly links: components["schemas"]["page-links"];
            readonly meta: {
              readonly pagination?: components["schemas"]["pagination"];
              readonly cursors: components["schemas"]["page-cursors"];
              readonly counts: {
                readonly findings: number;
                readonly blocking: number;
                readonly old: number;
                readonly status: {
                  readonly failed: number;
                  readonly errored: number;
                  readonly unreachable: number;
                };
                readonly level: {
                  readonly "hard-mandatory": number;
                  readonly "soft-mandatory": number;
                  readonly advisory: number;
                  readonly mandatory: number;
                };
                readonly severity: {
                  readonly critical: number;
                  readonly high: number;
                  readonly medium: number;
                  readonly low: number;
                  readonly info: number;
                  readonly none: number;
                };
              };
              readonly blocked: {
                readonly changes: number;
                readonly policies: number;
              };
            };
          };
        };
      };
    };
  };
  readonly listPolicyEvaluationChanges: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
      };
      readonly path: {
        readonly policy_evaluation_id: components["parameters"]["policy_evaluation_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["policy-evaluation-changes"][];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly listPolicyRules: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "filter[policy]"?: components["parameters"]["query.filter.policy"];
      };
      readonly path: {
        readonly policy_set_outcome_id: components["parameters"]["policy_set_outcome_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["policy-rules"][];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly comparePolicyEvaluation: {
    readonly parameters: {
      readonly path: {
        readonly policy_evaluation_id: components["parameters"]["policy_evaluation_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["policy-evaluation-comparisons"];
          };
        };
      };
    };
  };
  readonly listPolicyInputs: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "filter[workspace]"?: components["parameters"]["query.filter.workspace"];
        readonly "filter[since]"?: components["parameters"]["query.filter.since"];
        readonly "filter[until]"?: components["parameters"]["query.filter.until"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["policy-inputs"][];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly deletePolicyInputs: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly readPolicyInput: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
        readonly policy_input_id: components["parameters"]["policy_input_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["policy-inputs"];
          };
        };
      };
    };
  };
  readonly deletePolicyInput: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
        readonly policy_input_id: components["parameters"]["policy_input_id"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly listExemptionsOfPolicy: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly include?: components["parameters"]["query.include.workspace"];
      };
      readonly path: {
        readonly policy_id: components["parameters"]["policy_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["listExemptionsOfPolicy-output"];
        };
      };
    };
  };
  readonly createPolicyExemption: {
    readonly parameters: {
      readonly header?: {
        /** @description Makes the request safe to repeat. For 24 hours, a request by the same caller with the same key gets the first response again and creates nothing. The response is 422 if the request differs from the first one, or if the first response was not stored because it is secret or too long. The response is 503 while the first request is in progress. If a request was refused, nothing was created, and the request can be sent again. */
        readonly "Idempotency-Key"?: components["parameters"]["idempotency-key"];
      };
      readonly path: {
        readonly policy_id: components["parameters"]["policy_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "policy-exemptions";
            readonly attributes: {
              readonly "resource-address"?: components["schemas"]["createPolicyExemption-input-data-attributes-resource-address"];
              /** Format: text */
              readonly reason: string;
              /** Format: text */
              readonly owner: string;
              readonly "expires-at"?: components["schemas"]["policies-attributes-updated-at"];
            };
            readonly relationships?: components["schemas"]["createPolicyExemption-input-data-relationships"];
          };
        };
      };
    };
    readonly responses: {
      /** @description Created */
      readonly 201: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createPolicyExemption-output"];
        };
      };
    };
  };
  readonly listExemptionsOfPolicySet: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly include?: components["parameters"]["query.include.workspace"];
      };
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["listExemptionsOfPolicy-output"];
        };
      };
    };
  };
  readonly createPolicySetExemption: {
    readonly parameters: {
      readonly header?: {
        /** @description Makes the request safe to repeat. For 24 hours, a request by the same caller with the same key gets the first response again and creates nothing. The response is 422 if the request differs from the first one, or if the first response was not stored because it is secret or too long. The response is 503 while the first request is in progress. If a request was refused, nothing was created, and the request can be sent again. */
        readonly "Idempotency-Key"?: components["parameters"]["idempotency-key"];
      };
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "policy-exemptions";
            readonly attributes: {
              readonly "resource-address"?: components["schemas"]["createPolicyExemption-input-data-attributes-resource-address"];
              /** Format: text */
              readonly reason: string;
              /** Format: text */
              readonly owner: string;
              readonly "expires-at"?: components["schemas"]["policies-attributes-updated-at"];
              readonly "policy-name": string;
            };
            readonly relationships?: components["schemas"]["createPolicyExemption-input-data-relationships"];
          };
        };
      };
    };
    readonly responses: {
      /** @description Created */
      readonly 201: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createPolicyExemption-output"];
        };
      };
    };
  };
  readonly listPolicyExemptions: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "filter[workspace]"?: components["parameters"]["query.filter.workspace"];
        readonly "filter[created-by]"?: components["parameters"]["query.filter.created-by"];
        readonly "filter[ends-before]"?: string;
        readonly "filter[status]"?: components["parameters"]["query.filter.status.active.expired"];
        readonly "filter[beyond-maximum]"?: "true";
        readonly "filter[unmatched]"?: "true";
        readonly include?: components["parameters"]["query.include.workspace"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["listExemptionsOfPolicy-output"];
        };
      };
    };
  };
  readonly readPolicyExemption: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.workspace"];
      };
      readonly path: {
        readonly policy_exemption_id: components["parameters"]["policy_exemption_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["policy-exemptions"];
            readonly included?: components["schemas"]["listExemptionsOfPolicy-output-included"];
          };
        };
      };
    };
  };
  readonly deletePolicyExemption: {
    readonly parameters: {
      readonly path: {
        readonly policy_exemption_id: components["parameters"]["policy_exemption_id"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly updatePolicyExemption: {
    readonly parameters: {
      readonly path: {
        readonly policy_exemption_id: components["parameters"]["policy_exemption_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "policy-exemptions";
            readonly attributes?: {
              /** Format: text */
              readonly reason?: string;
              /** Format: text */
              readonly owner?: string;
              readonly "expires-at"?: components["schemas"]["policies-attributes-updated-at"];
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createPolicyExemption-output"];
        };
      };
    };
  };
  readonly endPolicyExemptions: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: readonly {
            /** @constant */
            readonly type: "policy-exemptions";
            readonly id: string;
          }[];
        };
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly listExemptionRequestsOfEvaluation: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly include?: components["parameters"]["query.include.workspace"];
      };
      readonly path: {
        readonly policy_evaluation_id: components["parameters"]["policy_evaluation_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["listExemptionRequestsOfEvaluation-output"];
        };
      };
    };
  };
  readonly createPolicyExemptionRequest: {
    readonly parameters: {
      readonly header?: {
        /** @description Makes the request safe to repeat. For 24 hours, a request by the same caller with the same key gets the first response again and creates nothing. The response is 422 if the request differs from the first one, or if the first response was not stored because it is secret or too long. The response is 503 while the first request is in progress. If a request was refused, nothing was created, and the request can be sent again. */
        readonly "Idempotency-Key"?: components["parameters"]["idempotency-key"];
      };
      readonly path: {
        readonly policy_evaluation_id: components["parameters"]["policy_evaluation_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "policy-exemption-requests";
            readonly attributes: {
              readonly "resource-address"?: components["schemas"]["createPolicyExemption-input-data-attributes-resource-address"];
              /** Format: text */
              readonly reason: string;
              readonly "expires-at"?: components["schemas"]["policies-attributes-updated-at"];
              readonly "policy-id": string;
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createPolicyExemptionRequest-output"];
        };
      };
      /** @description Created */
      readonly 201: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createPolicyExemptionRequest-output"];
        };
      };
    };
  };
  readonly listPolicyExemptionRequests: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "filter[workspace]"?: components["parameters"]["query.filter.workspace"];
        readonly "filter[status]"?: "open" | "granted" | "refused" | "expired";
        readonly include?: components["parameters"]["query.include.workspace"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["listExemptionRequestsOfEvaluation-output"];
        };
      };
    };
  };
  readonly readPolicyExemptionRequest: {
    readonly parameters: {
      readonly query?: {
        readonly include?: components["parameters"]["query.include.workspace"];
      };
      readonly path: {
        readonly policy_exemption_request_id: components["parameters"]["policy_exemption_request_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["policy-exemption-requests"];
            readonly included?: components["schemas"]["listExemptionsOfPolicy-output-included"];
          };
        };
      };
    };
  };
  readonly withdrawPolicyExemptionRequest: {
    readonly parameters: {
      readonly path: {
        readonly policy_exemption_request_id: components["parameters"]["policy_exemption_request_id"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly grantPolicyExemptionRequest: {
    readonly parameters: {
      readonly path: {
        readonly policy_exemption_request_id: components["parameters"]["policy_exemption_request_id"];
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @enum {string} */
            readonly type?: "policy-exemption-requests" | "";
            readonly attributes?: {
              readonly "expires-at"?: components["schemas"]["policies-attributes-updated-at"];
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createPolicyExemptionRequest-output"];
        };
      };
    };
  };
  readonly refusePolicyExemptionRequest: {
    readonly parameters: {
      readonly path: {
        readonly policy_exemption_request_id: components["parameters"]["policy_exemption_request_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "policy-exemption-requests";
            readonly attributes: {
              /** Format: text */
              readonly comment: string;
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createPolicyExemptionRequest-output"];
        };
      };
    };
  };
  readonly listPolicyApprovals: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "filter[workspace]"?: components["parameters"]["query.filter.workspace"];
        readonly "filter[status]"?: components["parameters"]["query.filter.status.active.expired"];
        readonly include?: components["parameters"]["query.include.workspace"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["policy-approvals"][];
            readonly included?: components["schemas"]["listExemptionsOfPolicy-output-included"];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly readPolicyApproval: {
    readonly parameters: {
      readonly path: {
        readonly policy_approval_id: components["parameters"]["policy_approval_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["policy-approvals"];
          };
        };
      };
    };
  };
  readonly revokePolicyApproval: {
    readonly parameters: {
      readonly path: {
        readonly policy_approval_id: components["parameters"]["policy_approval_id"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly listPolicyRunTasks: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["policy-run-tasks"][];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly createPolicyRunTask: {
    readonly parameters: {
      readonly header?: {
        /** @description Makes the request safe to repeat. For 24 hours, a request by the same caller with the same key gets the first response again and creates nothing. The response is 422 if the request differs from the first one, or if the first response was not stored because it is secret or too long. The response is 503 while the first request is in progress. If a request was refused, nothing was created, and the request can be sent again. */
        readonly "Idempotency-Key"?: components["parameters"]["idempotency-key"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "policy-run-tasks";
            readonly attributes: {
              readonly name: string;
              readonly enabled?: boolean;
              readonly "external-outcomes-minutes"?: number;
              /** Format: text */
              readonly "hmac-key": string;
              readonly "allowed-hosts": components["schemas"]["createPolicyRunTask-input-data-attributes-allowed-hosts"];
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description Created */
      readonly 201: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createPolicyRunTask-output"];
        };
      };
    };
  };
  readonly readPolicyRunTask: {
    readonly parameters: {
      readonly path: {
        readonly policy_run_task_id: components["parameters"]["policy_run_task_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createPolicyRunTask-output"];
        };
      };
    };
  };
  readonly deletePolicyRunTask: {
    readonly parameters: {
      readonly path: {
        readonly policy_run_task_id: components["parameters"]["policy_run_task_id"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly updatePolicyRunTask: {
    readonly parameters: {
      readonly path: {
        readonly policy_run_task_id: components["parameters"]["policy_run_task_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "policy-run-tasks";
            readonly attributes?: {
              readonly name?: string;
              readonly enabled?: boolean;
              readonly "external-outcomes-minutes"?: number;
              /** Format: text */
              readonly "hmac-key"?: string;
              readonly "allowed-hosts"?: components["schemas"]["createPolicyRunTask-input-data-attributes-allowed-hosts"];
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createPolicyRunTask-output"];
        };
      };
    };
  };
  readonly listPolicyRunTaskCalls: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
      };
      readonly path: {
        readonly policy_run_task_id: components["parameters"]["policy_run_task_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["policy-run-task-calls"][];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly callPolicyRunTask: {
    readonly parameters: {
      readonly path: {
        readonly policy_run_task_id: components["parameters"]["policy_run_task_id"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/octet-stream": string;
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
      };
    };
  };
  readonly listPolicyReplays: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "filter[status]"?: components["parameters"]["query.filter.status.pending.running.finished.canceled"];
      };
      readonly path: {
        readonly policy_id: components["parameters"]["policy_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["listPolicyReplays-output"];
        };
      };
    };
  };
  readonly createPolicyReplay: {
    readonly parameters: {
      readonly path: {
        readonly policy_id: components["parameters"]["policy_id"];
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @enum {string} */
            readonly type?: "policy-replays" | "";
            readonly attributes?: {
              readonly code?: components["schemas"]["checkPolicyCode-input-data-attributes-tests"];
              readonly query?: components["schemas"]["feature-sets-attributes-comparison-description"];
              readonly revision?: components["schemas"]["updateDataRetentionPolicy-input-data-attributes-delete-older-than-n-days"];
              readonly "enforcement-level"?: components["schemas"]["createPolicyReplay-input-data-attributes-enforcement-level"];
              readonly introduction?: components["schemas"]["policy-replays-attributes-introduction"];
              readonly shadow?: components["schemas"]["users-attributes-is-email-confirmed"];
              readonly input?: components["schemas"]["policies-attributes-input"];
              readonly "applicable-only"?: boolean;
              readonly since?: components["schemas"]["policies-attributes-updated-at"];
              readonly until?: components["schemas"]["policies-attributes-updated-at"];
              readonly "max-inputs"?: number;
            };
            readonly relationships?: components["schemas"]["createPolicyExemption-input-data-relationships"];
          };
        };
      };
    };
    readonly responses: {
      /** @description Created */
      readonly 201: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createPolicyReplay-output"];
        };
      };
    };
  };
  readonly listPolicySetReplays: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "filter[status]"?: components["parameters"]["query.filter.status.pending.running.finished.canceled"];
      };
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["listPolicyReplays-output"];
        };
      };
    };
  };
  readonly createPolicySetReplay: {
    readonly parameters: {
      readonly path: {
        readonly policy_set_id: components["parameters"]["policy_set_id"];
      };
    };
    readonly requestBody?: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @enum {string} */
            readonly type?: "policy-replays" | "";
            readonly attributes?: {
              readonly code?: components["schemas"]["checkPolicyCode-input-data-attributes-tests"];
              readonly query?: components["schemas"]["feature-sets-attributes-comparison-description"];
              readonly revision?: components["schemas"]["updateDataRetentionPolicy-input-data-attributes-delete-older-than-n-days"];
              readonly "enforcement-level"?: components["schemas"]["createPolicyReplay-input-data-attributes-enforcement-level"];
              readonly introduction?: components["schemas"]["policy-replays-attributes-introduction"];
              readonly shadow?: components["schemas"]["users-attributes-is-email-confirmed"];
              readonly input?: components["schemas"]["policies-attributes-input"];
              readonly "applicable-only"?: boolean;
              readonly since?: components["schemas"]["policies-attributes-updated-at"];
              readonly until?: components["schemas"]["policies-attributes-updated-at"];
              readonly "max-inputs"?: number;
              /** @constant */
              readonly global?: true;
              readonly "tag-selector-matching-logic"?: components["schemas"]["policy-sets-attributes-tag-selector-matching-logic"];
              readonly "added-tag-selectors"?: components["schemas"]["createPolicySet-input-data-attributes-tag-selectors"];
              readonly "removed-tag-selectors"?: components["schemas"]["createPolicySet-input-data-attributes-tag-selectors"];
            };
            readonly relationships?: {
              readonly workspace?: components["schemas"]["workspaces-reference"];
              readonly policy?: components["schemas"]["policies-reference"];
              readonly "added-policies"?: components["schemas"]["policies-references"];
              readonly "added-workspaces"?: components["schemas"]["workspaces-references"];
              readonly "added-projects"?: components["schemas"]["projects-references"];
              readonly "removed-workspace-exclusions"?: components["schemas"]["workspaces-references"];
              readonly "removed-project-exclusions"?: components["schemas"]["projects-references"];
              readonly "policy-set-version"?: components["schemas"]["policy-set-versions-reference"];
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description Created */
      readonly 201: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createPolicyReplay-output"];
        };
      };
    };
  };
  readonly readPolicyReplay: {
    readonly parameters: {
      readonly path: {
        readonly policy_replay_id: components["parameters"]["policy_replay_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createPolicyReplay-output"];
        };
      };
    };
  };
  readonly listPolicyReplayDifferences: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "filter[result]"?: "newly-failing" | "newly-passing" | "errored" | "not-replayable" | "changed";
      };
      readonly path: {
        readonly policy_replay_id: components["parameters"]["policy_replay_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["policy-replay-differences"][];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly cancelPolicyReplay: {
    readonly parameters: {
      readonly path: {
        readonly policy_replay_id: components["parameters"]["policy_replay_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createPolicyReplay-output"];
        };
      };
    };
  };
  readonly discoverServices: {
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/json": {
            readonly "modules.v1": string;
            readonly "tfe.v2": string;
            readonly "tfe.v2.1": string;
            readonly "tfe.v2.2": string;
          };
        };
      };
    };
  };
  readonly listModuleTags: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
      };
      readonly path: {
        readonly module_id: components["parameters"]["module_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["listProjectTags-output"];
        };
      };
    };
  };
  readonly createModuleFromVersionControl: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly readPublicModule: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
        readonly public_namespace: components["parameters"]["public_namespace"];
        readonly module_name: components["parameters"]["module_name"];
        readonly module_provider: components["parameters"]["module_provider"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readPublicModule-output"];
        };
      };
    };
  };
  readonly deletePublicModule: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
        readonly public_namespace: components["parameters"]["public_namespace"];
        readonly module_name: components["parameters"]["module_name"];
        readonly module_provider: components["parameters"]["module_provider"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly updatePublicModule: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
        readonly public_namespace: components["parameters"]["public_namespace"];
        readonly module_name: components["parameters"]["module_name"];
        readonly module_provider: components["parameters"]["module_provider"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["updatePublicModule-input"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readPublicModule-output"];
        };
      };
    };
  };
  readonly deletePublicModulesByName: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
        readonly public_namespace: components["parameters"]["public_namespace"];
        readonly module_name: components["parameters"]["module_name"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly listModules: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "filter[provider]"?: components["parameters"]["query.filter.provider"];
        readonly "filter[registry_name]"?: components["parameters"]["query.filter.registry_name.private.public"];
        readonly "filter[deprecated]"?: components["parameters"]["query.filter.deprecated.true.false"];
        readonly "filter[organization_name]"?: components["parameters"]["query.filter.organization_name"];
        readonly q?: components["parameters"]["query.q"];
        readonly sort?: "name" | "-name" | "updated-at" | "-updated-at";
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["listModules-output-data"];
            readonly included?: components["schemas"]["readPublicModule-output-included"];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly createModule: {
    readonly parameters: {
      readonly header?: {
        /** @description Makes the request safe to repeat. For 24 hours, a request by the same caller with the same key gets the first response again and creates nothing. The response is 422 if the request differs from the first one, or if the first response was not stored because it is secret or too long. The response is 503 while the first request is in progress. If a request was refused, nothing was created, and the request can be sent again. */
        readonly "Idempotency-Key"?: components["parameters"]["idempotency-key"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "registry-modules";
            readonly attributes: {
              readonly name: string;
              readonly provider: string;
              readonly namespace?: components["schemas"]["feature-sets-attributes-comparison-description"];
              readonly "registry-name"?: components["schemas"]["createModule-input-data-attributes-registry-name"];
              readonly "no-code"?: components["schemas"]["users-attributes-is-email-confirmed"];
              readonly "test-config"?: components["schemas"]["updatePublicModule-input-data-attributes-test-config"];
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description Created */
      readonly 201: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["registry-modules"];
          };
        };
      };
    };
  };
  readonly listModulesByName: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "filter[provider]"?: components["parameters"]["query.filter.provider"];
        readonly "filter[registry_name]"?: components["parameters"]["query.filter.registry_name.private.public"];
        readonly "filter[deprecated]"?: components["parameters"]["query.filter.deprecated.true.false"];
        readonly "filter[organization_name]"?: components["parameters"]["query.filter.organization_name"];
        readonly q?: components["parameters"]["query.q"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
        readonly namespace: components["parameters"]["namespace"];
        readonly module_name: components["parameters"]["module_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["listModules-output-data"];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly deleteModulesByName: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
        readonly namespace: components["parameters"]["namespace"];
        readonly module_name: components["parameters"]["module_name"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly readModule: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
        readonly namespace: components["parameters"]["namespace"];
        readonly module_name: components["parameters"]["module_name"];
        readonly module_provider: components["parameters"]["module_provider"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readPublicModule-output"];
        };
      };
    };
  };
  readonly deleteModule: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
        readonly namespace: components["parameters"]["namespace"];
        readonly module_name: components["parameters"]["module_name"];
        readonly module_provider: components["parameters"]["module_provider"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly updateModule: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
        readonly namespace: components["parameters"]["namespace"];
        readonly module_name: components["parameters"]["module_name"];
        readonly module_provider: components["parameters"]["module_provider"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["updatePublicModule-input"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readPublicModule-output"];
        };
      };
    };
  };
  readonly listModuleCommits: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
        readonly namespace: components["parameters"]["namespace"];
        readonly module_name: components["parameters"]["module_name"];
        readonly module_provider: components["parameters"]["module_provider"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["listModuleCommits-output"];
        };
      };
    };
  };
  readonly listModuleCommitsAlias: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
        readonly module_name: components["parameters"]["module_name"];
        readonly module_provider: components["parameters"]["module_provider"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["listModuleCommits-output"];
        };
      };
    };
  };
  readonly readModuleAlias: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
        readonly module_name: components["parameters"]["module_name"];
        readonly module_provider: components["parameters"]["module_provider"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readPublicModule-output"];
        };
      };
    };
  };
  readonly readModuleById: {
    readonly parameters: {
      readonly path: {
        readonly module_id: components["parameters"]["module_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readPublicModule-output"];
        };
      };
    };
  };
  readonly createModuleVersion: {
    readonly parameters: {
      readonly header?: {
        /** @description Makes the request safe to repeat. For 24 hours, a request by the same caller with the same key gets the first response again and creates nothing. The response is 422 if the request differs from the first one, or if the first response was not stored because it is secret or too long. The response is 503 while the first request is in progress. If a request was refused, nothing was created, and the request can be sent again. */
        readonly "Idempotency-Key"?: components["parameters"]["idempotency-key"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
        readonly namespace: components["parameters"]["namespace"];
        readonly module_name: components["parameters"]["module_name"];
        readonly module_provider: components["parameters"]["module_provider"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["createModuleVersion-input"];
      };
    };
    readonly responses: {
      /** @description Created */
      readonly 201: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createModuleVersion-output"];
        };
      };
    };
  };
  readonly createModuleVersionAlias: {
    readonly parameters: {
      readonly header?: {
        /** @description Makes the request safe to repeat. For 24 hours, a request by the same caller with the same key gets the first response again and creates nothing. The response is 422 if the request differs from the first one, or if the first response was not stored because it is secret or too long. The response is 503 while the first request is in progress. If a request was refused, nothing was created, and the request can be sent again. */
        readonly "Idempotency-Key"?: components["parameters"]["idempotency-key"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
        readonly module_name: components["parameters"]["module_name"];
        readonly module_provider: components["parameters"]["module_provider"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": components["schemas"]["createModuleVersion-input"];
      };
    };
    readonly responses: {
      /** @description Created */
      readonly 201: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createModuleVersion-output"];
        };
      };
    };
  };
  readonly readModuleVersionByQuery: {
    readonly parameters: {
      readonly query?: {
        readonly module_version?: string;
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
        readonly namespace: components["parameters"]["namespace"];
        readonly module_name: components["parameters"]["module_name"];
        readonly module_provider: components["parameters"]["module_provider"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createModuleVersion-output"];
        };
      };
    };
  };
  readonly readModuleVersion: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
        readonly namespace: components["parameters"]["namespace"];
        readonly module_name: components["parameters"]["module_name"];
        readonly module_provider: components["parameters"]["module_provider"];
        readonly module_version: components["parameters"]["module_version"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["createModuleVersion-output"];
        };
      };
    };
  };
  readonly deleteModuleVersion: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
        readonly namespace: components["parameters"]["namespace"];
        readonly module_name: components["parameters"]["module_name"];
        readonly module_provider: components["parameters"]["module_provider"];
        readonly module_version: components["parameters"]["module_version"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly updateModuleVersion: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
        readonly namespace: components["parameters"]["namespace"];
        readonly module_name: components["parameters"]["module_name"];
        readonly module_provider: components["parameters"]["module_provider"];
        readonly module_version: components["parameters"]["module_version"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "module-versions";
            readonly attributes: {
              readonly deprecation: components["schemas"]["updateModuleVersion-input-data-attributes-deprecation"];
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: {
              readonly id: string;
              /** @constant */
              readonly type: "module-versions";
              readonly relationships: {
                readonly deprecation: {
                  readonly data: {
                    readonly id: string;
                    /** @constant */
                    readonly type: "deprecations";
                  };
                };
              };
            };
            readonly included: readonly {
              readonly id: string;
              /** @constant */
              readonly type: "deprecations";
              readonly attributes: {
                readonly link: components["schemas"]["page-links-self"];
                readonly reason: components["schemas"]["page-links-self"];
              };
            }[];
          } | {
            readonly data: {
              readonly id: string;
              /** @constant */
              readonly type: "module-versions";
            };
          };
        };
      };
    };
  };
  readonly deleteModuleVersionAlias: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
        readonly module_name: components["parameters"]["module_name"];
        readonly module_provider: components["parameters"]["module_provider"];
        readonly module_version: components["parameters"]["module_version"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly deleteModuleAlias: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
        readonly module_name: components["parameters"]["module_name"];
        readonly module_provider: components["parameters"]["module_provider"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly deleteModulesByNameAlias: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
        readonly module_name: components["parameters"]["module_name"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly readModuleVersionFile: {
    readonly parameters: {
      readonly query?: {
        readonly path?: string;
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
        readonly namespace: components["parameters"]["namespace"];
        readonly module_name: components["parameters"]["module_name"];
        readonly module_provider: components["parameters"]["module_provider"];
        readonly module_version: components["parameters"]["module_version"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "text/plain; charset=utf-8": string;
          readonly "image/svg+xml": string;
          readonly "image/png": string;
          readonly "image/jpeg": string;
          readonly "image/gif": string;
          readonly "image/webp": string;
        };
      };
    };
  };
  readonly listRegistryModules: {
    readonly parameters: {
      readonly query?: {
        readonly q?: components["parameters"]["query.q"];
        readonly provider?: string;
        readonly limit?: string;
        readonly offset?: string;
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/json": {
            readonly meta: {
              readonly limit: number;
              readonly current_offset: number;
              readonly next_offset?: number;
              readonly prev_offset?: number;
              readonly next_url?: string;
              readonly prev_url?: string;
            };
            readonly modules: readonly {
              readonly id: string;
              readonly owner: string;
              readonly namespace: string;
              readonly name: string;
              readonly version: string;
              readonly provider: string;
              readonly description: string;
              readonly source: string;
              readonly tag: string;
              /** Format: date-time */
              readonly published_at: string;
              readonly downloads: number;
              readonly verified: boolean;
            }[];
          };
        };
      };
    };
  };
  readonly listRegistryModuleVersions: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
        readonly module_name: components["parameters"]["module_name"];
        readonly module_provider: components["parameters"]["module_provider"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/json": {
            readonly modules: readonly {
              readonly source: string;
              readonly versions: readonly {
                readonly version: string;
                readonly deprecation: components["schemas"]["registry-module-versions-attributes-deprecation"];
              }[];
            }[];
          };
        };
      };
    };
  };
  readonly downloadNewestRegistryModule: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
        readonly module_name: components["parameters"]["module_name"];
        readonly module_provider: components["parameters"]["module_provider"];
      };
    };
    readonly responses: {
      /** @description Found */
      readonly 302: {
      };
    };
  };
  readonly readNewestRegistryModule: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
        readonly module_name: components["parameters"]["module_name"];
        readonly module_provider: components["parameters"]["module_provider"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/json": components["schemas"]["readNewestRegistryModule-output"];
        };
      };
    };
  };
  readonly readRegistryModule: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
        readonly module_name: components["parameters"]["module_name"];
        readonly module_provider: components["parameters"]["module_provider"];
        readonly module_version: components["parameters"]["module_version"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/json": components["schemas"]["readNewestRegistryModule-output"];
        };
      };
    };
  };
  readonly downloadRegistryModule: {
    readonly parameters: {
      readonly query?: {
        readonly original?: string;
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
        readonly module_name: components["parameters"]["module_name"];
        readonly module_provider: components["parameters"]["module_provider"];
        readonly module_version: components["parameters"]["module_version"];
      };
    };
    readonly responses: {
      /** @description No Content */
      readonly 204: {
      };
    };
  };
  readonly downloadModuleArchive: {
    readonly parameters: {
      readonly path: {
        readonly capability: components["parameters"]["capability"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/gzip": string;
        };
      };
    };
  };
  readonly uploadModuleArchive: {
    readonly parameters: {
      readonly path: {
        readonly capability: components["parameters"]["capability"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/octet-stream": string;
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
      };
    };
  };
  readonly setDeprecationOfModuleVersions: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
        readonly namespace: components["parameters"]["namespace"];
        readonly module_name: components["parameters"]["module_name"];
        readonly module_provider: components["parameters"]["module_provider"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @constant */
            readonly type: "module-versions";
            readonly attributes: {
              /** Format: text */
              readonly versions: string;
              readonly prereleases?: boolean;
              readonly "dry-run"?: boolean;
              readonly "keep-statement"?: boolean;
              readonly deprecation: components["schemas"]["updateModuleVersion-input-data-attributes-deprecation"];
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["module-deprecation-ranges"];
          };
        };
      };
    };
  };
  readonly checkModules: {
    readonly parameters: {
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            readonly attributes: {
              readonly modules: readonly components["schemas"]["checkModules-input-data-attributes-modules-element"][];
            };
          };
        } | readonly components["schemas"]["checkModules-input-data-attributes-modules-element"][] | {
          readonly configuration: {
            readonly root_module: components["schemas"]["rotateOidcKey-input"];
          };
        } | {
          readonly Modules: readonly {
            readonly Key?: string;
            readonly Source?: string;
            readonly Version?: string;
            readonly Dir?: string;
          }[];
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["module-checks"];
          };
        };
      };
    };
  };
  readonly readRegistryHosts: {
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["registry-hosts"];
          };
        };
      };
    };
  };
  readonly listModuleDownloads: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
        readonly namespace: components["parameters"]["namespace"];
        readonly module_name: components["parameters"]["module_name"];
        readonly module_provider: components["parameters"]["module_provider"];
        readonly module_version: components["parameters"]["module_version"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["module-downloads"][];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly listModuleDeprecationsInUse: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: readonly components["schemas"]["module-deprecations-in-use"][];
            readonly links: components["schemas"]["page-links"];
            readonly meta: components["schemas"]["page-meta"];
          };
        };
      };
    };
  };
  readonly listWorkspaceModules: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "filter[deprecated]"?: components["parameters"]["query.filter.deprecated.true.false"];
      };
      readonly path: {
        readonly workspace_id: components["parameters"]["workspace_id"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["listWorkspaceModules-output"];
        };
      };
    };
  };
  readonly listModulesOfWorkspaces: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
        readonly "filter[deprecated]"?: components["parameters"]["query.filter.deprecated.true.false"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["listWorkspaceModules-output"];
        };
      };
    };
  };
  readonly listModuleWorkspaces: {
    readonly parameters: {
      readonly query?: {
        /** @description Page number, starting at 1. */
        readonly "page[number]"?: components["parameters"]["page-number"];
        /** @description Number of records on a page: 20 by default, at most 100. */
        readonly "page[size]"?: components["parameters"]["page-size"];
        /** @description A cursor from `meta.cursors.after`. The page starts after the record that the cursor identifies, even if earlier records are added or deleted. The response has no page numbers. Cannot be combined with `page[number]`. */
        readonly "page[after]"?: components["parameters"]["page-after"];
        /** @description A cursor from `meta.cursors.before`. The page ends before the record that the cursor identifies. */
        readonly "page[before]"?: components["parameters"]["page-before"];
      };
      readonly path: {
        readonly organization_name: components["parameters"]["organization_name"];
        readonly namespace: components["parameters"]["namespace"];
        readonly module_name: components["parameters"]["module_name"];
        readonly module_provider: components["parameters"]["module_provider"];
        readonly module_version: components["parameters"]["module_version"];
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["listWorkspaceModules-output-data"];
            readonly links: components["schemas"]["page-links"];
            readonly meta: {
              readonly pagination?: components["schemas"]["pagination"];
              readonly cursors: components["schemas"]["page-cursors"];
              readonly "workspace-count": components["schemas"]["audit-stream-status-attributes-sent-through"];
            };
          };
        };
      };
    };
  };
  readonly readAccountOverview: {
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["account-overviews"];
          };
        };
      };
    };
  };
  readonly readReadiness: {
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/json": components["schemas"]["readReadiness-refusal"];
        };
      };
    };
  };
  readonly readMetrics: {
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "text/plain; version=0.0.4; charset=utf-8": string;
        };
      };
    };
  };
  readonly readSystemStatus: {
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": {
            readonly data: components["schemas"]["system-status"];
          };
        };
      };
    };
  };
  readonly readGeneralSettings: {
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readGeneralSettings-output"];
        };
      };
    };
  };
  readonly updateGeneralSettings: {
    readonly parameters: {
      readonly header?: {
        /** @description The current `ETag` of the record, or `*`. With any other value, the response is 412. */
        readonly "If-Match"?: components["parameters"]["if-match"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @enum {string} */
            readonly type?: "general-settings" | "";
            readonly attributes: {
              readonly "limit-user-organization-creation"?: components["schemas"]["users-attributes-is-email-confirmed"];
              readonly "organizations-per-user-limit"?: components["schemas"]["updateDataRetentionPolicy-input-data-attributes-delete-older-than-n-days"];
              readonly "api-rate-limiting-enabled"?: components["schemas"]["users-attributes-is-email-confirmed"];
              readonly "api-rate-limit"?: number | null;
              readonly "policy-revision-limit"?: components["schemas"]["updateDataRetentionPolicy-input-data-attributes-delete-older-than-n-days"];
              readonly "policy-storage-limit"?: components["schemas"]["updateDataRetentionPolicy-input-data-attributes-delete-older-than-n-days"];
              readonly "policy-outcome-storage-limit"?: components["schemas"]["updateDataRetentionPolicy-input-data-attributes-delete-older-than-n-days"];
              readonly "module-storage-limit"?: components["schemas"]["updateDataRetentionPolicy-input-data-attributes-delete-older-than-n-days"];
              readonly "policy-plan-size-limit"?: components["schemas"]["updateDataRetentionPolicy-input-data-attributes-delete-older-than-n-days"];
              readonly "require-two-factor-for-admins"?: components["schemas"]["users-attributes-is-email-confirmed"];
              readonly "plan-timeout"?: components["schemas"]["updateOrganization-input-data-attributes-plan-timeout"];
              readonly "apply-timeout"?: components["schemas"]["updateOrganization-input-data-attributes-plan-timeout"];
              readonly "send-passing-statuses-for-untriggered-speculative-plans"?: components["schemas"]["users-attributes-is-email-confirmed"];
              readonly "allow-speculative-plans-on-pull-requests-from-forks"?: components["schemas"]["users-attributes-is-email-confirmed"];
              readonly "default-remote-state-access"?: components["schemas"]["users-attributes-is-email-confirmed"];
              readonly "iac-build-worker-plan-timeout"?: components["schemas"]["updateOrganization-input-data-attributes-plan-timeout"];
              readonly "iac-build-worker-apply-timeout"?: components["schemas"]["updateOrganization-input-data-attributes-plan-timeout"];
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readGeneralSettings-output"];
        };
      };
    };
  };
  readonly readCostEstimationSettings: {
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readCostEstimationSettings-output"];
        };
      };
    };
  };
  readonly updateCostEstimationSettings: {
    readonly parameters: {
      readonly header?: {
        /** @description The current `ETag` of the record, or `*`. With any other value, the response is 412. */
        readonly "If-Match"?: components["parameters"]["if-match"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @enum {string} */
            readonly type?: "cost-estimation-settings" | "";
            readonly attributes: {
              readonly enabled?: components["schemas"]["users-attributes-is-email-confirmed"];
              readonly "cloud-a-access-key-id"?: components["schemas"]["feature-sets-attributes-comparison-description"];
              readonly "cloud-a-secret-key"?: components["schemas"]["feature-sets-attributes-comparison-description"];
              readonly "cloud-b-credentials"?: components["schemas"]["feature-sets-attributes-comparison-description"];
              readonly "cloud-c-client-id"?: components["schemas"]["feature-sets-attributes-comparison-description"];
              readonly "cloud-c-client-secret"?: components["schemas"]["feature-sets-attributes-comparison-description"];
              readonly "cloud-c-subscription-id"?: components["schemas"]["feature-sets-attributes-comparison-description"];
              readonly "cloud-c-tenant-id"?: components["schemas"]["feature-sets-attributes-comparison-description"];
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readCostEstimationSettings-output"];
        };
      };
    };
  };
  readonly readSmtpSettings: {
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readSmtpSettings-output"];
        };
      };
    };
  };
  readonly updateSmtpSettings: {
    readonly parameters: {
      readonly header?: {
        /** @description The current `ETag` of the record, or `*`. With any other value, the response is 412. */
        readonly "If-Match"?: components["parameters"]["if-match"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @enum {string} */
            readonly type?: "smtp-settings" | "";
            readonly attributes: {
              readonly enabled?: components["schemas"]["users-attributes-is-email-confirmed"];
              readonly host?: components["schemas"]["smtp-settings-attributes-host"];
              readonly port?: components["schemas"]["smtp-settings-attributes-port"];
              readonly sender?: components["schemas"]["smtp-settings-attributes-sender"];
              /** @enum {string|null} */
              readonly auth?: "none" | "plain" | "login" | null;
              readonly username?: components["schemas"]["smtp-settings-attributes-username"];
              readonly password?: components["schemas"]["smtp-settings-attributes-username"];
              /** @enum {string|null} */
              readonly "tls-mode"?: "auto" | "starttls" | "implicit" | null;
              readonly "ca-certificate"?: components["schemas"]["feature-sets-attributes-comparison-description"];
              readonly "client-name"?: components["schemas"]["smtp-settings-attributes-host"];
              readonly "test-email-address"?: components["schemas"]["smtp-settings-attributes-sender"];
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readSmtpSettings-output"];
        };
      };
    };
  };
  readonly readSmsSettings: {
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readSmsSettings-output"];
        };
      };
    };
  };
  readonly updateSmsSettings: {
    readonly parameters: {
      readonly header?: {
        /** @description The current `ETag` of the record, or `*`. With any other value, the response is 412. */
        readonly "If-Match"?: components["parameters"]["if-match"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @enum {string} */
            readonly type?: "sms-settings" | "";
            readonly attributes: {
              readonly enabled?: components["schemas"]["users-attributes-is-email-confirmed"];
              readonly "account-sid"?: components["schemas"]["sms-settings-attributes-account-sid"];
              readonly "auth-token"?: components["schemas"]["createOidcProvider-input-data-attributes-tenant"];
              readonly "from-number"?: components["schemas"]["sms-settings-attributes-from-number"];
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readSmsSettings-output"];
        };
      };
    };
  };
  readonly readAuditStreamSettings: {
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readAuditStreamSettings-output"];
        };
      };
    };
  };
  readonly updateAuditStreamSettings: {
    readonly parameters: {
      readonly header?: {
        /** @description The current `ETag` of the record, or `*`. With any other value, the response is 412. */
        readonly "If-Match"?: components["parameters"]["if-match"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @enum {string} */
            readonly type?: "audit-stream-settings" | "";
            readonly attributes: {
              readonly enabled?: components["schemas"]["users-attributes-is-email-confirmed"];
              /** @enum {string|null} */
              readonly kind?: "https" | "syslog-tls" | null;
              readonly url?: components["schemas"]["audit-stream-settings-attributes-url"];
              /** Format: text */
              readonly secret?: string | null;
              readonly "syslog-host"?: components["schemas"]["smtp-settings-attributes-host"];
              readonly "syslog-port"?: components["schemas"]["smtp-settings-attributes-port"];
              readonly "ca-certificate"?: components["schemas"]["feature-sets-attributes-comparison-description"];
              readonly from?: string | null;
              readonly test?: components["schemas"]["users-attributes-is-email-confirmed"];
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readAuditStreamSettings-output"];
        };
      };
    };
  };
  readonly readCustomizationSettings: {
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readCustomizationSettings-output"];
        };
      };
    };
  };
  readonly updateCustomizationSettings: {
    readonly parameters: {
      readonly header?: {
        /** @description The current `ETag` of the record, or `*`. With any other value, the response is 412. */
        readonly "If-Match"?: components["parameters"]["if-match"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @enum {string} */
            readonly type?: "customization-settings" | "";
            readonly attributes: {
              /** Format: address */
              readonly "support-email-address"?: string | null;
              readonly "login-help"?: components["schemas"]["feature-sets-attributes-comparison-description"];
              readonly footer?: components["schemas"]["feature-sets-attributes-comparison-description"];
              readonly error?: components["schemas"]["feature-sets-attributes-comparison-description"];
              readonly "new-user"?: components["schemas"]["feature-sets-attributes-comparison-description"];
              readonly announcement?: components["schemas"]["feature-sets-attributes-comparison-description"];
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readCustomizationSettings-output"];
        };
      };
    };
  };
  readonly readSamlSettings: {
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readSamlSettings-output"];
        };
      };
    };
  };
  readonly updateSamlSettings: {
    readonly parameters: {
      readonly header?: {
        /** @description The current `ETag` of the record, or `*`. With any other value, the response is 412. */
        readonly "If-Match"?: components["parameters"]["if-match"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @enum {string} */
            readonly type?: "saml-settings" | "";
            readonly attributes: {
              readonly enabled?: components["schemas"]["users-attributes-is-email-confirmed"];
              readonly debug?: components["schemas"]["users-attributes-is-email-confirmed"];
              readonly "idp-cert"?: components["schemas"]["feature-sets-attributes-comparison-description"];
              readonly "idp-entity-id"?: components["schemas"]["audit-stream-settings-attributes-url"];
              readonly "slo-endpoint-url"?: components["schemas"]["audit-stream-settings-attributes-url"];
              readonly "sso-endpoint-url"?: components["schemas"]["audit-stream-settings-attributes-url"];
              readonly "attr-username"?: components["schemas"]["createOidcProvider-input-data-attributes-tenant"];
              readonly "attr-email"?: components["schemas"]["createOidcProvider-input-data-attributes-tenant"];
              readonly "attr-groups"?: components["schemas"]["createOidcProvider-input-data-attributes-tenant"];
              readonly "groups-separator"?: components["schemas"]["createOidcProvider-input-data-attributes-tenant"];
              readonly "team-names-count"?: components["schemas"]["users-attributes-is-email-confirmed"];
              readonly organizations?: components["schemas"]["saml-settings-attributes-organizations"];
              readonly "groups-absent"?: components["schemas"]["updateSamlSettings-input-data-attributes-groups-absent"];
              readonly "confirm-after-unused-days"?: components["schemas"]["updateDataRetentionPolicy-input-data-attributes-delete-older-than-n-days"];
              readonly "attr-site-admin"?: components["schemas"]["createOidcProvider-input-data-attributes-tenant"];
              readonly "site-admin-role"?: components["schemas"]["createOidcProvider-input-data-attributes-tenant"];
              readonly "sso-api-token-session-timeout"?: components["schemas"]["updateDataRetentionPolicy-input-data-attributes-delete-older-than-n-days"];
              readonly "sso-satisfies-two-factor"?: components["schemas"]["users-attributes-is-email-confirmed"];
              readonly "sso-required"?: components["schemas"]["users-attributes-is-email-confirmed"];
              readonly certificate?: components["schemas"]["feature-sets-attributes-comparison-description"];
              readonly "private-key"?: components["schemas"]["feature-sets-attributes-comparison-description"];
              readonly "signature-signing-method"?: components["schemas"]["updateSamlSettings-input-data-attributes-signature-signing-method"];
              readonly "signature-digest-method"?: components["schemas"]["updateSamlSettings-input-data-attributes-signature-signing-method"];
              readonly "authn-requests-signed"?: components["schemas"]["users-attributes-is-email-confirmed"];
              readonly "want-assertions-signed"?: components["schemas"]["users-attributes-is-email-confirmed"];
              readonly "team-management-enabled"?: components["schemas"]["users-attributes-is-email-confirmed"];
              /** @enum {string|null} */
              readonly "provider-type"?: "okta" | "entra" | "saml" | "unknown" | null;
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readSamlSettings-output"];
        };
      };
    };
  };
  readonly revokeOldIdpCertificateByPut: {
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readSamlSettings-output"];
        };
      };
    };
  };
  readonly revokeOldIdpCertificate: {
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readSamlSettings-output"];
        };
      };
    };
  };
  readonly readOidcSignInSettings: {
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readOidcSignInSettings-output"];
        };
      };
    };
  };
  readonly updateOidcSignInSettings: {
    readonly parameters: {
      readonly header?: {
        /** @description The current `ETag` of the record, or `*`. With any other value, the response is 412. */
        readonly "If-Match"?: components["parameters"]["if-match"];
      };
    };
    readonly requestBody: {
      readonly content: {
        readonly "application/vnd.api+json": {
          readonly data: {
            /** @enum {string} */
            readonly type?: "oidc-sign-in-settings" | "";
            readonly attributes: {
              readonly enabled?: components["schemas"]["users-attributes-is-email-confirmed"];
              readonly "groups-absent"?: components["schemas"]["updateSamlSettings-input-data-attributes-groups-absent"];
              readonly "confirm-after-unused-days"?: components["schemas"]["updateDataRetentionPolicy-input-data-attributes-delete-older-than-n-days"];
              readonly "team-management-enabled"?: components["schemas"]["users-attributes-is-email-confirmed"];
              readonly "sso-api-token-session-timeout"?: components["schemas"]["updateDataRetentionPolicy-input-data-attributes-delete-older-than-n-days"];
              readonly "sso-satisfies-two-factor"?: components["schemas"]["users-attributes-is-email-confirmed"];
              readonly "sso-required"?: components["schemas"]["users-attributes-is-email-confirmed"];
            };
          };
        };
      };
    };
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/vnd.api+json": components["schemas"]["readOidcSignInSettings-output"];
        };
      };
    };
  };
  readonly readApiDescription: {
    readonly responses: {
      /** @description OK */
      readonly 200: {
        content: {
          readonly "application/json": {
            readonly openapi: string;
            readonly paths: components["schemas"]["rotateOidcKey-input"];
          };
        };
      };
    };
  };
}
