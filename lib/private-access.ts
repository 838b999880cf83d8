import { Stack } from 'aws-cdk-lib';
import { EndpointType, type RestApiProps } from 'aws-cdk-lib/aws-apigateway';
import { InterfaceVpcEndpoint } from 'aws-cdk-lib/aws-ec2';
import { AccountPrincipal, AnyPrincipal, Effect, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';

const EVERY_METHOD = { actions: ['execute-api:Invoke'], resources: ['execute-api:/*'] };

/**
 * Properties of a REST API that is reached through these interface endpoints alone.
 *
 * The policy allows this account and not everybody: together with IAM authorization, an `Allow` for all principals would let in callers
 * whose own policies do not mention the API.
 *
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-authorization-flow.html
 */
export function privateAccess(scope: Construct, vpcEndpointIds: readonly string[]): Pick<RestApiProps, 'endpointConfiguration' | 'policy'> {
  const vpcEndpoints = vpcEndpointIds.map((vpcEndpointId) =>
    InterfaceVpcEndpoint.fromInterfaceVpcEndpointAttributes(scope, vpcEndpointId, { vpcEndpointId, port: 443 }),
  );
  return {
    endpointConfiguration: { types: [EndpointType.PRIVATE], vpcEndpoints },
    policy: new PolicyDocument({
      statements: [
        new PolicyStatement({ ...EVERY_METHOD, principals: [new AccountPrincipal(Stack.of(scope).account)] }),
        new PolicyStatement({
          ...EVERY_METHOD,
          effect: Effect.DENY,
          principals: [new AnyPrincipal()],
          conditions: { StringNotEquals: { 'aws:SourceVpce': vpcEndpointIds } },
        }),
      ],
    }),
  };
}
