import { systemClock } from '@archipelago/apimachinery';
import { startSharedConsole } from '../../../console/start-shared-console.ts';
import { ServingCertificate } from '../../../operator/serving/serving-certificate.ts';
import { connect } from '../../cluster/connect.ts';
import type { LayeringClusterOptions } from '../../flags/layering-cluster-flags.ts';
import { type Io, UsageError } from '../../process/io.ts';
import { aborted, type Stop, stopOnSignals } from '../../process/stop-signal.ts';
import { consoleMeans } from './console-means.ts';
import { openLogin } from './open-login.ts';
import type { SharedConsoleChoices } from './shared/shared-console-choices.ts';

/** Serves the console to many until it is ended. Nothing of the process is used for them but the way to the API server. */
export async function runSharedConsole(
  choices: SharedConsoleChoices,
  options: LayeringClusterOptions,
  io: Io,
  given?: Stop,
): Promise<number> {
  const { hosts, certificates, address } = choices;
  // what names no cluster is refused at once; the login is nobody's, so that none of this process is read
  (await connect({ ...options, login: nobody })).close();
  const files = certificates === undefined ? undefined : certificateIn(certificates, io);
  const server = await serve(choices, options, io, files).catch((error: Error) => {
    throw new UsageError(`--bind-address ${address.host ?? ''}:${address.port}: ${error.message}`);
  });
  files?.follow((pair) => server.renew(pair));
  const stop = given ?? stopOnSignals(() => io.err('stopping; Ctrl-C again ends at once\n'));
  try {
    const names = hosts.map((host) => `https://${host}`).join(', ');
    io.err(`the console listens on ${address.host ?? 'every address'}, port ${server.port}, as ${names}\n`);
    await aborted(stop.signal);
    return 0;
  } finally {
    files?.stop();
    await server.stop();
    stop.dispose();
  }
}

const nobody = { token: 'nobody', refused: () => undefined, registries: {} };

async function serve(
  { address, hosts, byProxy, registries }: SharedConsoleChoices,
  options: LayeringClusterOptions,
  io: Io,
  files: ServingCertificate | undefined,
) {
  const certificate = files === undefined ? undefined : ((await files.first()) ?? 'none yet');
  const open = openLogin({ options, registries, io: withoutFiles(io) });
  return startSharedConsole({ address, hosts, byProxy, certificate, open, ...(await consoleMeans(io)) });
}

function certificateIn(folder: string, io: Io): ServingCertificate {
  const onNews = (_: string, message: string) => io.err(`${message}\n`);
  return new ServingCertificate({ folder, what: 'the console', clock: systemClock, onNews });
}

/** Files of the console's machine are none of its guests. */
function withoutFiles({ out, err, color }: Io): Io {
  const read = async (path: string): Promise<string> => {
    throw new UsageError(`${path}: a console for many reads no files`);
  };
  return { out, err, color, read, find: async () => undefined };
}
