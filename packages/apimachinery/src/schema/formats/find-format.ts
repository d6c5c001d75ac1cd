import { parseRequestUri } from '../net/go-url.ts';
import { isCreditCard, isIsbn10, isIsbn13 } from './checked-numbers.ts';
import { isDate, isDateTime } from './date-time.ts';
import { isEmail } from './email.ts';
import { isHostname } from './hostname.ts';
import { ipVersion, isCidr } from './ip-address.ts';
import { isLooseDuration } from './loose-duration.ts';

/** Whether a text has a format. */
export type FormatCheck = (text: string) => boolean;

const color = '(?:0|[1-9][0-9]?|1[0-9][0-9]?|2[0-4][0-9]|25[0-5])';
const blank = '[\\t\\n\\f\\r ]*';

/** The string formats an API server of 1.36 checks, by their names without dashes. */
const formats: ReadonlyMap<string, FormatCheck> = new Map<string, FormatCheck>([
  ['bsonobjectid', matches(/^[0-9a-fA-F]{24}$/)],
  ['uri', (text) => parseRequestUri(text).ok],
  ['email', isEmail],
  ['hostname', isHostname],
  ['ipv4', (text) => text.includes('.') && ipVersion(text, 'sloppy') !== undefined],
  ['ipv6', (text) => text.includes(':') && ipVersion(text, 'strict') !== undefined],
  ['cidr', isCidr],
  ['mac', isMac],
  ['uuid', matches(/^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i)],
  ['uuid3', matches(/^[0-9a-f]{8}-?[0-9a-f]{4}-?3[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i)],
  ['uuid4', matches(/^[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i)],
  ['uuid5', matches(/^[0-9a-f]{8}-?[0-9a-f]{4}-?5[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}$/i)],
  ['isbn', (text) => isIsbn10(text) || isIsbn13(text)],
  ['isbn10', isIsbn10],
  ['isbn13', isIsbn13],
  ['creditcard', isCreditCard],
  ['ssn', matches(/^(?=.{11}$)[0-9]{3}[- ]?[0-9]{2}[- ]?[0-9]{4}$/)],
  ['hexcolor', matches(/^#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/)],
  [
    'rgbcolor',
    matches(
      new RegExp(`^rgb\\(${blank}${color}${blank},${blank}${color}${blank},${blank}${color}${blank}\\)$`),
    ),
  ],
  ['byte', isBase64],
  ['password', () => true],
  ['date', isDate],
  ['duration', isLooseDuration],
  ['datetime', isDateTime],
  ['k8sshortname', (text) => text.length <= 63 && /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(text)],
  ['k8slongname', isLongName],
]);

/** Formats of numbers; their ranges are checked with the numbers. */
const numberFormats: Readonly<Record<string, readonly string[]>> = {
  integer: ['int32', 'int64'],
  number: ['float', 'double'],
};

interface Format {
  readonly name: string;
  readonly check: FormatCheck | undefined;
}

/** A schema's format as far as the API server heeds it for the schema's type; others are as good as absent. */
export function findFormat(types: readonly string[], format: string): Format {
  const ofNumber = types.length === 1 ? numberFormats[types[0] ?? ''] : undefined;
  if (ofNumber !== undefined) return { name: ofNumber.includes(format) ? format : '', check: undefined };
  const takesText = types.length !== 1 || types[0] === 'string';
  const check = takesText ? anyFormat(format).check : undefined;
  return { name: check === undefined ? '' : format, check };
}

/** A format whatever the type of its schema. */
export function anyFormat(format: string): Format {
  return { name: format, check: formats.get(format.replaceAll('-', '')) };
}

function matches(pattern: RegExp): FormatCheck {
  return (text) => pattern.test(text);
}

function isBase64(text: string): boolean {
  return text !== '' && text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

/** Six, eight or twenty bytes, by colons, by dashes, in pairs by dots, or by nothing. */
function isMac(text: string): boolean {
  const bytes = /^[0-9a-fA-F]{2}(?:([:-])[0-9a-fA-F]{2})(?:\1[0-9a-fA-F]{2})*$/.test(text);
  const pairs = /^[0-9a-fA-F]{4}(?:\.[0-9a-fA-F]{4})+$|^[0-9a-fA-F]+$/.test(text);
  const size = text.replace(/[^0-9a-fA-F]/g, '').length / 2;
  return (bytes || pairs) && (size === 6 || size === 8 || size === 20);
}

function isLongName(text: string): boolean {
  if (text.length > 253) return false;
  return text.split('.').every((part) => /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(part));
}
