import { expect, it } from 'vitest';
import { pageLink } from './page-link.ts';

it.each<[Readonly<Record<string, string>>, string]>([
  [{}, 'http://h/settings'],
  [{ open: 'spec.a', find: '' }, 'http://h/settings?open=spec.a'],
  [
    { edit: 'spec.a', value: '{"b":"c&d #e"}' },
    'http://h/settings?edit=spec.a&value=%7B%22b%22%3A%22c%26d+%23e%22%7D',
  ],
])('a link to %j', (query, link) => {
  expect(pageLink('http://h', '/settings', query)).toBe(link);
  expect(Object.fromEntries(new URL(link).searchParams)).toEqual(
    Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '')),
  );
});
