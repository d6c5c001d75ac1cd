import { expect, it } from 'vitest';
import { InformerAudience } from './informer-audience.ts';

function answer(code: number) {
  return code < 300
    ? { ok: true as const, value: undefined }
    : { ok: false as const, status: { code, reason: '', message: `said ${code}` } };
}

it.each([
  [[403], 'said 403', ['said 403']],
  [[403, 500, 403], 'said 403', ['said 403']],
  [[403, 200], undefined, ['said 403', undefined]],
  // a kind that is not there is only told of to those who may read it
  [[403, 404], undefined, ['said 403', undefined]],
  [[404], undefined, []],
])('after %j the refusal is %s', (codes, refusal, told) => {
  const heard: (string | undefined)[] = [];
  const audience = new InformerAudience(
    { onRefusal: (status) => heard.push(status?.message) },
    new AbortController().signal,
  );
  for (const code of codes) audience.permission(answer(code));
  expect(audience.refusal()?.message).toBe(refusal);
  expect(heard).toEqual(told);
});
