/** Who may use a registry; everyone named may do everything. */
export class RegistryUsers {
  readonly #passwords: ReadonlyMap<string, string>;

  constructor(users: Readonly<Record<string, string>>) {
    this.#passwords = new Map(Object.entries(users));
  }

  /** The user's name when the password is theirs. */
  verify(name: string, password: string): string | undefined {
    return this.#passwords.get(name) === password ? name : undefined;
  }

  /** Who an Authorization header of the Basic kind is from. */
  verifyBasic(header: string | undefined): string | undefined {
    const [, encoded] = /^basic +([a-z0-9+/=]+)$/i.exec(header ?? '') ?? [];
    const text = Buffer.from(encoded ?? '', 'base64').toString();
    const colon = text.indexOf(':');
    return colon < 0 ? undefined : this.verify(text.slice(0, colon), text.slice(colon + 1));
  }
}
