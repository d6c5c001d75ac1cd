import packageJson from '../../package.json' with { type: 'json' };

/** Which release of Archipelago this is. Whose behaviour it has says `HCO_KV_IO_VERSION`. */
export const ownRelease: string = packageJson.version;
