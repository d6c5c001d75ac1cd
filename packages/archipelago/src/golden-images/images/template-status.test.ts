import { type JsonObject, valueAt } from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import { decideArchitectures } from './decide-architectures.ts';
import { type ImageKnowledge, type ProbedImage, probeFailures } from './image-knowledge.ts';
import { knowledgeInStatus, previousArchitectures, withProbeStatus } from './template-status.ts';

const entry: JsonObject = {
  metadata: { name: 'fedora-image-cron' },
  spec: { template: { spec: { source: { registry: { url: 'docker://registry.test/fedora:1' } } } } },
  status: {
    commonTemplate: true,
    conditions: [{ type: 'Deployed', status: 'False', reason: 'UnsupportedArchitectures' }],
  },
};
const image = (minute: number, ...architectures: readonly string[]): ProbedImage => ({
  kind: 'probed',
  digest: `sha256:${architectures.join('')}`,
  single: false,
  platforms: architectures.map((architecture) => ({ architecture, digest: 'sha256:1', size: 1 })),
  at: `2026-11-21T00:0${minute}:00Z`,
});
const told = (knowledge: ImageKnowledge | undefined, previous?: JsonObject, annotation?: string) =>
  withProbeStatus(
    entry,
    {
      decision: decideArchitectures({
        template: 'fedora',
        annotation,
        knowledge,
        previous: previousArchitectures(previous, entry),
      }),
      knowledge,
    },
    previous,
  );
const conditions = (of: JsonObject) =>
  (valueAt(of.status, 'conditions') as readonly JsonObject[]).map(
    ({ type, status, reason }) => `${type}=${status} ${reason}`,
  );

