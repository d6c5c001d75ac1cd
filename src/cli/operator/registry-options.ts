import { type GoldenImageChoices, importerModes } from '../../operator/golden-images/golden-image-choices.ts';
import { createRegistryClient } from '../../registry/create-registry-client.ts';
import { parseDockerConfig } from '../../registry/credentials/parse-docker-config.ts';
import { parseRegistriesConf } from '../../registry/mirrors/parse-registries-conf.ts';
import { type Parsed, printRefusal } from '../../registry/parsed.ts';
import type { ProxySettings } from '../../registry/requests/choose-proxy.ts';
import { type Io, UsageError } from '../io.ts';

/** The flags about golden images and their registries, as commander gives them. */
export interface RegistryOptions {
  readonly goldenImages?: string;
  readonly registriesConf?: string;
  readonly registryAuthfile?: string;
  readonly registryCaFile?: string;
}

/** Reads the files that the flags name; what cannot be read or understood is a mistake of use. */
export async function goldenImageChoices(options: RegistryOptions, io: Io): Promise<GoldenImageChoices> {
  const { goldenImages = 'auto', registriesConf, registryAuthfile, registryCaFile } = options;
  const importer = importerModes.find((mode) => mode === goldenImages);
  if (importer === undefined)
    throw new UsageError(`--golden-images ${goldenImages}: must be one of ${importerModes.join(', ')}`);
  const read = (path: string | undefined, flag: string) =>
    path === undefined ? undefined : readFlag(io, path, flag);
  const [conf, logins, ca] = await Promise.all([
    read(registriesConf, '--registries-conf'),
    read(registryAuthfile, '--registry-authfile'),
    read(registryCaFile, '--registry-ca-file'),
  ]);
  return {
    importer,
    registry: createRegistryClient({ proxy: proxyOf(process.env) }),
    rules: conf === undefined ? [] : demand(parseRegistriesConf(conf, `--registries-conf ${registriesConf}`)),
    access: {
      credentials:
        logins === undefined
          ? []
          : demand(parseDockerConfig(logins, `--registry-authfile ${registryAuthfile}`)),
      ca,
    },
  };
}

/** A proxy as the environment's usual variables have it; curl's lower case names, too. */
export function proxyOf(environment: Readonly<Record<string, string | undefined>>): ProxySettings {
  const either = (name: string) => environment[name] ?? environment[name.toLowerCase()];
  const [https, http, except] = [either('HTTPS_PROXY'), either('HTTP_PROXY'), either('NO_PROXY')];
  return {
    ...(https === undefined ? {} : { https }),
    ...(http === undefined ? {} : { http }),
    ...(except === undefined ? {} : { except }),
  };
}

async function readFlag(io: Io, path: string, flag: string): Promise<string> {
  try {
    return await io.read(path);
  } catch (error) {
    throw new UsageError(`${flag} ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function demand<T>(parsed: Parsed<T>): T {
  if (parsed.kind === 'refused') throw new UsageError(printRefusal(parsed));
  return parsed.value;
}
