import type { Io } from '../../process/io.ts';
import { getText, parseUrl } from '../alerts/get-json.ts';
import type { GatherOptions } from './gather-options.ts';
import type { Gathered, GatherPart } from './gather-part.ts';
import { scrubText } from './scrub-text.ts';

type MetricsOptions = Pick<GatherOptions, 'metricsUrl' | 'tokenFile' | 'caFile'>;

const name = 'metrics.txt';
const holds = "the operator's metrics";
const leftOut =
  'the endpoint wants a token, which the API server does not pass on: kubectl port-forward to a pod of the operator, and give --metrics-url and --token-file';

/** Takes the metrics where an address is given; the files are read at once, for a wrong one is wrong use. */
export async function metricsPart({ metricsUrl, ...files }: MetricsOptions, io: Io): Promise<GatherPart> {
  if (metricsUrl === undefined) return { name, holds, take: { leftOut } };
  const token = files.tokenFile === undefined ? undefined : (await io.read(files.tokenFile)).trim();
  const authorities = files.caFile === undefined ? undefined : await io.read(files.caFile);
  const endpoint = { url: parseUrl(metricsUrl, token, '--metrics-url'), token, authorities };
  const take = async (): Promise<Gathered> => {
    const { status, text } = await getText(endpoint, '/metrics', { accept: 'text/plain' });
    if (status !== 200) return { files: [], missing: [`${endpoint.url.origin} answers ${status}`] };
    return { files: [{ path: name, text: scrubText(text) }], missing: [] };
  };
  return { name, holds, take };
}
