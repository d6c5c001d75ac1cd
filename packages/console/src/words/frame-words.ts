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
    copy: 'コピー',
    copied: 'コピーしました',
    noSession: 'セッションがありません',
    newLink: '新しいリンクを表示するコマンド: archipelago console',
  },
);
