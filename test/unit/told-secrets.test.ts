import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KubernetesObject } from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';
import { afterAll, describe, expect, it } from 'vitest';
import { canariesOf, toldSecrets } from '../support/told-secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'archipelago-told-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** A cluster with one Secret and one event. */
function holding(key: string, value: string, message = ''): Pick<KubernetesClient, 'list'> {
  const metadata = { name: 'one', namespace: 'team' };
  const secret: KubernetesObject = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata,
    data: { [key]: base64(value) },
  };
  const event: KubernetesObject = { apiVersion: 'v1', kind: 'Event', metadata, message };
  return {
    list: async ({ kind }) => ({
      ok: true,
      value: { items: [kind === 'Secret' ? secret : event], resourceVersion: '1' },
    }),
  };
}

const key = `-----BEGIN PRIVATE KEY-----\n${'k'.repeat(64)}\n-----END PRIVATE KEY-----\n`;
const docker = JSON.stringify({ auths: { 'registry.example': { auth: base64('me:hunter2hunter2') } } });

describe('what is told', () => {
  it.each([
    ['a word', 'secretKey', 'hunter2hunter2', 'it was hunter2hunter2 again'],
    ['in base64', 'secretKey', 'hunter2hunter2', base64('it was hunter2hunter2')],
    ['a line of a key', 'tls.key', key, `x${'k'.repeat(64)}x`],
    ['a password for a registry', '.dockerconfigjson', docker, 'hunter2hunter2'],
    ['a login for a registry', '.dockerconfigjson', docker, base64('me:hunter2hunter2')],
    ['a password within an address', 'HTTP_PROXY', 'http://me:hunter2hunter2@proxy', 'hunter2hunter2'],
  ])('is found: %s', async (_, name, value, text) => {
    expect(await toldSecrets(holding(name, value), ['before', text])).not.toEqual([]);
    expect(await toldSecrets(holding(name, value, text), [])).not.toEqual([]);
    expect(await toldSecrets(holding(name, value), ['before', 'nothing'])).toEqual([]);
  });

  it.each([
    ['a certificate', 'tls.crt', 'x'.repeat(64)],
    ['a word that stands anywhere', 'secretKey', 'imager'],
  ])('is no secret: %s', async (_, name, value) => {
    expect(await toldSecrets(holding(name, value), [value])).toEqual([]);
  });

  it.each([
    [
      'a token',
      'apiVersion: v1\nkind: Config\nusers: [{name: me, user: {token: hunter2hunter2}}]\n',
      'hunter2hunter2',
    ],
    [
      'a key',
      JSON.stringify({ kind: 'Config', users: [{ user: { 'client-key-data': base64(key) } }] }),
      'k'.repeat(64),
    ],
    ['a login for registries', docker, 'hunter2hunter2'],
    ['a file with a token', 'hunter2hunter2\n', 'hunter2hunter2'],
  ])('is found where a file holds it: %s', (_, content, text) => {
    const file = join(folder, 'login');
    writeFileSync(file, content);
    expect(canariesOf([file]).foundIn(`before ${text} after`)).not.toEqual([]);
    expect(canariesOf([file]).foundIn('before after')).toEqual([]);
  });
});
