/** A command that creates objects. */
export function created(...objects: readonly object[]): string {
  const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects });
  return `kubectl create -f - <<'EOF'\n${list}\nEOF`;
}
