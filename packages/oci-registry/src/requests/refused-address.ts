/** A connection that was not made, because nobody may be asked at that address. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress';
  /** As the request names it, with its port. */
  readonly host: string;
  readonly address: string;
  readonly range: string;

  constructor(host: string, address: string, range: string) {
    super(`${host} is at ${address}, and ${range} is not to be asked`);
    this.host = host;
    this.address = address;
    this.range = range;
  }
}
