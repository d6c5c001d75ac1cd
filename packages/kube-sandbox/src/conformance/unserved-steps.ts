/** Steps of a scenario this version does not serve as recorded, and why. */
interface UnservedSteps {
  /** Indices of the steps. */
  readonly steps: readonly number[];
  readonly reason: string;
  /** The scenario makes no sense from the last of these steps on. */
  readonly stops?: boolean;
}

/** By scenario. A listed step that passes is as wrong as an unlisted one that does not. */
export const unservedSteps: Readonly<Record<string, readonly UnservedSteps[]>> = {
  '03-version-openapi': [
    { steps: [9], reason: 'the hashes are of upstream documents, byte for byte' },
    { steps: [12], reason: 'schemas of built-in kinds are published without descriptions' },
  ],
  '97-pod-security': [
    {
      steps: [51, 60],
      reason: 'warnings of old annotations, and the field that the one of AppArmor becomes',
    },
  ],
  '04-negotiation': [{ steps: [17, 18, 30], reason: 'answers in protobuf' }],
};
