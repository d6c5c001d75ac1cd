/** How a page is written. */
export type ScrapeFormat = 'text' | 'openmetrics';

/** What a scraper would rather have, by its `Accept`; whoever asks for neither gets the text format, which everybody reads. */
export function scrapeFormat(accept: string | undefined): ScrapeFormat {
  const wishes = (accept ?? '').split(',').map(readWish);
  const open = best(wishes.filter(({ type, version }) => type === openMetrics && isKnown(version)));
  const text = best(wishes.filter(({ type }) => type === 'text/plain' || type === 'text/*'));
  return open > 0 && open >= text ? 'openmetrics' : 'text';
}

const openMetrics = 'application/openmetrics-text';

function isKnown(version: string | undefined): boolean {
  return version === undefined || version === '1.0.0';
}

interface Wish {
  readonly type: string;
  readonly version: string | undefined;
  /** From 0, not at all, to 1. */
  readonly weight: number;
}

function readWish(text: string): Wish {
  const [type = '', ...rest] = text.split(';').map((part) => part.trim().toLowerCase());
  const parameters = new Map(rest.map((part) => [nameOf(part), part.slice(nameOf(part).length + 1).trim()]));
  const weight = Number(parameters.get('q') ?? 1);
  return { type, version: parameters.get('version'), weight: Number.isFinite(weight) ? weight : 0 };
}

function nameOf(parameter: string): string {
  return parameter.split('=')[0] ?? '';
}

function best(wishes: readonly Wish[]): number {
  return Math.max(0, ...wishes.map(({ weight }) => weight));
}
