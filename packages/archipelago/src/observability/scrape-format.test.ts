import { expect, it } from 'vitest';
import { scrapeFormat } from './scrape-format.ts';

const prometheus =
  'application/openmetrics-text;version=1.0.0;q=0.6,application/openmetrics-text;version=0.0.1;q=0.5,text/plain;version=1.0.0;q=0.4,text/plain;version=0.0.4;q=0.3,*/*;q=0.2';

it.each([
  [undefined, 'text'],
  ['', 'text'],
  ['*/*', 'text'],
  ['text/html,*/*;q=0.8', 'text'],
  ['text/plain', 'text'],
  ['application/json', 'text'],
  ['application/openmetrics-text', 'openmetrics'],
  ['application/openmetrics-text; version=1.0.0', 'openmetrics'],
  ['Application/OpenMetrics-Text; Version=1.0.0; charset=utf-8', 'openmetrics'],
  ['application/openmetrics-text; version=2.0.0', 'text'],
  ['application/openmetrics-text; q=0', 'text'],
  ['application/openmetrics-text; q=often', 'text'],
  ['application/openmetrics-text;q=0.5, text/plain;q=0.9', 'text'],
  [prometheus, 'openmetrics'],
])('Accept %j gets %s', (accept, format) => {
  expect(scrapeFormat(accept)).toBe(format);
});
