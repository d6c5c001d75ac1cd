import { randomBytes } from 'node:crypto';
import type { Clock } from '@archipelago/apimachinery';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type ImageRegistry,
  startImageRegistry,
} from '../../../packages/archipelago/src/simulation/image-registry/start-image-registry.ts';
import {
  createRegistrySession,
  type RegistryClientOptions,
} from '../../../packages/oci-registry/src/create-registry-client.ts';
import { createRegistryWriter } from '../../../packages/oci-registry/src/create-registry-writer.ts';
import type { RepositoryPlace } from '../../../packages/oci-registry/src/pulling/repository-place.ts';
import { contentSource } from '../../../packages/oci-registry/src/pushing/push-blob.ts';
import { digestOf } from '../../../packages/oci-registry/src/references/digest.ts';
import type { RegistryWriter } from '../../../packages/oci-registry/src/registry-writer.ts';
import type { RegistrySession } from '../../../packages/oci-registry/src/requests/registry-session.ts';
import { type FaultyRegistry, startFaultyRegistry } from '../../support/faulty-registry.ts';
import { hurriedClock } from '../../support/hurried-clock.ts';

const opened: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of opened.splice(0)) await end();
});

const chunkBytes = 64 * 1024;
const limits = {
  backoff: { baseMs: 1, capMs: 5 },
  // nothing here waits for time to pass: what is slow may be slow
  silenceMs: 60_000,
  wholeMs: 60_000,
  transferMs: 60_000,
  attempts: 4,
  chunkBytes,
};

interface Stage {
  readonly registry: ImageRegistry;
  /** The way to the registry. */
  readonly faulty: FaultyRegistry;
  readonly session: RegistrySession;
  readonly writer: RegistryWriter;
  readonly place: RepositoryPlace;
}

async function stage(options: RegistryClientOptions = {}): Promise<Stage> {
  const registry = await startImageRegistry();
  const faulty = await startFaultyRegistry(registry.host);
  const session = createRegistrySession({ limits, ...options });
  opened.push(
    () => session.transport.close(),
    () => faulty.stop(),
    () => registry.stop(),
  );
  const place: RepositoryPlace = {
    repository: { registry: faulty.host, repository: 'os' },
    insecure: true,
    access: { credentials: [], ca: undefined },
    signal: new AbortController().signal,
  };
  // What an insecure registry speaks is found out with the first request; it would meet the fault instead.
  session.protocols.set(faulty.host, 'http:');
  return { registry, faulty, session, writer: createRegistryWriter(session), place };
}

function blobOf(bytes: Uint8Array) {
  return { mediaType: 'application/octet-stream', digest: digestOf(bytes), size: bytes.length };
}

/** In pieces of odd sizes, as connections give them. */
function source(bytes: Uint8Array, piece = 10_007) {
  return contentSource(function* () {
    for (let start = 0; start < bytes.length; start += piece) yield bytes.subarray(start, start + piece);
  });
}

async function push({ writer, place }: Stage, bytes: Uint8Array) {
  return writer.pushBlob(place, blobOf(bytes), source(bytes));
}

async function pull({ writer, place }: Pick<Stage, 'writer' | 'place'>, bytes: Uint8Array) {
  const pieces: Uint8Array[] = [];
  const outcome = await writer.pullBlob(place, blobOf(bytes), async (piece) => {
    pieces.push(Uint8Array.from(piece));
    return true;
  });
  return { outcome, bytes: Buffer.concat(pieces) };
}

const done = { kind: 'ok', value: 'copied' };
const large = randomBytes(3 * chunkBytes + 1000);

function count({ faulty }: Stage, pattern: RegExp): number {
  return faulty.requests.filter((line) => pattern.test(line)).length;
}