describe('the status of a template', () => {
  test('stays as it is where images are not probed', () => {
    expect(told(undefined)).toBe(entry);
  });
  test('tells architectures, digest and time beside what was there', () => {
    const status = valueAt(told(image(1, 'amd64', 'arm64')), 'status');
    expect(status).toMatchObject({
      commonTemplate: true,
      supportedArchitectures: 'amd64,arm64',
      probedArchitectures: 'amd64,arm64',
      digest: 'sha256:amd64arm64',
      probeTime: '2026-11-21T00:01:00Z',
    });
    expect(conditions(told(image(1, 'amd64')))).toEqual([
      'Deployed=False UnsupportedArchitectures',
      'Probed=True Probed',
    ]);
  });
  test('does not move while the answer is the same', () => {
    const first = told(image(1, 'amd64'));
    expect(told(image(5, 'amd64'), first)).toEqual(first);
    expect(valueAt(told(image(5, 'arm64'), first), 'status', 'probeTime')).toBe('2026-11-21T00:05:00Z');
  });
  test('does not move while a failure is the same, whatever its words', () => {
    const down = (message: string): ImageKnowledge => ({
      kind: 'failed',
      reason: 'unreachable',
      message,
      at: message,
    });
    const known = told(image(1, 'amd64'));
    const first = told(down('port 1'), known);
    expect(conditions(first)).toContain('Probed=False Unreachable');
    expect(valueAt(first, 'status', 'probedArchitectures')).toBe('amd64');
    expect(told(down('port 2'), first)).toEqual(first);
    expect(told(image(7, 'amd64'), first)).toEqual(known);
  });
  test('tells when annotation and index disagree', () => {
    expect(conditions(told(image(1, 'amd64'), undefined, 'amd64,arm64'))).toContain(
      'ArchitecturesAgree=False IndexLacksArchitecture',
    );
    expect(conditions(told(image(1, 'amd64'), undefined, 'amd64'))).toContain(
      'ArchitecturesAgree=True AsAnnotated',
    );
  });
  test('remembers nothing of another image', () => {
    const stored = told(image(1, 'amd64'));
    expect(previousArchitectures(stored, entry)).toEqual(['amd64']);
    expect(previousArchitectures({ ...stored, spec: {} }, entry)).toBeUndefined();
    expect(previousArchitectures(undefined, entry)).toBeUndefined();
  });

  const failed = (reason: 'absent' | 'rateLimited' | 'unauthorized'): ImageKnowledge => ({
    kind: 'failed',
    reason,
    message: 'said so',
    at: '2026-11-21T00:00:00Z',
  });
  test.each<readonly [string, ImageKnowledge, string | undefined, readonly string[], string | undefined]>([
    ['known', image(1, 'amd64'), undefined, ['Probed=True Probed'], 'amd64'],
    [
      'known and annotated',
      image(1, 'amd64'),
      'amd64',
      ['Probed=True Probed', 'ArchitecturesAgree=True AsAnnotated'],
      'amd64',
    ],
    [
      'of one architecture, annotated with two',
      { ...image(1, 'amd64'), single: true },
      'amd64,arm64',
      ['Probed=True Probed', 'ArchitecturesAgree=False SingleArchitectureImage'],
      'amd64,arm64',
    ],
    [
      'annotated with less',
      image(1, 'amd64', 'arm64'),
      'amd64',
      ['Probed=True Probed', 'ArchitecturesAgree=True AsAnnotated'],
      'amd64',
    ],
    ['absent', failed('absent'), undefined, ['Probed=False Absent'], undefined],
    ['not for us', failed('unauthorized'), 'amd64', ['Probed=False Unauthorized'], 'amd64'],
    ['asked for too often', failed('rateLimited'), undefined, ['Probed=False RateLimited'], undefined],
    [
      'an archive',
      { kind: 'unprobeable', because: 'oci-archive' },
      undefined,
      ['Probed=False Unprobeable'],
      undefined,
    ],
    ['not asked about', { kind: 'pending' }, undefined, ['Probed=Unknown Pending'], undefined],
    ['not asked about, annotated', { kind: 'pending' }, 'amd64', ['Probed=Unknown Pending'], 'amd64'],
  ])('conditions of an image that is %s', (...[, knowledge, annotation, wanted, supported]) => {
    const found = told(knowledge, undefined, annotation);
    expect(conditions(found)).toEqual(['Deployed=False UnsupportedArchitectures', ...wanted]);
    expect(valueAt(found.status, 'supportedArchitectures')).toBe(supported);
    for (const { message } of valueAt(found.status, 'conditions') as readonly JsonObject[])
      if (message !== undefined) expect(message).not.toBe('');
  });

  test('a failure of another kind is news, and so is its end', () => {
    const first = told(failed('absent'), told(image(1, 'amd64')));
    const second = told(failed('rateLimited'), first);
    expect(conditions(second)).toContain('Probed=False RateLimited');
    expect(valueAt(second.status, 'probedArchitectures')).toBe('amd64');
    expect(conditions(told(image(9, 'amd64'), second))).toContain('Probed=True Probed');
  });

  test('another image of the same template forgets what the registry told of the one before', () => {
    const stored = told(image(1, 'amd64'));
    const moved = JSON.parse(JSON.stringify(stored).replace('fedora:1', 'fedora:2'));
    const status = valueAt(told(failed('absent'), moved), 'status');
    expect(status).not.toHaveProperty('probedArchitectures');
    expect(status).not.toHaveProperty('digest');
    expect(status).not.toHaveProperty('supportedArchitectures');
  });

  test('a digest that moved under the same architectures is told, with its time', () => {
    const stored = told(image(1, 'amd64'));
    const moved = told({ ...image(6, 'amd64'), digest: 'sha256:other' }, stored);
    expect(valueAt(moved, 'status')).toMatchObject({
      digest: 'sha256:other',
      probeTime: '2026-11-21T00:06:00Z',
    });
  });
});

describe('what is read from a stored status is what was written', () => {
  const last = image(1, 'amd64', 'arm64');
  /** The status keeps no digests and sizes of platforms. */
  const bare = {
    ...last,
    platforms: last.platforms.map(({ architecture }) => ({ architecture, digest: '', size: undefined })),
  };

  test('of an answer', () => {
    expect(knowledgeInStatus(told(last), entry)).toEqual(bare);
  });
  test.each(probeFailures)('of a failure: %s', (reason) => {
    const failure = { kind: 'failed', reason, message: `it is ${reason}`, at: last.at } as const;
    expect(knowledgeInStatus(told({ ...failure, last }), entry)).toEqual({ ...failure, last: bare });
    expect(knowledgeInStatus(told(failure), entry)).toEqual({ ...failure, at: '' });
  });
  test('of a question that is open', () => {
    expect(knowledgeInStatus(told({ kind: 'pending' }), entry)).toEqual({ kind: 'pending' });
    expect(knowledgeInStatus(told({ kind: 'pending' }, told(last)), entry)).toEqual(bare);
  });
  test('nothing where nobody asked, of another image, or of no entry', () => {
    const spec = { template: { spec: { source: { registry: { url: 'docker://registry.test/fedora:2' } } } } };
    expect(knowledgeInStatus(entry, entry)).toBeUndefined();
    expect(knowledgeInStatus(told(last), { ...entry, spec })).toBeUndefined();
    expect(knowledgeInStatus(undefined, entry)).toBeUndefined();
  });
});
