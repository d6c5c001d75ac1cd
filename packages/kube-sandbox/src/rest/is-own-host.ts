const ownNames = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Whether a Host header names this machine's loopback interface. A page in a browser whose name was made to lead to 127.0.0.1 says its
 * own name here. Any port: a tunnel has another one.
 */
export function isOwnHost(host: string | undefined): boolean {
  return ownNames.includes((host ?? '').toLowerCase().replace(/:\d{1,5}$/, ''));
}
