import { createHash } from 'node:crypto';
import type { ApiRequest } from '../requests/api-request.ts';
import type { ApiResponse } from '../requests/api-response.ts';
import { parseAccept } from '../requests/media-type.ts';
import { UNCACHED } from '../requests/uncached.ts';
import type { Registry } from '../resources/registry.ts';
import { legacyOpenapi, legacyOpenapiProtobuf } from './legacy-openapi.ts';
import { openapiDocument } from './openapi-document.ts';

const LEGACY_PROTOBUF = /^application\/com\.github\.proto-openapi\.spec\.v2[.@]v1\.0\+protobuf$/;
const LEGACY_TYPE = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf';

interface Printed {
  readonly text: string;
  readonly hash: string;
}

/** The OpenAPI documents of what is served, printed once until that changes. */
export class OpenapiDocuments {
  readonly #registry: Registry;
  readonly #printed = new Map<string, Printed>();

  constructor(registry: Registry) {
    this.#registry = registry;
    registry.onChange(() => this.#printed.clear());
  }

  #document(group: string, version: string): Printed | undefined {
    const key = `${group}/${version}`;
    const known = this.#printed.get(key);
    if (known !== undefined) return known;
    const document = openapiDocument(this.#registry, group, version);
    if (document === undefined) return undefined;
    const text = JSON.stringify(document);
    const printed = { text, hash: createHash('sha512').update(text).digest('hex').toUpperCase() };
    this.#printed.set(key, printed);
    return printed;
  }

  #index(): string {
    const groups = [{ group: '', versions: ['v1'] }, ...this.#registry.groups()];
    const entries = groups.flatMap(({ group, versions }) =>
      versions.flatMap((version) => {
        const path = group === '' ? `api/${version}` : `apis/${group}/${version}`;
        const document = this.#document(group, version);
        if (document === undefined) return [];
        return [[path, { serverRelativeURL: `/openapi/v3/${path}?hash=${document.hash}` }] as const];
      }),
    );
    return JSON.stringify({ paths: Object.fromEntries(entries) });
  }

  /** JSON, or protobuf for those who read nothing else. */
  #legacy(request: ApiRequest): ApiResponse {
    const wanted = parseAccept(request.headers.accept).map(({ type }) => type);
    const protobuf =
      !wanted.includes('application/json') && wanted.some((type) => LEGACY_PROTOBUF.test(type));
    const type = protobuf ? LEGACY_TYPE : 'application/json';
    const body = protobuf ? legacyOpenapiProtobuf() : JSON.stringify(legacyOpenapi(this.#registry));
    return { status: 200, headers: { ...UNCACHED, 'content-type': type }, body };
  }

  #newer(request: ApiRequest, path: string): ApiResponse {
    if (path === '') {
      const headers = { ...UNCACHED, 'content-type': 'text/plain; charset=utf-8' };
      return { status: 200, headers, body: this.#index() };
    }
    const [root, ...parts] = path.split('/');
    const [group = '', version = ''] = root === 'api' ? ['', parts[0]] : parts;
    const printed = this.#document(group, version);
    if (printed === undefined) return { status: 404, headers: UNCACHED, body: '' };
    const etag = `"${printed.hash}"`;
    const headers = { ...UNCACHED, 'content-type': 'application/json', etag };
    if (request.headers['if-none-match'] === etag) return { status: 304, headers, body: '' };
    return { status: 200, headers, body: printed.text };
  }

  /** Any method of `/openapi/v2`, of `/openapi/v3` and of the documents under it; undefined for other paths. */
  answer(request: ApiRequest): ApiResponse | undefined {
    const match = /^\/openapi\/(v2|v3)(?:\/(.*?))?\/?$/.exec(request.path);
    if (match === null) return undefined;
    const [, version, path = ''] = match;
    if (version === 'v3') return this.#newer(request, path);
    return path === '' ? this.#legacy(request) : undefined;
  }
}