describe('a blob that is pushed', () => {
  it('goes in chunks, is there afterwards, and is not pushed twice', async () => {
    const on = await stage();
    expect(await push(on, large)).toEqual(done);
    expect(on.faulty.longestBody()).toBe(chunkBytes);
    expect(count(on, /^PATCH/)).toBe(3);
    expect((await pull(on, large)).bytes.equals(large)).toBe(true);
    expect(await push(on, large)).toEqual({ kind: 'ok', value: 'present' });
    expect(count(on, /^PUT/)).toBe(1);
  });

  it('is one POST and one PUT when it fits into a chunk, also with no bytes', async () => {
    for (const size of [0, 1, 1000, chunkBytes]) {
      const on = await stage();
      const bytes = randomBytes(size);
      expect(await push(on, bytes)).toEqual(done);
      expect(on.faulty.requests.map((line) => line.split(' ')[0])).toEqual(['HEAD', 'POST', 'PUT']);
      const pulled = await pull(on, bytes);
      expect(pulled.outcome).toEqual({ kind: 'ok', value: true });
      expect(pulled.bytes.equals(bytes)).toBe(true);
    }
  });

  it('goes on in the middle of a chunk that was cut', async () => {
    const on = await stage();
    on.faulty.plan({ on: /^PATCH/, fault: { kind: 'cutRequest', bytes: 30_000 } });
    expect(await push(on, large)).toEqual(done);
    // one upload, asked about once
    expect(count(on, /^POST/)).toBe(1);
    expect(count(on, /^GET .*uploads/)).toBe(1);
  });

  it('goes on after the answer to a chunk, or to the last one, was lost', async () => {
    for (const method of [/^PATCH/, /^PUT/]) {
      const on = await stage();
      on.faulty.plan({ on: method, fault: { kind: 'cutAnswer', bytes: 0 } });
      expect(await push(on, large)).toEqual(done);
      expect(count(on, /^POST/)).toBe(1);
      expect((await pull(on, large)).bytes.equals(large)).toBe(true);
    }
  });

  it('is tried again after 500, and after 429 not before the registry wants it', async () => {
    const pushes = [/^POST/, /^PATCH/, /^PUT/].map(async (method) => {
      const on = await stage();
      on.faulty.plan({ on: method, fault: { kind: 'answer', status: 500 }, times: 2 });
      expect(await push(on, large)).toEqual(done);
      const waits: number[] = [];
      const hurried = hurriedClock(20);
      const clock: Clock = {
        ...hurried,
        after(delayMs, callback) {
          waits.push(delayMs);
          return hurried.after(delayMs, callback);
        },
      };
      const patient = { silenceMs: 3_600_000, wholeMs: 3_600_000, transferMs: 3_600_000 };
      const later = await stage({ clock, limits: { ...limits, ...patient } });
      const headers = { 'Retry-After': '1' };
      later.faulty.plan({ on: method, fault: { kind: 'answer', status: 429, headers } });
      expect(await push(later, randomBytes(2 * chunkBytes))).toEqual(done);
      expect(waits).toContain(1_000);
    });
    await Promise.all(pushes);
  });

  it('begins anew when the registry lost the upload', async () => {
    for (const status of [404, 416]) {
      const on = await stage();
      on.faulty.plan({ on: /^PATCH.*/, fault: { kind: 'answer', status } });
      expect(await push(on, large)).toEqual(done);
      expect(count(on, /^POST/)).toBe(2);
      on.faulty.plan({ on: /^PATCH/, fault: { kind: 'answer', status }, times: 99 });
      const failed = await push(on, randomBytes(2 * chunkBytes));
      expect(failed).toMatchObject({ status });
    }
  });

  it('follows relative and absolute addresses, not ones that must not be followed', async () => {
    const on = await stage();
    const away = { location: 'ftp://127.0.0.1/upload' };
    on.faulty.plan({ on: /^POST/, fault: { kind: 'headers', headers: away } });
    expect(await push(on, large)).toMatchObject({ kind: 'refused' });
    const secure = { ...on.place, insecure: false };
    expect(await on.writer.pushBlob(secure, blobOf(large), source(large))).toMatchObject({
      kind: 'unreachable',
    });
  });

  it('is refused when its content is not what was promised', async () => {
    const on = await stage();
    const wrong = Buffer.from(large);
    wrong[5] = (large[5] ?? 0) ^ 1;
    const failed = await on.writer.pushBlob(on.place, blobOf(large), source(wrong));
    expect(failed).toMatchObject({ kind: 'refused', errors: [{ code: 'DIGEST_INVALID' }] });
    for (const other of [large.subarray(1), Buffer.concat([large, large])])
      expect(await on.writer.pushBlob(on.place, blobOf(large), source(other))).toMatchObject({
        kind: 'malformed',
        reason: expect.stringContaining('bytes'),
      });
    expect(await on.writer.hasBlob(on.place, blobOf(large))).toEqual({ kind: 'ok', value: false });
  });

  it('is given up when nobody wants it any more', async () => {
    const on = await stage();
    const controller = new AbortController();
    on.faulty.plan({ on: /^PATCH/, fault: { kind: 'answer', status: 503 }, times: 99 });
    const given = contentSource(function* () {
      yield large.subarray(0, chunkBytes);
      controller.abort();
      yield large.subarray(chunkBytes);
    });
    const pushed = on.writer.pushBlob({ ...on.place, signal: controller.signal }, blobOf(large), given);
    expect(await pushed).toMatchObject({ kind: 'aborted' });
    expect(count(on, /^PATCH/)).toBe(0);
    expect(await push(on, randomBytes(2 * chunkBytes))).toMatchObject({ kind: 'unreachable', status: 503 });
  });

  it('arrives whole, whatever breaks on the way', async () => {
    const on = await stage();
    const fault = fc.record({
      on: fc.constantFrom(/^POST/, /^PATCH/, /^PUT/, /^HEAD/, /^GET.*uploads/, /^GET.*sha256/),
      fault: fc.oneof(
        fc.record({ kind: fc.constant('answer' as const), status: fc.constantFrom(500, 502, 503) }),
        fc.record({ kind: fc.constant('cutRequest' as const), bytes: fc.integer({ min: 1, max: 40_000 }) }),
        fc.record({ kind: fc.constant('cutAnswer' as const), bytes: fc.constant(0) }),
      ),
    });
    const cuttable = ({
      on: { source: pattern },
      fault: { kind },
    }: {
      on: RegExp;
      fault: { kind: string };
    }) => kind !== 'cutRequest' || pattern === '^PATCH';
    await fc.assert(
      fc.asyncProperty(fc.array(fault.filter(cuttable), { maxLength: 3 }), async (faults) => {
        const bytes = randomBytes(2 * chunkBytes + 5);
        on.faulty.plan(...faults);
        expect(['copied', 'present']).toContain(Object(await push(on, bytes)).value);
        const pulled = await pull(on, bytes);
        expect(pulled.bytes.equals(bytes)).toBe(true);
      }),
      { numRuns: 60, seed: 11 },
    );
  });
});

