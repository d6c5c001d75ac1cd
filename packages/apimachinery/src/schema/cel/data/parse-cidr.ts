import { quote } from '../../../go-text/quote.ts';
import { addressLength, type Cidr } from '../../net/ip-address.ts';
import { parseIpAddress } from '../../net/parse-ip.ts';

type ParsedCidr =
  | { readonly ok: true; readonly value: Cidr }
  | { readonly ok: false; readonly message: string };

function refuse(text: string, why: string): ParsedCidr {
  return { ok: false, message: `netip.ParsePrefix(${quote(text)}): ${why}` };
}

/** Parses `address/bits` with the rules and messages of Go's `netip.ParsePrefix`. */
export function parseCidr(text: string): ParsedCidr {
  const slash = text.lastIndexOf('/');
  if (slash < 0) return refuse(text, "no '/'");
  const ip = parseIpAddress(text.slice(0, slash));
  if (!ip.ok) return refuse(text, ip.message);
  if (ip.value.zone !== undefined) return refuse(text, 'IPv6 zones cannot be present in a prefix');
  const bits = text.slice(slash + 1);
  if (!/^(0|[1-9][0-9]{0,2})$/.test(bits)) return refuse(text, `bad bits after slash: ${quote(bits)}`);
  const prefix = Number(bits);
  if (prefix > addressLength(ip.value)) return refuse(text, 'prefix length out of range');
  return { ok: true, value: { ip: ip.value, prefix } };
}
