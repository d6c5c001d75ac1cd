/** How what can be done about a build is called where it is read: a command at the terminal, a button in a browser. Each follows `look at` or stands for itself. */
export interface LayeringWords {
  /** The logs of a config's builds. */
  readonly log: (config: string) => string;
  /** The log of what puts the images together. */
  readonly assemblyLog: (config: string) => string;
  readonly retry: (config: string) => string;
  /** `architecture` undefined: all of them. */
  readonly rebuild: (config: string, architecture?: string) => string;
}

/** The commands of the terminal. */
export const layeringCommands: LayeringWords = {
  log: (config) => `archipelago layering logs ${config}`,
  assemblyLog: (config) => `archipelago layering logs ${config} --assembly`,
  retry: (config) => `archipelago layering retry ${config}`,
  rebuild: (config, architecture) =>
    `archipelago layering rebuild ${config}${architecture === undefined ? '' : ` --arch ${architecture}`}`,
};
