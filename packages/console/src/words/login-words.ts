import { inBoth } from './in-both.ts';

/** Where somebody logs in, and what stands above the pages once he has. */
export const loginWords = inBoth(
  {
    title: 'Log in',
    lead: 'Paste a token of yours for this cluster. The console shows what this login may see, and does what it may do.',
    token: 'Token',
    where:
      'On OpenShift, “oc whoami -t” prints yours. Elsewhere, whoever administers the cluster gives you one, such as “kubectl create token NAME” prints for a service account.',
    kept: 'The console keeps it in its memory until you log out or it expires, and sends it to the API server alone.',
    enter: 'Log in',
    entering: 'The cluster is being asked whose token this is…',
    refused: 'You are not logged in',
    reasons: {
      NoToken: 'This is no token: it has letters, digits and . _ ~ + / - only, and no spaces.',
      NotKnown: 'The cluster does not know this token, or not any more.',
      Over: 'The session has ended: it was not used for twelve hours, or the cluster does not know its token any more.',
      Silent: 'The console does not answer.',
    },
    proxy: 'The proxy in front of the console logs you in.',
    again: 'Try again',
    user: (name: string) => `Logged in as ${name}`,
    leave: 'Log out',
  },
  {
    title: 'ログイン',
    lead: 'このクラスターの自分のトークンを貼り付けてください。コンソールは、そのログインの権限で表示と操作を行います。',
    token: 'トークン',
    where:
      'OpenShift では「oc whoami -t」で表示できます。それ以外では、クラスターの管理者から受け取ってください（サービスアカウントの場合は「kubectl create token 名前」）。',
    kept: 'コンソールは、ログアウトまたは有効期限までトークンをメモリーにのみ保持し、API サーバー以外には送信しません。',
    enter: 'ログイン',
    entering: 'トークンをクラスターに確認しています…',
    refused: 'ログインできませんでした',
    reasons: {
      NoToken: 'トークンではありません。使用できる文字は英数字と . _ ~ + / - のみで、空白は使用できません。',
      NotKnown: 'クラスターがこのトークンを認識していないか、トークンが無効になりました。',
      Over: 'セッションが終了しました。12 時間使用されなかったか、トークンが無効になりました。',
      Silent: 'コンソールが応答しません。',
    },
    proxy: 'コンソールの前段のプロキシーがログインを行います。',
    again: '再試行',
    user: (name: string) => `${name} としてログイン中`,
    leave: 'ログアウト',
  },
);
