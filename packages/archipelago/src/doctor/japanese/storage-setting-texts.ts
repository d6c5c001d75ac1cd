import type { CheckTexts } from '../texts/check-texts.ts';

/** The checks of settings about storage, in Japanese. */
export const storageSettingTexts: Readonly<Record<string, CheckTexts>> = {
  VD318: {
    title: 'スクラッチ領域のクラスが適切である',
    message: '{field} は {class} です: {problem}。',
    impact: 'インポートに必要な容量が、予定とは別のクラスで消費されます。',
    fix: '存在するクラスを指定するか、フィールドを削除してください',
    falsePositives: 'なし',
  },
  VD320: {
    title: '仮想マシンの状態を保存するクラスが適切である',
    message: '仮想マシンの状態 (TPM、EFI) は {class} にあります: {problem}。',
    impact: '永続的な TPM または EFI を持つ仮想マシンが、起動または移行できません。',
    fix: '{field} に、存在し ReadWriteMany を提供するクラスを設定してください',
    falsePositives: 'TPM または EFI を保持する仮想マシンがない場合は情報として報告されます',
  },
  VD321: {
    title: 'EFS のクラスにユーザーとグループが指定されている',
    message: 'EFS のクラス {class} に {lack} がないため、仮想マシンはディスクに書き込めません。',
    impact: 'このクラスのディスクを持つ仮想マシンが起動しません。',
    fix: 'パラメーター uid と gid (107) を持つクラスを作成してください',
    falsePositives: 'デフォルトではなく、仮想マシンにも使われないクラスは対象外です',
  },
  VD322: {
    title: 'オーバーヘッドが存在するクラスに設定されている',
    message: '{field} に指定された {class} は存在しません。',
    impact: '影響はありません。名前が間違っている可能性があります。',
    fix: '名前を修正するか、削除してください',
    falsePositives: 'これから作成されるクラス',
  },
  VD323: {
    title: 'ブートイメージが利用可能である',
    message: 'ブートイメージ {name} は最新ではありません: {reason}: {message}',
    impact: '新しい仮想マシンが古いイメージから起動するか、起動できません。',
    fix: 'DataVolume を確認してください。レジストリー、クラス、クォータが主な原因です',
    falsePositives: '進行中のインポートは対象外です',
  },
};
