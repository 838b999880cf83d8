import { PATIENCE, type PatienceName } from '../contract/patience';
import { refuse } from './configuration-error';

export type Stage = 'sandbox' | 'production';

export interface Settings {
  /**
   * `production` keeps tables, queues and logs when a stack is deleted; `sandbox` removes everything.
   *
   * @default sandbox
   */
  readonly stage: Stage;

  /**
   * Name of an existing Secrets Manager secret whose value is the Stripe API key, as plain text: a live key in stage `production`, a test key in
   * any other. With one of the other mode nothing is charged.
   *
   * @default - payments go to the test acquirer, which is deployed with the app
   */
  readonly stripeSecretName?: string;

  /**
   * Ids of the interface endpoints for `execute-api` through which alone the payments API can be called, by principals of this account.
   *
   * @default - the API has a public address; every request must be signed all the same
   */
  readonly vpcEndpointIds?: readonly string[];

  /**
   * E-mail address that alarms are sent to, once its owner has confirmed the subscription.
   *
   * @default - alarms change their state and are published to a topic without subscribers
   */
  readonly alarmEmail?: string;

  /**
   * How long a payment is retried before its message goes to the dead-letter queue: `short`, about two minutes, or `hour`, so that an outage of
   * the provider of an hour sends nothing there.
   *
   * @default hour in stage production, else short
   */
  readonly patience: PatienceName;

  /**
   * Whether the dead-letter queue recovers by itself: what lies there because the worker or the provider was broken is sent back once they work
   * again.
   *
   * @default true in stage production, else false: then the queue's own redrive has something to redrive
   */
  readonly recovery: boolean;
}

const SETTINGS: Readonly<Record<keyof Settings, string>> = {
  stage: 'sandbox or production',
  stripeSecretName: 'name of an existing Secrets Manager secret',
  vpcEndpointIds: 'interface endpoints that alone reach the API, separated by commas',
  alarmEmail: 'address that alarms are sent to',
  patience: 'short or hour',
  recovery: 'on or off',
};

const ALLOWED = Object.entries(SETTINGS)
  .map(([name, meaning]) => `"${name}" (${meaning})`)
  .join(', ');

/** Keys that the CDK itself puts into the context: feature flags (`@aws-cdk/…`), cached look-ups and CLI state (`aws:cdk:…`). */
const belongsToCdk = (key: string): boolean => /[@:/]/.test(key) || key === 'cli-telemetry' || key === 'acknowledged-issue-numbers';

const RULES: readonly { readonly broken: (given: Given) => boolean; readonly message: (given: Given) => string }[] = [
  {
    broken: ({ stage }) => stage !== undefined && stage !== 'sandbox' && stage !== 'production',
    message: ({ stage }) => `Setting "stage" is ${JSON.stringify(stage)}: it must be "sandbox" or "production".`,
  },
  {
    broken: ({ stage, stripeSecretName }) => stage === 'production' && stripeSecretName === undefined,
    message: () =>
      'Stage "production" needs the setting "stripeSecretName": without it payments go to the test acquirer, which moves no money. ' +
      'Pass -c stripeSecretName=<name of the Secrets Manager secret that holds the Stripe key>.',
  },
  {
    broken: ({ stripeSecretName }) => isKey(stripeSecretName),
    // The value is a credential here: it must not reach a terminal or a build log.
    message: () =>
      'Setting "stripeSecretName" holds a Stripe key: store the key in Secrets Manager and pass the name of the secret instead.',
  },
  {
    broken: ({ stripeSecretName: name }) =>
      name !== undefined && !isKey(name) && !(typeof name === 'string' && /^[A-Za-z0-9/_+=.@-]{1,512}$/.test(name)),
    message: ({ stripeSecretName: name }) =>
      `Setting "stripeSecretName" is ${JSON.stringify(name)}: it must be the name of a secret, 1 to 512 letters, digits or /_+=.@- (not its ARN).`,
  },
  {
    // Secrets Manager takes such an ending for its own random suffix and then looks for a secret with a shorter name.
    broken: ({ stripeSecretName: name }) => typeof name === 'string' && !isKey(name) && /-[A-Za-z0-9]{6}$/.test(name),
    message: ({ stripeSecretName: name }) =>
      `Setting "stripeSecretName" is ${JSON.stringify(name)}: a secret whose name ends in a hyphen and six characters cannot be found by name. Rename it.`,
  },
  {
    broken: ({ vpcEndpointIds: ids }) =>
      ids !== undefined && !(typeof ids === 'string' && /^vpce-[0-9a-f]{8,17}(,vpce-[0-9a-f]{8,17})*$/.test(ids)),
    message: ({ vpcEndpointIds: ids }) =>
      `Setting "vpcEndpointIds" is ${JSON.stringify(ids)}: it must be ids of interface endpoints for execute-api, such as vpce-0123456789abcdef0, ` +
      'separated by commas without spaces.',
  },
  {
    broken: ({ alarmEmail }) => alarmEmail !== undefined && !(typeof alarmEmail === 'string' && EMAIL.test(alarmEmail)),
    message: ({ alarmEmail }) => `Setting "alarmEmail" is ${JSON.stringify(alarmEmail)}: it must be one e-mail address.`,
  },
  {
    broken: ({ patience }) => patience !== undefined && !(typeof patience === 'string' && Object.hasOwn(PATIENCE, patience)),
    message: ({ patience }) => `Setting "patience" is ${JSON.stringify(patience)}: it must be "short" or "hour".`,
  },
  {
    broken: ({ recovery }) => recovery !== undefined && recovery !== 'on' && recovery !== 'off',
    message: ({ recovery }) => `Setting "recovery" is ${JSON.stringify(recovery)}: it must be "on" or "off".`,
  },
];

type Given = Readonly<Partial<Record<keyof Settings, unknown>>>;

/** One `@` with something around it and no blanks: whether it exists, Amazon SNS finds out by asking for a confirmation. */
const EMAIL = /^[^\s@,;]{1,64}@[^\s@,;]{1,255}$/;

const isKey = (value: unknown): boolean => typeof value === 'string' && /^(sk|rk|pk|whsec)_/.test(value);

/** Settings from the CDK context (`-c stage=production`). Throws `ConfigurationError` naming every unknown or wrong one. */
export function readSettings(context: Readonly<Record<string, unknown>>): Settings {
  const { stage, stripeSecretName, vpcEndpointIds, alarmEmail, patience, recovery }: Given = context;
  const unknown = Object.keys(context)
    .filter((key) => !Object.hasOwn(SETTINGS, key) && !belongsToCdk(key))
    .map((key) => `Unknown setting "${key}": the settings are ${ALLOWED}. Correct or remove it.`);
  refuse([...unknown, ...RULES.filter((rule) => rule.broken(context)).map((rule) => rule.message(context))]);
  return {
    stage: stage === 'production' ? 'production' : 'sandbox',
    stripeSecretName: stripeSecretName as string | undefined,
    vpcEndpointIds: vpcEndpointIds === undefined ? undefined : [...new Set((vpcEndpointIds as string).split(','))],
    alarmEmail: alarmEmail as string | undefined,
    patience: (patience as PatienceName | undefined) ?? (stage === 'production' ? 'hour' : 'short'),
    recovery: recovery === undefined ? stage === 'production' : recovery === 'on',
  };
}
