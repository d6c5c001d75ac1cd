import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../api/json-value.ts';
import { at } from './boot-source-of.ts';
import { decideArchitectures } from './decide-architectures.ts';
import type { ImageKnowledge, ProbedImage } from './image-knowledge.ts';
import { previousArchitectures, withProbeStatus } from './template-status.ts';

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
  (at(of.status, 'conditions') as readonly JsonObject[]).map(
    ({ type, status, reason }) => `${type}=${status} ${reason}`,
  );

describe('the status of a template', () => {
  test('stays as it is where images are not probed', () => {
    expect(told(undefined)).toBe(entry);
  });
  test('tells architectures, digest and time beside what was there', () => {
    const status = at(told(image(1, 'amd64', 'arm64')), 'status');
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
    expect(at(told(image(5, 'arm64'), first), 'status', 'probeTime')).toBe('2026-11-21T00:05:00Z');
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
    expect(at(first, 'status', 'probedArchitectures')).toBe('amd64');
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
});
