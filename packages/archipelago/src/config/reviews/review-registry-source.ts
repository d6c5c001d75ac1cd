import { isJsonObject, type JsonObject, type JsonValue } from '@archipelago/apimachinery';
import type { FieldFinding } from '../framework/setting.ts';
import { wrongValue } from './odd-value.ts';

/** What CDI refuses in `template.spec.source` of a DataImportCron, so that nothing is ever imported. */
export function reviewImportSource(at: string, source: JsonValue | undefined): readonly FieldFinding[] {
  if (!isPresent(source)) return [missing(at)];
  if (!isJsonObject(source)) return [noObject(at, source)];
  const kinds = Object.keys(source).filter((kind) => source[kind] !== undefined && source[kind] !== null);
  const other = kinds.filter((kind) => kind !== 'registry' && kind !== 'pvc');
  if (other.length > 0)
    return other.map((kind) =>
      wrongValue(
        `${at}.${kind}`,
        kind,
        'cannot be imported again and again: CDI takes a registry or a pvc here',
        'write source.registry with a url, or source.pvc',
      ),
    );
  if (kinds.length === 0) return [missing(at)];
  const { registry, pvc } = source;
  return [
    ...(isPresent(registry) ? reviewRegistry(`${at}.registry`, registry) : []),
    ...(isPresent(pvc) ? reviewClaim(`${at}.pvc`, pvc) : []),
  ];
}

function noObject(at: string, value: JsonValue): FieldFinding {
  return wrongValue(
    at,
    value,
    'is not an object, so CDI refuses it',
    'write registry.url, or pvc with name and namespace',
  );
}

function noText(at: string, value: JsonValue): FieldFinding {
  return wrongValue(
    at,
    value,
    'is not text, so CDI refuses it',
    'write text, in quotes if it looks like a number',
  );
}

function reviewClaim(at: string, pvc: JsonValue): readonly FieldFinding[] {
  if (!isJsonObject(pvc)) return [noObject(at, pvc)];
  return (['name', 'namespace'] as const).flatMap((leaf): readonly FieldFinding[] => {
    const value = pvc[leaf];
    if (typeof value === 'string') return [];
    if (isPresent(value)) return [noText(`${at}.${leaf}`, value)];
    const message = 'is missing, so CDI refuses it';
    return [{ level: 'error', at: `${at}.${leaf}`, reason: 'Missing', message, fix: `add ${leaf}` }];
  });
}

function missing(at: string): FieldFinding {
  return {
    level: 'warning',
    at,
    reason: 'Missing',
    message: 'is missing, so there is nothing to import',
    fix: 'add registry.url, e.g. docker://registry.example.com/fedora:latest',
  };
}

const texts = ['url', 'imageStream', 'secretRef', 'certConfigMap'] as const;

function reviewRegistry(at: string, registry: JsonValue): readonly FieldFinding[] {
  if (!isJsonObject(registry)) return [noObject(at, registry)];
  const odd = texts.flatMap((leaf) => {
    const value = registry[leaf];
    return isPresent(value) && typeof value !== 'string' ? [noText(`${at}.${leaf}`, value)] : [];
  });
  return odd.length > 0 ? odd : reviewTexts(at, registry);
}

function reviewTexts(at: string, registry: JsonObject): readonly FieldFinding[] {
  const { url, imageStream, pullMethod } = registry;
  const either = reviewEither(at, registry);
  return [
    ...either,
    ...(typeof url === 'string' && either.length === 0 ? reviewUrl(`${at}.url`, url) : []),
    ...reviewPullMethod(`${at}.pullMethod`, pullMethod),
    ...(isPresent(imageStream) && pullMethod !== 'node'
      ? [
          wrongValue(
            `${at}.imageStream`,
            imageStream,
            'is read on nodes only: CDI refuses it without pullMethod: node',
            'add pullMethod: node',
          ),
        ]
      : []),
  ];
}

function reviewEither(at: string, { url, imageStream }: JsonObject): readonly FieldFinding[] {
  const count = [url, imageStream].filter(isPresent).length;
  if (count === 1) return [];
  const message = count === 0 ? 'has neither url nor imageStream' : 'has both url and imageStream';
  const fix = count === 0 ? 'add url' : 'remove url or imageStream';
  return [{ level: 'error', at, reason: count === 0 ? 'Missing' : 'Conflict', message, fix }];
}

const example = 'write one such as docker://registry.example.com/fedora:latest';

/** CDI knows two schemes. */
function reviewUrl(at: string, url: string): readonly FieldFinding[] {
  const problem = /^docker:/i.test(url) ? imageProblem(url.slice('docker:'.length)) : schemeProblem(url);
  return problem === undefined ? [] : [wrongValue(at, url, problem, example)];
}

function schemeProblem(url: string): string | undefined {
  return /^oci-archive:/i.test(url)
    ? undefined
    : 'does not begin with docker:// or oci-archive:, so CDI refuses it';
}

/** It is read as a URL: `docker://fedora:latest` has a port that is none. */
function imageProblem(rest: string): string | undefined {
  if (/\s/.test(rest)) return 'has white space in it';
  const [, host = '', port = ''] =
    /^\/\/(\[[0-9a-f:.]+\]|[^/[\]]*?)(?::([^/]*))?(?:\/.*)?$/i.exec(rest) ?? [];
  if (host === '') return 'names no image';
  if (/^\d{0,5}$/.test(port)) return undefined;
  return `has ${JSON.stringify(port)} where a port belongs: a tag needs a registry before it`;
}

function reviewPullMethod(at: string, method: JsonValue | undefined): readonly FieldFinding[] {
  if (!isPresent(method) || method === 'pod' || method === 'node') return [];
  return [wrongValue(at, method, 'is neither pod nor node, so CDI refuses it', 'write pod or node')];
}

function isPresent<T>(value: T | undefined | null): value is T {
  return value !== undefined && value !== null;
}
