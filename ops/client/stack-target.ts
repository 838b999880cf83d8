import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { AWS_CALL_TIMEOUT_SECONDS, OPERATOR_CALL_TIMEOUT_SECONDS } from '../../contract/windows';
import { OperationError } from '../operation-error';
import { callerIdentity } from './caller-identity';
import type { ClientConfig, Outputs, Target } from './target';

export interface StackOptions {
  readonly stack: string;
  readonly acquirerStack: string;
  readonly profile?: string;
  readonly region?: string;
}

/** Stacks on AWS, with the caller's own credentials. */
export async function stackTarget({ stack, acquirerStack, profile, region }: StackOptions): Promise<Target> {
  const client: ClientConfig = {
    ...(profile !== undefined && { profile }),
    ...(region !== undefined && { region }),
    requestHandler: { connectionTimeout: AWS_CALL_TIMEOUT_SECONDS * 1000, requestTimeout: OPERATOR_CALL_TIMEOUT_SECONDS * 1000 },
  };
  const cloudFormation = new CloudFormationClient(client);
  const outputs = await outputsOf(cloudFormation, stack);
  return {
    name: await nameOf(stack, cloudFormation, profile),
    client,
    outputs,
    acquirerOutputs: () => outputsOf(cloudFormation, acquirerStack),
    requestedBy: () => callerIdentity(client),
    now: Date.now(),
  };
}

/** With all that tells it from its namesakes in other accounts and Regions. */
async function nameOf(stack: string, { config }: CloudFormationClient, profile = process.env.AWS_PROFILE): Promise<string> {
  return `stack ${stack} in ${await config.region()}${profile ? ` (profile ${profile})` : ''}`;
}

async function outputsOf(cloudFormation: CloudFormationClient, stack: string): Promise<Outputs> {
  try {
    const { Stacks } = await cloudFormation.send(new DescribeStacksCommand({ StackName: stack }));
    return Object.fromEntries((Stacks?.[0]?.Outputs ?? []).map(({ OutputKey, OutputValue }) => [OutputKey!, OutputValue!]));
  } catch (error) {
    // CloudFormation has no error of its own for it.
    if (error instanceof Error && error.name === 'ValidationError' && error.message.includes('does not exist')) {
      throw new OperationError(
        `There is no stack ${stack} in Region ${await cloudFormation.config.region()}: check --stack, --region and --profile.`,
      );
    }
    throw error;
  }
}
