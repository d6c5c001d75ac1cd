import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCharacter } from '../../../../../../test/support/any-text.ts';
import { parseNodeImage } from './parse-node-image.ts';

const digest = `sha256:${'a'.repeat(64)}`;
const repository = 'registry.example.com:5000/os/edge';

it('takes an image by digest from a repository of the agent', () => {
  const image = `${repository}@${digest}`;
  expect(parseNodeImage(image, [repository])).toEqual({ ok: true, image });
});

it.each([
  undefined,
  '',
  `${repository}:latest`,
  `${repository}:latest@${digest}`,
  `${repository}@sha256:${'a'.repeat(63)}`,
  `${repository}@${digest} --apply`,
  `${repository}@${digest}\n`,
  ` ${repository}@${digest}`,
  `--root=/x/${repository}@${digest}`,
  `-h.example.com/os@${digest}`,
  `docker://${repository}@${digest}`,
  `registry.example.com/../os@${digest}`,
  `registry.example.com:5000/os/other@${digest}`,
  `${repository}/more@${digest}`,
  `$(reboot)/os@${digest}`,
  `registry.example.com/os;reboot@${digest}`,
])('refuses %j', (text) => {
  expect(parseNodeImage(text, [repository]).ok).toBe(false);
});

it('never lets anything but host, path and digest through, whatever is asked for', () => {
  const part = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 12 }),
    fc.constantFrom(repository, `@${digest}`, '-', '--', ' ', '\n', '$', ';', '/'),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), fc.boolean(), (parts, isAllowed) => {
      const text = parts.join('');
      const named = text.slice(0, Math.max(0, text.lastIndexOf('@')));
      const parsed = parseNodeImage(text, isAllowed ? [named, repository] : [repository]);
      if (parsed.ok) expect(parsed.image).toMatch(/^[a-z0-9][a-z0-9.:/_-]*@sha256:[a-f0-9]{64}$/);
    }),
    { numRuns: 500 },
  );
});
