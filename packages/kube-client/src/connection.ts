/** What TLS needs for one connection; PEM texts. A new object means the material changed. */
export interface TlsMaterial {
  /** Absent: the system's authorities. */
  readonly ca?: string | undefined;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  /** The name the server's certificate must have, where it is not the host of the URL. */
  readonly serverName?: string | undefined;
  /** True: the server's certificate is not verified. */
  readonly insecure: boolean;
}

/** Header values; a list is sent as several lines. */
export type Headers = Readonly<Record<string, string | readonly string[]>>;

/** What one request needs besides its own content: identity and TLS. */
interface RequestMaterial {
  readonly headers: Headers;
  readonly tls: TlsMaterial;
}

/** Where an API server is and who we are there; credentials are re-read as they rotate. */
export interface Connection {
  readonly server: URL;
  /** The context's namespace, `default` when it has none. */
  readonly namespace: string;
  /** May read files or run a credential plugin; throws a CredentialError when that fails. */
  material(): Promise<RequestMaterial>;
  /**
   * The server answered 401: cached credentials are forgotten. True when the next `material()` may
   * differ, so trying once more makes sense.
   */
  refused(): boolean;
}
