import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '@archipelago/apimachinery';
import { parse } from 'yaml';
import { until } from '../support/until.ts';
import type { Cluster } from './cluster.ts';
import { explainOverHttp } from './explain-over-http.ts';
import { HttpClient } from './http-client.ts';
import { jqFilter } from './jq-filter.ts';
import { lookUpResource, objectPath } from './resource-lookup.ts';
import { shellWords } from './shell-words.ts';
import { type Driver, operatorNamespace, type Subject, subjects, type Walkthrough } from './walkthrough.ts';

const mergePatch = 'application/merge-patch+json';

/** Carries out the documents' commands with the requests that kubectl makes of them. */
export function httpDriver(cluster: Cluster, platform: Walkthrough['platform']): Driver & { close(): void } {
  const client = new HttpClient(cluster);
  const home = operatorNamespace[platform];

  async function subjectPath(subject: Subject): Promise<string> {
    const { resource, name, namespace } = subjects[subject];
    return objectPath(
      await lookUpResource(client, resource),
      namespace === 'operator' ? home : namespace,
      name,
    );
  }

  async function restore(): Promise<void> {
    const path = await subjectPath('hyperconverged');
    const { apiVersion, kind, metadata } = await client.expectOk('GET', path);
    const { name, namespace, resourceVersion, finalizers, labels } = isJsonObject(metadata) ? metadata : {};
    const kept = Object.fromEntries(
      Object.entries({ name, namespace, resourceVersion, finalizers, labels }).filter(
        ([, value]) => value !== undefined,
      ),
    );
    const answer = await client.send('PUT', path, {
      apiVersion: apiVersion ?? '',
      kind: kind ?? '',
      metadata: kept,
      spec: {},
    });
    if (answer.status === 409) return await restore();
    if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
  }

  async function apply(file: string): Promise<void> {
    const object: unknown = parse(readFileSync(join('examples/upstream', file), 'utf8'));
    if (!isJsonObject(object) || !isJsonObject(object.metadata)) throw new Error(`${file} holds no object`);
    const { apiVersion, kind, metadata } = object;
    const [group = '', version = ''] = String(apiVersion).includes('/')
      ? String(apiVersion).split('/')
      : ['', apiVersion];
    const resource = await lookUpResource(client, await pluralOf(`${kind}`, String(version), group));
    const namespace = String(metadata.namespace ?? home);
    const placed = resource.namespaced ? { ...object, metadata: { ...metadata, namespace } } : object;
    const path = objectPath(resource, namespace, String(metadata.name));
    const query = '?fieldManager=walkthrough&force=true';
    await client.expectOk('PATCH', `${path}${query}`, placed, 'application/apply-patch+yaml');
    // As `kubectl apply` of a definition is followed by `kubectl wait`: its resource appears a moment later.
    if (kind === 'CustomResourceDefinition') await established(path);
  }

  async function pluralOf(kind: string, version: string, group: string): Promise<string> {
    const list = await client.expectOk('GET', group === '' ? `/api/${version}` : `/apis/${group}/${version}`);
    const resources = Array.isArray(list.resources) ? list.resources.filter(isJsonObject) : [];
    const found = resources.find(
      (resource) => resource.kind === kind && !String(resource.name).includes('/'),
    );
    return group === '' ? String(found?.name) : `${found?.name}.${version}.${group}`;
  }

  async function established(path: string): Promise<void> {
    await until(
      async () => {
        const { status } = await client.expectOk('GET', path);
        return JSON.stringify(status ?? {}).includes('"Established","status":"True"');
      },
      { pauseMs: 20 },
    );
  }

  async function command(run: string, edits: JsonObject | undefined): Promise<string> {
    const words = shellWords(run);
    const pipe = words.indexOf('|');
    const output = await kubectl(parseArguments(pipe < 0 ? words : words.slice(0, pipe)), edits);
    if (pipe < 0) return JSON.stringify(output);
    return JSON.stringify(jqFilter(words[pipe + 2] ?? '', output) ?? null);
  }

  async function kubectl(args: Arguments, edits: JsonObject | undefined): Promise<JsonValue> {
    const [resource = '', name = ''] = args.words;
    if (args.verb === 'explain') return await explainOverHttp(client, resource);
    const path = objectPath(await lookUpResource(client, resource), args.flags.namespace ?? 'default', name);
    if (args.verb === 'get') return await client.expectOk('GET', path);
    const [body, contentType] = change(args, edits);
    return await client.expectOk('PATCH', path, body, contentType);
  }

  async function read(subject: Subject): Promise<JsonObject | undefined> {
    const answer = await client.send('GET', await subjectPath(subject));
    return answer.status === 200 ? answer.body : undefined;
  }

  return { restore, apply, command, read, close: () => client.close() };
}

/** The patch that kubectl sends for a command, and its media type. */
function change({ verb, words, flags }: Arguments, edits: JsonObject | undefined): [JsonValue, string] {
  switch (verb) {
    case 'annotate':
      return [{ metadata: { annotations: assignments(words.slice(2)) } }, mergePatch];
    case 'edit':
      return [edits ?? {}, mergePatch];
    case 'patch':
      return [JSON.parse(flags.patch ?? ''), `application/${flags.type}-patch+json`];
    default:
      throw new Error(`no request is known for ${verb}`);
  }
}

interface Arguments {
  readonly verb: string;
  readonly words: readonly string[];
  readonly flags: Readonly<Record<string, string>>;
}

const longFlags: Readonly<Record<string, string>> = {
  '-n': 'namespace',
  '-p': 'patch',
  '-o': 'output',
  '--type': 'type',
};

/** Reads kubectl's arguments: flags with a value after a space or an equals sign, `--overwrite` without one, the rest words. */
function parseArguments([, ...given]: readonly string[]): Arguments {
  const words: string[] = [];
  const flags: Record<string, string> = {};
  for (let index = 0; index < given.length; index += 1) {
    const word = given[index] ?? '';
    const [, flag = '', value] = /^(--?[a-z]+)(?:=(.*))?$/s.exec(word) ?? [];
    const long = longFlags[flag];
    if (long === undefined) {
      if (word !== '--overwrite') words.push(word);
    } else if (value === undefined) {
      index += 1;
      flags[long] = given[index] ?? '';
    } else {
      flags[long] = value;
    }
  }
  const [verb = '', ...rest] = words;
  return { verb, words: rest, flags };
}

function assignments(words: readonly string[]): JsonObject {
  return Object.fromEntries(
    words.map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
  );
}
