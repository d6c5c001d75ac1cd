import { expect, it } from 'vitest';
import { patchCommand } from './patch-command.ts';

it('quotes what a shell would understand', () => {
  expect(patchCommand({ spec: { a: "it's $x" } }, 'ns')).toBe(
    `kubectl patch hyperconverged kubevirt-hyperconverged -n ns --type merge -p '{"spec":{"a":"it'\\''s $x"}}'`,
  );
});
