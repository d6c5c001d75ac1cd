import { expect, test } from 'vitest';
import { withImportTrouble } from './with-import-trouble.ts';

test('the condition is there while an import fails, beside the others', () => {
  const probed = { type: 'Probed', status: 'True' };
  const entry = { metadata: { name: 'a' }, status: { digest: 'sha256:1', conditions: [probed] } };
  expect(withImportTrouble(entry, undefined)).toBe(entry);
  expect(withImportTrouble(entry, 'no TLS').status).toEqual({
    digest: 'sha256:1',
    conditions: [probed, { type: 'Imported', status: 'False', reason: 'ImportFailed', message: 'no TLS' }],
  });
  expect(withImportTrouble({}, 'no TLS').status).toMatchObject({ conditions: [{ type: 'Imported' }] });
});