describe('a blob that is pulled', () => {
  it('goes on where it was cut, as often as something comes', async () => {
    const on = await stage();
    await push(on, large);
    on.faulty.plan({ on: /^GET .*sha256/, fault: { kind: 'cutAnswer', bytes: 20_000 }, times: 8 });
    const pulled = await pull(on, large);
    expect(pulled.outcome).toEqual({ kind: 'ok', value: true });
    expect(pulled.bytes.equals(large)).toBe(true);
    expect(count(on, /^GET .*sha256/)).toBe(9);
  });

  it('begins anew, without giving anything twice, where the registry knows no ranges', async () => {
    const on = await stage();
    await push(on, large);
    on.faulty.plan(
      { on: /^GET .*sha256/, fault: { kind: 'cutAnswer', bytes: 20_000 } },
      { on: /^GET .*sha256/, fault: { kind: 'without', headers: ['range'] } },
    );
    expect((await pull(on, large)).bytes.equals(large)).toBe(true);
  });

  it('is malformed when it is not what was asked for, or a range is another', async () => {
    const on = await stage();
    await push(on, large);
    const look = (blob: { digest: string; size: number }) =>
      on.writer.pullBlob(on.place, blob, () => Promise.resolve(true));
    const { digest, size } = blobOf(large);
    expect(await look({ digest, size: size + 1 })).toMatchObject({ kind: 'malformed' });
    expect(await look({ digest, size: size - 1 })).toMatchObject({ kind: 'malformed' });
    expect(await on.writer.hasBlob(on.place, { digest, size: size + 1 })).toMatchObject({
      kind: 'malformed',
    });
    on.faulty.plan(
      { on: /^GET/, fault: { kind: 'cutAnswer', bytes: 20_000 } },
      { on: /^GET/, fault: { kind: 'headers', headers: { 'content-range': 'bytes 30000-40000/50000' } } },
    );
    expect(await look({ digest, size })).toMatchObject({ kind: 'malformed' });
    expect(await look({ digest: digestOf(randomBytes(3)), size: 3 })).toMatchObject({ kind: 'absent' });
    const other = randomBytes(large.length);
    await push(on, other);
    const location = `/v2/os/blobs/${digestOf(other)}`;
    on.faulty.plan({ on: /^GET/, fault: { kind: 'answer', status: 307, headers: { location } } });
    expect(await look({ digest, size })).toMatchObject({
      kind: 'malformed',
      reason: `has the digest ${digestOf(other)}`,
    });
  });

  it('ends when its reader wants no more', async () => {
    const on = await stage();
    await push(on, large);
    const { writer, place } = on;
    expect(await writer.pullBlob(place, blobOf(large), () => Promise.resolve(false))).toEqual({
      kind: 'ok',
      value: false,
    });
  });
});

describe('a manifest that is pushed', () => {
  it('is held under its tag and digest; a registry that holds another is not believed', async () => {
    const on = await stage();
    const config = Buffer.from('{"architecture":"arm64","os":"linux"}');
    await push(on, config);
    const mediaType = 'application/vnd.oci.image.manifest.v1+json';
    const configType = 'application/vnd.oci.image.config.v1+json';
    const document = {
      schemaVersion: 2,
      mediaType,
      config: { ...blobOf(config), mediaType: configType },
      layers: [],
    };
    const bytes = Buffer.from(JSON.stringify(document));
    const manifest = { ...blobOf(bytes), mediaType, bytes };
    const ok = { kind: 'ok', value: undefined };
    expect(await on.writer.pushManifest(on.place, manifest)).toEqual(ok);
    on.faulty.plan({ on: /^PUT/, fault: { kind: 'answer', status: 503 } });
    expect(await on.writer.pushManifest(on.place, manifest, 'v1')).toEqual(ok);
    const other = { 'docker-content-digest': digestOf(config) };
    on.faulty.plan({ on: /^PUT/, fault: { kind: 'headers', headers: other } });
    expect(await on.writer.pushManifest(on.place, manifest, 'v1')).toMatchObject({ kind: 'malformed' });
    const missing = { ...manifest, bytes: Buffer.from(bytes.toString().replace(/sha256:../, 'sha256:00')) };
    expect(await on.writer.pushManifest(on.place, missing, 'v1')).toMatchObject({
      kind: 'refused',
      errors: [{ code: 'MANIFEST_BLOB_UNKNOWN' }],
    });
  });
});
