import {
  type FieldError,
  type JsonObject,
  numberAt,
  objectAt,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import { invalidValue, required } from '../../validation/field-errors.ts';
import { subdomain } from '../../validation/name-rules.ts';

const FORM = '; desired format: https://host[/path]';
const LAST_PORT = 65_535;

interface UrlParts {
  readonly scheme: string;
  readonly user: string | undefined;
  readonly host: string;
  readonly query: string;
  readonly fragment: string;
}

/** Takes a URL apart as RFC 3986 does; what has no scheme has no host either. */
function partsOf(url: string): UrlParts {
  const [, scheme = '', authority = '', , query = '', fragment = ''] =
    /^(?:([a-zA-Z][a-zA-Z\d+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/.exec(url) ?? [];
  const at = authority.lastIndexOf('@');
  const user = at === -1 ? undefined : authority.slice(0, at);
  return { scheme: scheme.toLowerCase(), user, host: authority.slice(at + 1), query, fragment };
}

function isParsable(url: string): boolean {
  return url === '' || URL.canParse(url, 'https://base.example/');
}

function urlErrors(url: string, path: string): readonly FieldError[] {
  if (!isParsable(url))
    return [required(path, `url must be a valid URL: parse ${JSON.stringify(url)}${FORM}`)];
  const { scheme, user, host, query, fragment } = partsOf(url);
  const told = (value: string, detail: string) => [invalidValue(path, value, detail)];
  return [
    ...(scheme === 'https' ? [] : told(scheme, `'https' is the only allowed URL scheme${FORM}`)),
    ...(host === '' ? told(host, `host must be specified${FORM}`) : []),
    ...(user === undefined ? [] : told(user, 'user information is not permitted in the URL')),
    ...(fragment === '' ? [] : told(fragment, 'fragments are not permitted in the URL')),
    ...(query === '' ? [] : told(query, 'query parameters are not permitted in the URL')),
  ];
}

function pathErrors(path: string, at: string): readonly FieldError[] {
  if (path === '' || path === '/') return [];
  if (path === '//') return [invalidValue(at, path, 'segment[0] may not be empty')];
  const segments = path.slice(1).replace(/\/$/, '').split('/');
  return [
    ...(path.startsWith('/') ? [] : [invalidValue(at, path, "must start with a '/'")]),
    ...segments.flatMap((segment, index) => {
      if (segment === '') return [invalidValue(at, path, `segment[${index}] may not be empty`)];
      return subdomain(segment).map((problem) => invalidValue(at, path, `segment[${index}]: ${problem}`));
    }),
  ];
}

function serviceErrors(service: JsonObject, path: string): readonly FieldError[] {
  const port = numberAt(service, 'port') ?? 0;
  const range = 'port is not valid: must be between 1 and 65535, inclusive';
  return [
    ...['name', 'namespace'].flatMap((name) =>
      textAt(service, name) === '' ? [required(`${path}.${name}`, '')] : [],
    ),
    ...(port >= 1 && port <= LAST_PORT ? [] : [invalidValue(`${path}.port`, port, range)]),
    ...pathErrors(textAt(service, 'path'), `${path}.path`),
  ];
}

/** What is wrong with how a webhook says that it is called. */
export function clientErrors(webhook: JsonObject, path: string): readonly FieldError[] {
  const client = objectAt(webhook, 'clientConfig');
  const url = valueAt(client, 'url') ?? null;
  const service = valueAt(client, 'service') ?? null;
  if ((url === null) === (service === null))
    return [required(path, 'exactly one of url or service is required')];
  if (service === null) return urlErrors(textAt(client, 'url'), `${path}.url`);
  return serviceErrors(objectAt(client, 'service'), `${path}.service`);
}
