import type { Difference } from './compare-servers.ts';

/** A table of why codes differ, most frequent first: what each server answered, the words of the one that refused, how often, and of which kinds. */
export function toldCauses(differences: readonly Difference[]): readonly string[] {
  const causes = new Map<string, Difference[]>();
  for (const each of differences.filter(({ real, embedded }) => real.code !== embedded.code)) {
    const cause = causeOf(each);
    causes.set(cause, [...(causes.get(cause) ?? []), each]);
  }
  return [...causes]
    .sort(([, one], [, other]) => other.length - one.length)
    .map(([cause, all]) => `${String(all.length).padStart(4)}  ${cause}  (${kindsOf(all)})`);
}

function causeOf({ real, embedded }: Difference): string {
  const { message } = real.code >= 400 ? real : embedded;
  return `${real.code} real, ${embedded.code} embedded: ${general(message) || 'no words'}`;
}

/** The words without what only this request has: names, values, places in lists. */
function general(message: string): string {
  return message
    .replace(/^[\w.]+ "[^"]*" is invalid: \[?/, '')
    .replace(/^[\w.]+ "[^"]*" /, '')
    .replace(/(Invalid|Unsupported|Duplicate) value: .*$/s, '$1 value')
    .replace(/"[^"]*"|'[^']*'/g, '…')
    .replace(/fuzz-[\w-]+/g, '…')
    .replace(/\[\d+\]/g, '[*]')
    .slice(0, 90);
}

function kindsOf(differences: readonly Difference[]): string {
  const kinds = differences.map(({ request }) => request.what.split(' ').slice(0, 2).join(' '));
  const different = [...new Set(kinds)];
  return different.length > 4 ? `${different.slice(0, 4).join(', ')} and others` : different.join(', ');
}
