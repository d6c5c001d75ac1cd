/** Whom a TLS connection trusts. */
export interface Trust {
  /** Certificates in PEM, besides the usual authorities. */
  readonly ca: string | undefined;
  /** No certificate is checked. */
  readonly insecure: boolean;
}

/** One HTTP request. */
export interface HttpRequest {
  readonly method: string;
  readonly url: URL;
  /** Host of the registry that the image names, wherever the registry has led since. */
  readonly registry: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
  readonly trust: Trust;
  /** Aborting ends the request, also while its answer is being read. */
  readonly signal: AbortSignal;
  /** Asked right before it is sent; absent: it may be. */
  readonly isAllowed?: (() => boolean) | undefined;
}

/** An answer whose body has not been read yet. */
export interface HttpResponse {
  readonly status: number;
  /** Names in lower case; several lines of one header joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** Throws when the connection breaks before the end; leaving it early closes the connection. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Sends HTTP requests, through proxies where `proxy` says so. Rejects with Node's error when there is no answer. */
export interface HttpTransport {
  send(request: HttpRequest): Promise<HttpResponse>;
  close(): void;
}
