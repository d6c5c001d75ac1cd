/** What the builder's image says of its programs (`image-config.ts`): a container has them, and those of its pod. */
export const builderVariables = {
  PATH: '/usr/bin',
  SSL_CERT_FILE: '/etc/ssl/certs/ca-certificates.crt',
  HOME: '/tmp',
};
