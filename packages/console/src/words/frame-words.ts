import { inBoth } from './in-both.ts';

/** What stands around every page. */
export const frameWords = inBoth(
  {
    skip: 'Skip to content',
    navigation: 'Navigation',
    pages: 'Pages',
    language: 'Language',
    pageLoading: 'The page is being loaded…',
    looking: 'The cluster is being looked at…',
    shownOf: (shown: number, all: number) => `${shown} of ${all} are shown.`,
    showMore: 'Show more',
    copy: 'Copy',
    copied: 'Copied',
    noSession: 'No session',
    newLink: 'A new link is printed by: archipelago console',
  },
  {
    skip: '本文へ移動',
    navigation: 'ナビゲーション',
    pages: 'ページ',
    language: '言語',
    pageLoading: 'ページを読み込んでいます…',
    looking: 'クラスターを確認しています…',
    shownOf: (shown: number, all: number) => `${all} 件中 ${shown} 件を表示しています。`,
    showMore: 'さらに表示',
    copy: 'コピー',
    copied: 'コピーしました',
    noSession: 'セッションがありません',
    newLink: '新しいリンクを表示するコマンド: archipelago console',
  },
);
