import { inBoth } from './in-both.ts';

/** What changed lately, and why. */
export interface ChangesWords {
  readonly title: string;
  readonly none: string;
  readonly written: string;
  readonly wrote: (by: string, fields: string, more: number) => string;
  readonly times: (count: number) => string;
  readonly warning: string;
}

export const changesWords = inBoth<ChangesWords>(
  {
    title: 'What changed lately, and why',
    none: 'Nothing is told of the last hour.',
    written: 'HyperConverged',
    wrote: (by, fields, more) => `${by} wrote last; its: ${fields}${more > 0 ? ` and ${more} more` : ''}`,
    times: (count) => `${count} times`,
    warning: 'Warning',
  },
  {
    title: '最近の変更とその理由',
    none: '直近 1 時間の変更はありません。',
    written: 'HyperConverged',
    wrote: (by, fields, more) =>
      `${by} が書き込みました。管理対象: ${fields}${more > 0 ? ` ほか ${more} 件` : ''}`,
    times: (count) => `${count} 回`,
    warning: '警告',
  },
);
