import { quote } from '../../../go-text/quote.ts';
/** A semantic version 2.0.0; identifiers of numbers are compared as numbers. */
export interface Semver {
  readonly major: bigint;
  readonly minor: bigint;
  readonly patch: bigint;
  readonly prerelease: readonly string[];
  readonly build: readonly string[];
}

type SemverResult =
  | { readonly ok: true; readonly value: Semver }
  | { readonly ok: false; readonly message: string };

const maxNumber = 2n ** 64n - 1n;
const numeric = /^[0-9]+$/;

function refuse(message: string): { readonly ok: false; readonly message: string } {
  return { ok: false, message };
}

function numberProblem(name: string, text: string): string | undefined {
  const quoted = quote(text);
  if (!numeric.test(text)) return `Invalid character(s) found in ${name.toLowerCase()} number ${quoted}`;
  if (text.length > 1 && text.startsWith('0'))
    return `${name} number must not contain leading zeroes ${quoted}`;
  return BigInt(text) > maxNumber ? `strconv.ParseUint: parsing ${quoted}: value out of range` : undefined;
}

function prereleaseProblem(text: string): string | undefined {
  if (text === '') return 'Prerelease is empty';
  if (numeric.test(text)) {
    return text.length > 1 && text.startsWith('0')
      ? `Numeric PreRelease version must not contain leading zeroes ${quote(text)}`
      : undefined;
  }
  return /^[0-9A-Za-z-]+$/.test(text) ? undefined : `Invalid character(s) found in prerelease ${quote(text)}`;
}

function buildProblem(text: string): string | undefined {
  if (text === '') return 'Build meta data is empty';
  return /^[0-9A-Za-z-]+$/.test(text)
    ? undefined
    : `Invalid character(s) found in build meta data ${quote(text)}`;
}

/** Cuts a text at the first `separator`; no second part when there is none. */
function cut(text: string, separator: string): readonly [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

function firstProblem(
  parts: readonly string[],
  check: (part: string) => string | undefined,
): string | undefined {
  return parts.map(check).find((problem) => problem !== undefined);
}

function problemOf(
  numbers: readonly [string, string, string],
  labels: Pick<Semver, 'prerelease' | 'build'>,
): string | undefined {
  const [major, minor, patch] = numbers;
  return (
    numberProblem('Major', major) ??
    numberProblem('Minor', minor) ??
    numberProblem('Patch', patch) ??
    firstProblem(labels.prerelease, prereleaseProblem) ??
    firstProblem(labels.build, buildProblem)
  );
}

/** Parses a version strictly: three numbers without leading zeros. */
export function parseSemver(text: string): SemverResult {
  if (text === '') return refuse('Version string empty');
  const [major = '', minor, ...others] = text.split('.');
  if (minor === undefined || others.length === 0) return refuse('No Major.Minor.Patch elements found');
  const [version, buildText] = cut(others.join('.'), '+');
  const [patch, prereleaseText] = cut(version, '-');
  const labels = { prerelease: prereleaseText?.split('.') ?? [], build: buildText?.split('.') ?? [] };
  const problem = problemOf([major, minor, patch], labels);
  if (problem !== undefined) return refuse(problem);
  return { ok: true, value: { major: BigInt(major), minor: BigInt(minor), patch: BigInt(patch), ...labels } };
}

function withoutLeadingZeros(part: string): string {
  if (part.length < 2) return part;
  const rest = part.replace(/^0+/, '');
  return /^[0-9]/.test(rest) ? rest : `0${rest}`;
}

/** Parses leniently: a leading `v`, leading zeros, and missing minor and patch numbers are fine. */
export function parseLenientSemver(text: string): SemverResult {
  const plain = text.startsWith('v') ? text.slice(1) : text;
  const [major = '', minor, ...others] = plain.split('.');
  const parts = [major, minor, others.length > 0 ? others.join('.') : undefined]
    .filter((part) => part !== undefined)
    .map(withoutLeadingZeros);
  if (parts.length < 3 && /[+-]/.test(parts.at(-1) ?? '')) {
    return refuse('short version cannot contain PreRelease/Build meta data');
  }
  while (parts.length < 3) parts.push('0');
  return parseSemver(parts.join('.'));
}

function compareNumbers(a: bigint, b: bigint): -1 | 0 | 1 {
  if (a < b) return -1;
  return a > b ? 1 : 0;
}

function compareIdentifiers(a: string, b: string): -1 | 0 | 1 {
  const [aNumeric, bNumeric] = [numeric.test(a), numeric.test(b)];
  if (aNumeric && bNumeric) return compareNumbers(BigInt(a), BigInt(b));
  if (aNumeric !== bNumeric) return aNumeric ? -1 : 1;
  if (a < b) return -1;
  return a > b ? 1 : 0;
}

function comparePrerelease(a: readonly string[], b: readonly string[]): -1 | 0 | 1 {
  if (a.length === 0 || b.length === 0) return compareNumbers(BigInt(b.length), BigInt(a.length));
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const order = compareIdentifiers(a[index] ?? '', b[index] ?? '');
    if (order !== 0) return order;
  }
  return compareNumbers(BigInt(a.length), BigInt(b.length));
}

/** Precedence order; build metadata does not count. */
export function compareSemver(a: Semver, b: Semver): -1 | 0 | 1 {
  return (
    compareNumbers(a.major, b.major) ||
    compareNumbers(a.minor, b.minor) ||
    compareNumbers(a.patch, b.patch) ||
    comparePrerelease(a.prerelease, b.prerelease)
  );
}

export function semverText(version: Semver): string {
  const prerelease = version.prerelease.length > 0 ? `-${version.prerelease.join('.')}` : '';
  const build = version.build.length > 0 ? `+${version.build.join('.')}` : '';
  return `${version.major}.${version.minor}.${version.patch}${prerelease}${build}`;
}
