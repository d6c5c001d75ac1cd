import { invalidValue } from './field-errors.ts';
import type { FieldCheck } from './field-rules.ts';

const BYTE = '(25[0-5]|2[0-4]\\d|1?\\d?\\d)';
const IPV4 = new RegExp(`^(0*${BYTE}\\.){3}0*${BYTE}$`);

function isIpv4(text: string): boolean {
  return IPV4.test(text);
}

function isIpv6(text: string): boolean {
  return /^[\da-fA-F:.]*:[\da-fA-F:.]*$/.test(text) && URL.canParse(`http://[${text}]/`);
}

/** Addresses of a machine itself, of its link and of nobody are no addresses of endpoints. */
const unusable: readonly (readonly [RegExp, string])[] = [
  [/^(0\.0\.0\.0|::)$/, 'may not be unspecified'],
  [/^(127\.|::1$)/, 'may not be in the loopback range (127.0.0.0/8, ::1/128)'],
  [/^(169\.254\.|fe[89ab])/i, 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'],
  [/^(224\.0\.0\.|ff02:)/i, 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'],
];

/** An address of an endpoint, of the family that is asked for. */
export function addressOf(family: 'any' | 'IPv4' | 'IPv6'): FieldCheck {
  return (value, field) => {
    const text = typeof value === 'string' ? value : '';
    const found = isIpv4(text) ? 'IPv4' : isIpv6(text) ? 'IPv6' : undefined;
    if (found === undefined)
      return [invalidValue(field, text, 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)')];
    if (family !== 'any' && found !== family)
      return [invalidValue(field, text, `must be an ${family} address`)];
    return unusable
      .filter(([range]) => range.test(text))
      .map(([, problem]) => invalidValue(field, text, problem));
  };
}
