/** Fixes of single findings that are others than their checks', in Japanese. */
export const fixPhrases: readonly (readonly [english: string, japanese: string])[] = [
  [
    'make the class again, or one for the driver of {profile}',
    'クラスを再作成するか、{profile} のドライバー用のクラスを作成してください',
  ],
  ['make a StorageClass, the default', 'デフォルトの StorageClass を作成してください'],
];
