/** The choices of `--format`. */
export const installationFormats = ['yaml', 'helm', 'kustomize', 'olm'] as const;

/** In which form an installation is given. */
export type InstallationFormat = (typeof installationFormats)[number];
