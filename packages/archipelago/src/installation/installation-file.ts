/** A file of a chart, a base or a bundle: its path from the folder that it is written to, and its text. */
export interface InstallationFile {
  readonly path: string;
  readonly text: string;
}
