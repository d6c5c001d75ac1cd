/** An IP address: 32 or 128 bits. */
export interface IpAddress {
  readonly version: 4 | 6;
  readonly bits: bigint;
  readonly zone?: string;
}

/** An address with the length of its network prefix; bits after the prefix are kept. */
export interface Cidr {
  readonly ip: IpAddress;
  readonly prefix: number;
}

export function addressLength(ip: IpAddress): number {
  return ip.version === 4 ? 32 : 128;
}

/** True for an IPv4 address written as `::ffff:a.b.c.d`. */
export function isMappedV4(ip: IpAddress): boolean {
  return ip.version === 6 && ip.bits >> 32n === 0xffffn;
}

/** The address with all bits after the prefix cleared. */
export function maskAddress(ip: IpAddress, prefix: number): IpAddress {
  const free = BigInt(addressLength(ip) - prefix);
  return { version: ip.version, bits: (ip.bits >> free) << free };
}

/** Whether the network contains the address. */
export function containsAddress(network: Cidr, ip: IpAddress): boolean {
  if (network.ip.version !== ip.version) return false;
  return maskAddress(network.ip, network.prefix).bits === maskAddress(ip, network.prefix).bits;
}
