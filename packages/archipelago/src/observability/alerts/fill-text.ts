import type { ActiveAlert } from './alert-states.ts';

/** A text of an alert with what its series says; a label that it lacks is left empty. */
export function fillText(text: string, { labels, value }: Pick<ActiveAlert, 'labels' | 'value'>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'value' ? String(value) : (labels[name] ?? ''),
  );
}

/** The text as Prometheus fills it. */
export function templateText(text: string): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'value' ? '{{ $value }}' : `{{ $labels.${name} }}`,
  );
}
