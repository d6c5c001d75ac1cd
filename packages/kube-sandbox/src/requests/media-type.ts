/** One clause of an Accept header, or a Content-Type. */
export interface MediaType {
  /** `application/json`, in lower case. */
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly quality: number;
}

function parseClause(text: string): MediaType {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim());
  const map = new Map<string, string>();
  for (const parameter of parameters) {
    const at = parameter.indexOf('=');
    if (at > 0) map.set(parameter.slice(0, at).toLowerCase(), parameter.slice(at + 1).replace(/^"|"$/g, ''));
  }
  const quality = Number(map.get('q') ?? '1');
  return { type: type.toLowerCase(), parameters: map, quality: Number.isNaN(quality) ? 0 : quality };
}

/** The clauses of an Accept header, the wanted ones first; none given means any. */
export function parseAccept(header: string | undefined): readonly MediaType[] {
  const text = header?.trim() ?? '';
  if (text === '') return [parseClause('*/*')];
  const clauses = text.split(',').map(parseClause);
  return clauses.filter((clause) => clause.quality > 0).sort((a, b) => b.quality - a.quality);
}

/** A Content-Type header; undefined when there is none. */
export function parseContentType(header: string | undefined): MediaType | undefined {
  const text = header?.trim() ?? '';
  return text === '' ? undefined : parseClause(text);
}
