/** PEM texts. */
export interface CertificatePair {
  readonly certificate: string;
  readonly privateKey: string;
}
