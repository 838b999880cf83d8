import { type Json, PRIVATE, propertiesOf, synthesize } from './app';

const { payments, acquirer } = synthesize(PRIVATE);
const api = propertiesOf(payments, 'AWS::ApiGateway::RestApi', 'PaymentsApiRestApi');
const ENDPOINTS = ['vpce-0123456789abcdef0', 'vpce-0fedcba9876543210'];

test('with endpoints in the settings the payments API is private, and known to them', () => {
  expect(api.EndpointConfiguration).toEqual({ Types: ['PRIVATE'], VpcEndpointIds: ENDPOINTS });
});

test('its policy allows this account, whose principals need permission of their own, and denies everybody who comes another way', () => {
  const [allow, deny] = api.Policy.Statement as [Json, Json];
  expect(api.Policy.Statement).toHaveLength(2);
  expect(allow).toMatchObject({ Effect: 'Allow', Action: 'execute-api:Invoke' });
  expect(JSON.stringify(allow.Principal)).toContain(':root');
  expect(deny).toMatchObject({
    Effect: 'Deny',
    Principal: { AWS: '*' },
    Action: 'execute-api:Invoke',
    Condition: { StringNotEquals: { 'aws:SourceVpce': ENDPOINTS } },
  });
});

test('callers still sign, and the test acquirer stays reachable', () => {
  expect(propertiesOf(payments, 'AWS::ApiGateway::Method', 'PaymentsApiRestApipaymentsPOST').AuthorizationType).toBe('AWS_IAM');
  expect(propertiesOf(acquirer!, 'AWS::ApiGateway::RestApi', 'AcquirerApi').EndpointConfiguration).toEqual({ Types: ['REGIONAL'] });
});

test('without the setting no policy limits who may call', () => {
  expect(propertiesOf(synthesize().payments, 'AWS::ApiGateway::RestApi', 'PaymentsApiRestApi')).not.toHaveProperty('Policy');
});
