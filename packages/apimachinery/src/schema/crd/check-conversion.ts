import {
  type FieldError,
  forbiddenValue,
  invalidValue,
  requiredValue,
  unsupportedValue,
} from '../field-errors/field-error.ts';
import { childPath, indexPath } from '../field-errors/field-path.ts';
import { label1035Problems, subdomainProblems } from '../formats/names.ts';
import { parseReference, userText } from '../net/go-url.ts';
import type { ClientConfig, Conversion, ServiceReference } from './custom-resource-definition.ts';

const strategies = ['None', 'Webhook'];
const path = 'spec.conversion';
const clientPath = `${path}.webhookClientConfig`;
const desired = '; desired format: https://host[/path]';

/** Checks how objects are converted between versions. */
export function checkConversion(conversion: Conversion | undefined): readonly FieldError[] {
  if (conversion === undefined) return [];
  const { strategy } = conversion;
  const at = `${path}.strategy`;
  if (strategy === 'Webhook') return checkWebhook(conversion);
  const errors = checkUnused(conversion);
  if (strategy === '') errors.push(requiredValue(at));
  else if (!strategies.includes(strategy)) errors.push(unsupportedValue(at, strategy, strategies));
  return errors;
}

function checkUnused({ clientConfig, reviewVersions }: Conversion): FieldError[] {
  const detail = 'should not be set when strategy is not set to Webhook';
  const errors = clientConfig === undefined ? [] : [forbiddenValue(clientPath, detail)];
  if (reviewVersions.length > 0) errors.push(forbiddenValue(`${path}.conversionReviewVersions`, detail));
  return errors;
}

function checkWebhook({ clientConfig, reviewVersions }: Conversion): FieldError[] {
  const errors =
    clientConfig === undefined
      ? [requiredValue(clientPath, 'required when strategy is set to Webhook')]
      : checkClient(clientConfig);
  return [...errors, ...checkReviewVersions(reviewVersions)];
}

function checkClient({ url, service }: ClientConfig): FieldError[] {
  if (url !== undefined && service === undefined) return checkUrl(url, childPath(clientPath, 'url'));
  if (service !== undefined && url === undefined)
    return checkService(service, childPath(clientPath, 'service'));
  return [requiredValue(clientPath, 'exactly one of url or service is required')];
}

function checkUrl(text: string, at: string): FieldError[] {
  const parsed = parseReference(text);
  if (!parsed.ok) return [requiredValue(at, `url must be a valid URL: ${parsed.message}${desired}`)];
  const { scheme, host, user, fragment, query } = parsed.value;
  const errors: FieldError[] = [];
  if (scheme !== 'https') {
    errors.push(invalidValue(at, scheme, `'https' is the only allowed URL scheme${desired}`));
  }
  if (host === '') errors.push(invalidValue(at, '', `host must be specified${desired}`));
  const unwanted: [string, string | undefined][] = [
    ['user information is', user === undefined ? undefined : userText(user)],
    ['fragments are', fragment || undefined],
    ['query parameters are', query || undefined],
  ];
  for (const [part, value] of unwanted) {
    if (value !== undefined) errors.push(invalidValue(at, value, `${part} not permitted in the URL`));
  }
  return errors;
}

function checkService(service: ServiceReference, at: string): FieldError[] {
  const errors: FieldError[] = [];
  // Upstream hands name and namespace over in the wrong order.
  if (service.namespace === '') errors.push(requiredValue(childPath(at, 'name')));
  if (service.name === '') errors.push(requiredValue(childPath(at, 'namespace')));
  if (service.port < 1 || service.port > 65535) {
    const detail = 'port is not valid: must be between 1 and 65535, inclusive';
    errors.push(invalidValue(childPath(at, 'port'), service.port, detail));
  }
  return [...errors, ...checkPath(service.path ?? '', childPath(at, 'path'))];
}

function checkPath(text: string, at: string): FieldError[] {
  if (text === '' || text === '/') return [];
  if (text === '//') return [invalidValue(at, text, 'segment[0] may not be empty')];
  const errors = text.startsWith('/') ? [] : [invalidValue(at, text, "must start with a '/'")];
  const segments = text.slice(1).replace(/\/$/, '').split('/');
  for (const [index, segment] of segments.entries()) {
    const problems =
      segment === '' ? [' may not be empty'] : subdomainProblems(segment).map((rule) => `: ${rule}`);
    for (const problem of problems) errors.push(invalidValue(at, text, `segment[${index}]${problem}`));
  }
  return errors;
}

function checkReviewVersions(versions: readonly string[]): FieldError[] {
  const at = `${path}.conversionReviewVersions`;
  if (versions.length === 0) return [requiredValue(at)];
  const errors = versions.flatMap((version, index) => {
    const place = indexPath(at, index);
    if (versions.indexOf(version) < index) return [invalidValue(place, version, 'duplicate version')];
    return label1035Problems(version).map((problem) => invalidValue(place, version, problem));
  });
  if (versions.some((version) => version === 'v1' || version === 'v1beta1')) return errors;
  return [...errors, invalidValue(at, versions, 'must include at least one of v1, v1beta1')];
}
