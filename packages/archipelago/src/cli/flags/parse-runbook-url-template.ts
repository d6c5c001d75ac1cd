import { UsageError } from '../process/io.ts';

/** Reads `--runbook-url-template`. */
export function parseRunbookUrlTemplate(template: string | undefined): string | undefined {
  if (template === undefined) return undefined;
  if (template.split('%s').length === 2 && URL.canParse(template.replace('%s', 'X'))) return template;
  throw new UsageError(
    `--runbook-url-template ${JSON.stringify(template)}: must be an address with one %s, where the name of the alert goes`,
  );
}
