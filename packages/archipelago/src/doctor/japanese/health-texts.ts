import type { CheckTexts } from '../texts/check-texts.ts';

/** The checks of health, in Japanese. */
export const healthTexts: Readonly<Record<string, CheckTexts>> = {
  VD001: {
    title: 'HyperConverged が存在する',
    message:
      'HyperConverged が存在しません。Operator はインストールされていますが、何もデプロイされていません。',
    impact: '仮想マシンもディスクも作成できません。',
    fix: 'Operator の namespace に HyperConverged kubevirt-hyperconverged を作成してください',
    falsePositives:
      'Operator を使わずにインストールされた KubeVirt。KubeVirt が存在する場合はスキップされます',
  },
  VD002: {
    title: 'HyperConverged が正常である',
    message: 'HyperConverged は {type}={status} です: {reason}: {message}',
    impact: '仮想化機能の一部が動作しないか、設定どおりに動作しません。',
    fix: '理由に示されているオペランドを kubectl describe で確認してください',
    falsePositives: 'アップグレード: Progressing が 10 分未満の場合は情報として報告されます',
  },
  VD003: {
    title: 'JSON パッチによる設定がない',
    message: 'HyperConverged {said}。内容は検証されず、アップグレードで壊れる可能性があります。',
    impact: 'パッチは設定より優先され、書き込む内容が次のリリースに存在しない場合があります。',
    fix: '対応するフィールドがある設定は spec に記述し、アノテーションを削除してください',
    falsePositives: '試験用のクラスター',
  },
  VD004: {
    title: 'Deployment が利用可能である',
    message: 'Deployment {name} で利用可能なレプリカは {wanted} 個中 {available} 個です。',
    impact: '提供するサービスの応答が遅れるか、応答しません。',
    fix: 'Pod を確認してください: kubectl get pods -n {namespace}',
    falsePositives: '0 にスケールされた Deployment は対象外です',
  },
  VD005: {
    title: 'virt-handler がすべてのワークロードノードで実行されている',
    message: 'virt-handler は {wanted} 台のワークロードノードのうち {ready} 台で Ready です。',
    impact: '残りのノードでは仮想マシンが起動せず、実行中の仮想マシンも管理できません。',
    fix: '原因となるテイント、ラベル、またはイメージを確認してください: kubectl get pods -l kubevirt.io=virt-handler -A -o wide',
    falsePositives: 'Ready でないノードと参加した直後のノードは対象外です',
  },
  VD006: {
    title: 'API サービスと Webhook が応答する',
    message: '{webhook} が要求を拒否します。Service {service} {problem}。',
    impact: '仮想マシンとその設定を作成も変更もできません。',
    fix: 'Service {service} の背後にある Deployment を確認してください',
    falsePositives: 'ロールアウト: 2 分以内の変更は対象外です',
  },
  VD010: {
    title: '次のバージョンをインストールできる',
    message: '次のバージョン: {problem}。',
    impact: 'クラスターは現在のバージョンのままになります。',
    fix: '適切な時期に InstallPlan を承認してください',
    falsePositives: '変更の時間帯が決まっている環境',
  },
  VD011: {
    title: 'Operator のアラートが発生していない',
    message: 'アラート {alert} が {since} から発生しています: {said}',
    impact: 'アラートの内容のとおりです。',
    fix: 'そのランブックに従ってください',
    falsePositives: '別のチェックが検出するアラートは対象外です',
  },
  VD012: {
    title: '設定が現在の場所に書かれている',
    message: '{former} は {field} の以前の場所です。有効なのは {counts} です。',
    impact: '現在は影響ありません。HyperConverged Cluster Operator 1.15 以降はこの場所の値を無視します。',
    fix: '{field}: {value} と書き、{former} を削除してください',
    falsePositives: '古い Operator も読むマニフェスト',
  },
  VD013: {
    title: 'すべての HyperConverged に Operator がある',
    message: 'HyperConverged {namespace}/{name} は無効です。Operator が扱うのは {home} だけです。',
    impact: 'そこに書かれた設定はどこにも反映されません。',
    fix: '内容を {home} に書き、この HyperConverged を削除してください',
    falsePositives: '開発者が Deployment なしで実行している Operator',
  },
  VD007: {
    title: '証明書の有効期間が十分である',
    message: '{field}.{which}: {problem}。',
    impact: '証明書が絶えず更新され、その間に接続が切断されます。',
    fix: 'ca を 48h (renewBefore 24h)、server を 24h (renewBefore 12h) にするか、{field} を削除してください',
    falsePositives: '試験用のクラスター',
  },
  VD008: {
    title: '認証局の証明書が有効である',
    message: '{configmap} の認証局は{problem}。',
    impact: 'コンポーネントが互いを信頼できず、仮想マシンとディスクに関する要求が失敗します。',
    fix: '所有する Operator のログを確認し、再起動してください',
    falsePositives: 'このマシンの時刻のずれ',
  },
  VD009: {
    title: 'TLS プロファイルが安全である',
    message: 'HyperConverged の TLS プロファイル {profile}: {problem}。',
    impact: 'クライアントが、脆弱であることが知られている方式で通信できます。',
    fix: '{field} を削除してください。クラスターのプロファイルが適用されます',
    falsePositives: '対応が必要な古いクライアント',
  },
};
