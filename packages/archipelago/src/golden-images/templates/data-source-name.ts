/** Longer ones leave no room for what is made of them: `NAME-image-cron-s390x`. */
const longest = 40;

/** What a DataSource could be called: `registry.example/os/Fedora_Server:41` is `fedora-server-41`. */
export function dataSourceName(image: {
  readonly repository: string;
  readonly tag?: string | undefined;
}): string {
  const { repository, tag = 'latest' } = image;
  const base = repository.split('/').at(-1) ?? '';
  const text = tag === 'latest' ? base : `${base}-${tag}`;
  const plain = text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  return plain.slice(0, longest).replaceAll(/^-+|-+$/g, '') || 'image';
}
