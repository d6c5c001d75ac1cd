import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DefaultTheme } from 'vitepress';

type Item = DefaultTheme.SidebarItem;

/** The pages in four parts, by what the reader is here for. */
export const sidebar: Item[] = [
  part('Tutorial', [page('docs/first-hour.md')]),
  part('How to', [
    page('docs/installation.md'),
    page('docs/post-installation.md'),
    page('docs/how-to/boot-images.md'),
    page('docs/how-to/placement.md'),
    page('docs/how-to/gitops.md'),
    page('docs/how-to/migrate-from-hco.md'),
    page('docs/golden-images.md'),
    page('docs/layering.md'),
    page('docs/doctor.md'),
    page('docs/console.md'),
    page('docs/snapshots.md'),
    page('docs/observability.md'),
  ]),
  part('Reference', [
    page('generated/settings.md'),
    page('generated/kinds.md'),
    page('generated/commands.md'),
    page('docs/command-line.md'),
    page('generated/doctor-checks.md'),
    page('docs/metrics.md'),
    page('docs/reasons.md'),
    page('generated/alerts.md'),
    { text: 'Runbooks', collapsed: true, items: pages('generated/runbooks') },
    page('docs/embedded-cluster.md'),
    page('CHANGELOG.md'),
  ]),
  part('Explanation', [
    page('docs/architecture.md'),
    { text: 'Decisions', collapsed: true, items: pages('docs/decisions') },
    { text: 'Compatibility', collapsed: true, items: pages('docs/compatibility') },
    page('docs/security.md'),
    page('docs/performance.md'),
    page('docs/testing.md'),
    page('docs/dependencies.md'),
    page('CONTRIBUTING.md'),
  ]),
];

function part(text: string, items: Item[]): Item {
  return { text, items };
}

/** Every page of a folder, so that a new decision or runbook is listed without a change here. */
function pages(folder: string): Item[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.md'));
  return files.sort().map((file) => page(join(folder, file)));
}

/** A page goes by its own heading: one text, one place. */
function page(file: string): Item {
  const heading = /^# (.+)$/m.exec(readFileSync(file, 'utf8'))?.[1];
  if (heading === undefined) throw new Error(`${file} has no heading`);
  return { text: heading.replaceAll('`', ''), link: `/${file.replace(/\.md$/, '').replace(/README$/, '')}` };
}
