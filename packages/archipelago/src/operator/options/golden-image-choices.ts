import type { RegistryAccess, RegistryClient, RegistryRule } from '@archipelago/oci-registry';

/** Who makes the boot sources: our own controller, SSP, or SSP where it is installed. */
export const importerModes = ['auto', 'builtin', 'ssp'] as const;

export type ImporterMode = (typeof importerModes)[number];

/** What an administrator decides about golden images when the operator is started. */
export interface GoldenImageChoices {
  readonly importer: ImporterMode;
  /** Asked for the architectures of images; absent: nobody is asked. */
  readonly registry?: RegistryClient;
  /** Logins and authorities for images whose template names none. */
  readonly access?: RegistryAccess;
  /** Mirrors of the machine, as registries.conf has them; those of the cluster come besides. */
  readonly rules?: readonly RegistryRule[];
  /** How long working images are kept that no node or registry asks for any more, in milliseconds. */
  readonly gracePeriod?: number;
}

/** As it was before there was a choice: SSP, and nobody asks registries. */
export const sspOnly: GoldenImageChoices = { importer: 'ssp' };
