/** Credentials that were configured could not be had: a file is gone, a plugin failed. */
export class CredentialError extends Error {
  override readonly name = 'CredentialError';
}
