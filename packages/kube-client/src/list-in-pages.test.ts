import type { KubernetesObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import type { Page } from './kubernetes-client.ts';
import type { ApiResult } from './kubernetes-status.ts';
import { defaultPageSize, listInPages, listWhole } from './list-in-pages.ts';

type Answer = ApiResult<Page<string>>;

const page = (items: string, resourceVersion: string, next?: string): Answer => ({
  ok: true,
  value: { items: items.split(''), resourceVersion, ...(next === undefined ? {} : { continue: next }) },
});
const refused = (code: number, reason = ''): Answer => ({
  ok: false,
  status: { code, reason, message: 'no' },
});

/** Lists with these answers; what was asked for, and what the visitor made of it. */
async function list(answers: readonly Answer[]) {
  const asked: string[] = [];
  let kept: string[] = [];
  let begun = 0;
  const listed = await listInPages<string>(
    async ({ limit, continue: token }) => {
      asked.push(`${limit ?? 'all'} ${token ?? 'first'}`);
      return answers[asked.length - 1] ?? expect.fail('asked for too much');
    },
    2,
    {
      begin: () => {
        begun += 1;
        kept = [];
      },
      page: (items) => {
        kept = [...kept, ...items];
      },
    },
  );
  return { listed, asked, kept: kept.join(''), begun };
}

describe('a list in pages', () => {
  it('goes from page to page, and gives the version of the first, after which nothing can be missed', async () => {
    const { listed, asked, kept } = await list([
      page('ab', '10', 'x'),
      page('cd', '12', 'y'),
      page('e', '13'),
    ]);
    expect(listed).toEqual({ ok: true, value: { resourceVersion: '10' } });
    expect(asked).toEqual(['2 first', '2 x', '2 y']);
    expect(kept).toBe('abcde');
  });

  it('begins anew when a page has expired, with nothing left of the earlier ones: the version neither', async () => {
    const { listed, asked, kept, begun } = await list([
      page('ab', '10', 'x'),
      refused(410, 'Expired'),
      page('bc', '20', 'z'),
      page('d', '21'),
    ]);
    expect(listed).toEqual({ ok: true, value: { resourceVersion: '20' } });
    expect(asked).toEqual(['2 first', '2 x', '2 first', '2 z']);
    expect([kept, begun]).toEqual(['bcd', 2]);
  });

  it('asks for everything at once after three lists that expired', async () => {
    const expired = [page('a', '1', 'x'), refused(410), page('a', '2', 'x'), refused(410)];
    const { listed, asked, kept } = await list([
      ...expired,
      page('a', '3', 'x'),
      refused(410),
      page('abc', '4'),
    ]);
    expect(listed).toEqual({ ok: true, value: { resourceVersion: '4' } });
    expect(asked).toEqual(['2 first', '2 x', '2 first', '2 x', '2 first', '2 x', 'all first']);
    expect(kept).toBe('abc');
  });

  it('gives up when even that has expired', async () => {
    const { listed, asked } = await list([refused(410), refused(410), refused(410), refused(410)]);
    expect(listed).toMatchObject({ ok: false, status: { code: 410 } });
    expect(asked).toHaveLength(4);
  });

  it.each([403, 404, 429, 500])('gives a refusal with %i as it is, also between pages', async (code) => {
    for (const answers of [[refused(code)], [page('ab', '10', 'x'), refused(code)]])
      expect((await list(answers)).listed).toMatchObject({ ok: false, status: { code } });
  });

  it('of whole objects gives those of the last beginning only', async () => {
    const object = (name: string): KubernetesObject => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name },
    });
    const answers: ApiResult<Page<KubernetesObject>>[] = [
      { ok: true, value: { items: [object('a')], resourceVersion: '1', continue: 'x' } },
      { ok: false, status: { code: 410, reason: '', message: '' } },
      { ok: true, value: { items: [object('b')], resourceVersion: '2', continue: 'y' } },
      { ok: true, value: { items: [object('c')], resourceVersion: '3' } },
    ];
    const limits: (number | undefined)[] = [];
    const listed = await listWhole(async ({ limit }) => {
      limits.push(limit);
      return answers.shift() ?? expect.fail();
    });
    expect(listed).toEqual({ ok: true, value: { items: [object('b'), object('c')], resourceVersion: '2' } });
    expect(limits).toEqual(limits.map(() => defaultPageSize));
    const forbidden: ApiResult<Page<KubernetesObject>> = {
      ok: false,
      status: { code: 403, reason: '', message: '' },
    };
    expect(await listWhole(async () => forbidden)).toBe(forbidden);
  });
});
