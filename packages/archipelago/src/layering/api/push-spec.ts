const form =
  /^((?:[a-zA-Z0-9-]+\.)*[a-zA-Z0-9-]+(?::[0-9]{2,5})?(?:\/[a-zA-Z0-9-_.]{1,61})*\/[a-zA-Z0-9-_.]+):[a-zA-Z0-9._-]+$/;

/** Whether a text is `host[:port]/path/name:tag`; a host has a dot or a port. */
export function isPushSpec(text: string): boolean {
  return form.test(text) && /^[^/]*[.:]/.test(text);
}

/** `host[:port]/path/name` of it. */
export function repositoryOf(text: string): string {
  return form.exec(text)?.[1] ?? text;
}
