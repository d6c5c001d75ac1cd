import { type JsonObject, numberAt, objectAt, textAt, valueAt } from '@archipelago/apimachinery';
import type { Question } from './consultation.ts';
import { isCertificates } from './is-certificates.ts';
import type { ServiceReference } from './outgoing-call.ts';

const HTTPS_PORT = 443;

function serviceOf(client: JsonObject): ServiceReference | undefined {
  const service = objectAt(client, 'service');
  if (valueAt(client, 'service') === undefined) return undefined;
  const port = numberAt(service, 'port') ?? HTTPS_PORT;
  return { namespace: textAt(service, 'namespace'), name: textAt(service, 'name'), port };
}

function urlOf(client: JsonObject, service: ServiceReference | undefined, seconds: number): string {
  const base =
    service === undefined
      ? textAt(client, 'url')
      : `https://${service.name}.${service.namespace}.svc:${service.port}${textAt(client, 'service', 'path')}`;
  const url = new URL(base);
  // the class leaves out the port that is usual, and the API server tells it
  const host = service === undefined ? url.host : `${url.hostname}:${service.port}`;
  return `https://${host}${url.pathname}?timeout=${seconds}s`;
}

/** Where a `clientConfig` leads, and whom to believe there; a text says why it leads nowhere. */
export function addressOf(
  client: JsonObject,
  seconds: number,
): Pick<Question, 'url' | 'service' | 'authorities' | 'timeoutMs'> | string {
  const bundle = textAt(client, 'caBundle');
  const authorities = bundle === '' ? undefined : Buffer.from(bundle, 'base64').toString();
  if (authorities !== undefined && !isCertificates(authorities))
    return 'unable to load root certificates: unable to parse bytes as PEM block';
  const service = serviceOf(client);
  if (service !== undefined && !URL.canParse(`https://${service.name}.${service.namespace}.svc`))
    return `service ${JSON.stringify(service.name)} in namespace ${JSON.stringify(service.namespace)} makes no host name`;
  return { url: urlOf(client, service, seconds), service, authorities, timeoutMs: seconds * 1000 };
}
