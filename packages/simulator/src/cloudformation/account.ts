/** The account and Region that templates are resolved for. An ARN made here has the form it has on AWS. */
export const ACCOUNT_ID = '000000000000';
export const REGION = 'us-east-1';
export const URL_SUFFIX = 'amazonaws.com';

export function arn(service: string, resource: string, options: { region?: string } = {}): string {
  return `arn:aws:${service}:${options.region ?? REGION}:${ACCOUNT_ID}:${resource}`;
}

/** Last part of an ARN, or the name itself: `arn:aws:sqs:us-east-1:000000000000:Q` and `Q` are both `Q`. */
export function nameFromArn(nameOrArn: string): string {
  return nameOrArn.startsWith('arn:') ? nameOrArn.split(':').slice(5).join(':') : nameOrArn;
}
