/** The address of what a page shows, for somebody else's browser; members without a value are left out. */
export function pageLink(origin: string, path: string, query: Readonly<Record<string, string>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== '');
  const text = new URLSearchParams(given).toString();
  return `${origin}${path}${text === '' ? '' : `?${text}`}`;
}
