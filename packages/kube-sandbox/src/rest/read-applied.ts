import { isJsonObject, type JsonObject, textAt } from '@archipelago/apimachinery';
import { Refusal } from '../refusals/refusal.ts';
import { badRequest } from '../refusals/status.ts';
import { readJson, readYaml } from '../requests/read-body.ts';

/** What an apply brings. */
export interface AppliedBody {
  readonly object: JsonObject;
  readonly problems: readonly string[];
}

interface AppliedType {
  readonly apiVersion: string;
  readonly kind: string;
}

/** JSON may write a character as two halves, YAML may not. */
const surrogateEscape = /(?<!\\)(?:\\\\)*\\u[dD][89a-fA-F]/;

/** Apply bodies are YAML; most are JSON, which is read faster. */
function read(body: Uint8Array): AppliedBody | Refusal {
  const json = readJson(body);
  if ('value' in json && isJsonObject(json.value)) {
    if (!surrogateEscape.test(new TextDecoder().decode(body))) return { object: json.value, problems: [] };
    return badRequest('error decoding YAML: yaml: found invalid Unicode character escape code');
  }
  const yaml = readYaml(body, 'last');
  if ('problem' in yaml) return badRequest(`error decoding YAML: ${yaml.problem}`);
  if (isJsonObject(yaml.value)) return { object: yaml.value, problems: yaml.duplicates };
  return badRequest(
    'error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal a value that is not an object',
  );
}

/** The body of an apply, which must name what it applies. */
export function readApplied(body: Uint8Array, wanted: AppliedType): AppliedBody | Refusal {
  const applied = read(body);
  if (applied instanceof Refusal) return applied;
  const apiVersion = textAt(applied.object, 'apiVersion');
  const kind = textAt(applied.object, 'kind');
  if (apiVersion === wanted.apiVersion && kind === wanted.kind) return applied;
  const shown = apiVersion.includes('/') ? apiVersion : `/${apiVersion}`;
  return badRequest(`invalid object type: ${shown}, Kind=${kind}`);
}
