import { OperationError } from '../operation-error';

export type Outputs = Readonly<Record<string, string>>;

/** What every SDK client here is made with. */
export interface ClientConfig {
  readonly endpoint?: string;
  readonly region?: string;
  readonly profile?: string;
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Milliseconds. Without it a client waits for ever. */
  readonly requestHandler: { readonly connectionTimeout: number; readonly requestTimeout: number };
}

/** A running installation: the simulator or stacks on AWS. The commands see no difference. */
export interface Target {
  /** As messages name it. */
  readonly name: string;
  readonly client: ClientConfig;
  /** Outputs of the payments stack. */
  readonly outputs: Outputs;
  /** Outputs of the test acquirer's stack. */
  acquirerOutputs(): Promise<Outputs>;
  /** Who is asking, for the functions' logs. */
  requestedBy(): Promise<string>;
  /** Epoch milliseconds there: the simulator's clock may be months ahead. */
  readonly now: number;
}

/** Throws `OperationError` when the installation does not have it. */
export function outputOf(outputs: Outputs, output: string, target: Target): string {
  const value = outputs[output];
  if (value === undefined)
    throw new OperationError(`${target.name} has no output ${output}: it was deployed by another version, or is another stack.`);
  return value;
}
