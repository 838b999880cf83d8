import { type Json, PRIVATE, PRODUCTION, propertiesOf, resourcesOf, synthesize } from './app';

const { payments } = synthesize(PRODUCTION);
const webAcl = propertiesOf(payments, 'AWS::WAFv2::WebACL', 'PaymentsApiWebAcl');
const rules: Json = Object.fromEntries((webAcl.Rules as Json[]).map((rule) => [rule.Name, rule]));
const everyRule: Json[] = Object.values(rules);

const countedIn = (name: string): string[] =>
  rules[name].Statement.ManagedRuleGroupStatement.RuleActionOverrides.map(({ Name, ActionToUse }: Json) => {
    expect(ActionToUse).toEqual({ Count: {} });
    return Name;
  });

test('production has a web ACL in front of the stage of the payments API', () => {
  const association = propertiesOf(payments, 'AWS::WAFv2::WebACLAssociation', 'PaymentsApiWebAclAssociation');
  expect(JSON.stringify(association.ResourceArn)).toMatch(/\/restapis\/.*\/stages\/.*DeploymentStageproduction/);
  expect(association.WebACLArn['Fn::GetAtt'][1]).toBe('Arn');
});

test('an API that is private has one as well', () => {
  expect(Object.keys(resourcesOf(synthesize({ ...PRODUCTION, ...PRIVATE }).payments, 'AWS::WAFv2::WebACL'))).toHaveLength(1);
});

test('it blocks addresses of bad repute, known bad inputs and common attacks', () => {
  expect(webAcl).toMatchObject({ Scope: 'REGIONAL', DefaultAction: { Allow: {} } });
  expect(Object.keys(rules)).toEqual([
    'RateByAddress',
    'AWSManagedRulesAmazonIpReputationList',
    'AWSManagedRulesKnownBadInputsRuleSet',
    'AWSManagedRulesCommonRuleSet',
  ]);
  for (const { Name, Statement, OverrideAction } of everyRule.slice(1)) {
    expect(Statement.ManagedRuleGroupStatement).toMatchObject({ VendorName: 'AWS', Name });
    expect(OverrideAction).toEqual({ None: {} });
  }
  expect(new Set(everyRule.map(({ Priority }) => Priority)).size).toBe(4);
});

test('an address may send half of what the API takes, over five minutes', () => {
  expect(rules.RateByAddress).toMatchObject({
    Action: { Block: {} },
    Statement: { RateBasedStatement: { AggregateKeyType: 'IP', Limit: 75_000, EvaluationWindowSec: 300 } },
  });
});

test('what the API accepts is only counted: bodies over 8 KiB, order ids that look like files or addresses, clients without a name', () => {
  expect(countedIn('AWSManagedRulesCommonRuleSet')).toEqual([
    'EC2MetaDataSSRF_BODY',
    'EC2MetaDataSSRF_URIPATH',
    'NoUserAgent_HEADER',
    'RestrictedExtensions_URIPATH',
    'SizeRestrictions_BODY',
  ]);
  expect(countedIn('AWSManagedRulesKnownBadInputsRuleSet')).toEqual(['ExploitablePaths_URIPATH']);
  expect(countedIn('AWSManagedRulesAmazonIpReputationList')).toEqual([]);
});

test('its log holds what was stopped or counted, and no credential', () => {
  const [logging] = Object.values(resourcesOf(payments, 'AWS::WAFv2::LoggingConfiguration')).map(({ Properties }) => Properties);
  expect(JSON.stringify(logging!.LogDestinationConfigs)).toContain(':log-group:aws-waf-logs-PaymentsStack-production"');
  expect(propertiesOf(payments, 'AWS::Logs::LogGroup', 'PaymentsApiWebAclLogs').LogGroupName).toBe('aws-waf-logs-PaymentsStack-production');
  expect(logging!.LoggingFilter.DefaultBehavior).toBe('DROP');
  expect(logging!.RedactedFields).toEqual([
    { SingleHeader: { Name: 'authorization' } },
    { SingleHeader: { Name: 'idempotency-key' } },
    { SingleHeader: { Name: 'x-amz-security-token' } },
  ]);
  for (const { VisibilityConfig } of [webAcl, ...everyRule]) expect(VisibilityConfig.SampledRequestsEnabled).toBe(false);
});

test('a sandbox pays for none', () => {
  const { payments: sandbox, acquirer } = synthesize();
  for (const template of [sandbox, acquirer!]) expect(resourcesOf(template, 'AWS::WAFv2::WebACL')).toEqual({});
});
