import { describe, expect, it, test } from 'vitest';
import { scrubObject } from './scrub-json.ts';
import { scrubText } from './scrub-text.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const key = (name: string) => `-----BEGIN ${name}-----\nhunter2\n-----END ${name}-----`;
const auth = base64('jane:hunter2-hunter2');

describe('what looks like a login is removed', () => {
  it.each([
    ['bearer token', 'GET / Authorization: Bearer hunter2hunter2', 'hunter2'],
    ['a header as a program prints it', 'map[Authorization:[Bearer hunter2hunter2] Accept:x]', 'hunter2'],
    ['bearer in a text', 'sent "bearer hunter2.hunter2"', 'hunter2'],
    ['basic', `Authorization: Basic ${auth}`, auth],
    ['an address', 'pull https://jane:hunter2@quay.example/a failed', 'hunter2'],
    ['an address in code', '"proxy":"http://hunter2@proxy"', 'hunter2'],
    ['a private key', `before\n${key('PRIVATE KEY')}\nafter`, 'hunter2'],
    ['a key on one line', JSON.stringify({ text: key('RSA PRIVATE KEY') }), 'hunter2'],
    ['a key without an end', '-----BEGIN EC PRIVATE KEY-----\nhunter2\n', 'hunter2'],
    ['a key in base64', `key ${base64(key('PRIVATE KEY'))}`, base64(key('PRIVATE KEY')).slice(40)],
    ['docker config', `{"auths":{"quay.example":{"auth":"${auth}"}}}`, auth],
    ['docker config in a text', `"{\\"auth\\":\\"${auth}\\"}"`, auth],
    ['docker config in base64', `x ${base64(`{"auths":{"q":{"auth":"${auth}"}}}`)}`, 'eyJ'],
    ['password=', 'mount -o user=jane,password=hunter2 //share', 'hunter2'],
    ['password: with quotes', "password: 'hunter2 hunter2'", 'hunter2'],
    ['environment', 'DB_PASSWORD=hunter2', 'hunter2'],
    ['a query', 'GET /a?token=hunter2&b=1', 'hunter2'],
    ['a flag', 'skopeo copy --dest-password hunter2 a b', 'hunter2'],
    ['netrc', 'machine quay.example login jane password hunter2', 'hunter2'],
    ['of OpenShift', 'used sha256~hunter2hunter2hunter2', 'hunter2'],
  ])('%s', (_, text, secret) => {
    expect(scrubText(text)).not.toContain(secret);
    expect(scrubText(text)).toContain('[removed]');
  });

  it.each([
    'token: true',
    'secretName: golden, secretRef={name}',
    'pulled docker://quay.example/fedora@sha256:0123456789abcdef',
    '2026-11-23T12:00:00Z node a1 is ready: 3 of 3',
    `certificate ${base64('-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----')}`,
    '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
  ])('%s stays', (text) => {
    expect(scrubText(text)).toBe(text);
  });

  it('whatever a log holds, it takes no long time', () => {
    for (const part of [
      'a',
      'a ',
      'password',
      '-----BEGIN ',
      'http://a',
      'eyJ',
      'token: "',
      '--key ',
      'basic ',
    ]) {
      const begin = performance.now();
      scrubText(part.repeat(200_000 / part.length));
      expect(performance.now() - begin).toBeLessThan(2_000);
    }
  });
});

test('of an object neither environments nor what was applied last are shown', () => {
  const annotations = {
    'kubectl.kubernetes.io/last-applied-configuration': 'hunter2',
    note: 'password=hunter2',
    'my-token': 'hunter2',
    kept: 'yes',
  };
  const containers = [{ name: 'a', args: ['--token=hunter2'], env: [{ name: 'A', value: 'hunter2' }] }];
  const shown = scrubObject({
    ...{ kind: 'Pod', metadata: { name: 'a', annotations, managedFields: ['hunter2'] } },
    spec: { containers },
  });
  expect(JSON.stringify(shown)).not.toContain('hunter2');
  expect(shown).toMatchObject({
    metadata: { annotations: { kept: 'yes' } },
    spec: { containers: [{ name: 'a' }] },
  });
});
