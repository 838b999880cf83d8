import { ArnFormat, Stack } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnLoggingConfiguration, CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { LOG_RETENTION_DAYS, WEB_ACL_RATE_LIMIT, WEB_ACL_RATE_WINDOW_SECONDS } from '../contract/windows';
import { removalPolicy } from './removal-policy';
import type { Stage } from './settings';

export interface WebAclProps {
  /** The API stage to protect. */
  readonly stageArn: string;

  readonly stage: Stage;
}

/**
 * Managed rule groups, and of each the rules that only count, because they would refuse requests that the API accepts: order ids may look
 * like a file, an address or a folder, bodies may have 16 KiB where the rule allows 8, and no client has to name itself.
 *
 * @see https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-list.html
 */
const MANAGED_RULE_GROUPS: Readonly<Record<string, readonly string[]>> = {
  AWSManagedRulesAmazonIpReputationList: [],
  AWSManagedRulesKnownBadInputsRuleSet: ['ExploitablePaths_URIPATH'],
  AWSManagedRulesCommonRuleSet: [
    'EC2MetaDataSSRF_BODY',
    'EC2MetaDataSSRF_URIPATH',
    'NoUserAgent_HEADER',
    'RestrictedExtensions_URIPATH',
    'SizeRestrictions_BODY',
  ],
};

/** Credentials and tokens that a request carries in its headers. */
const REDACTED_HEADERS = ['authorization', 'idempotency-key', 'x-amz-security-token'];

// No sampled requests: the console would show their headers, session tokens included.
const visible = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
  metricName,
});

const managed = (name: string, onlyCounted: readonly string[], priority: number): CfnWebACL.RuleProperty => ({
  name,
  priority,
  overrideAction: { none: {} },
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name,
      ruleActionOverrides: onlyCounted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
    },
  },
  visibilityConfig: visible(name),
});

/** Throttling refuses everybody alike; this refuses the address that floods. */
const rateByAddress: CfnWebACL.RuleProperty = {
  name: 'RateByAddress',
  priority: 0,
  action: { block: {} },
  statement: {
    rateBasedStatement: { aggregateKeyType: 'IP', limit: WEB_ACL_RATE_LIMIT, evaluationWindowSec: WEB_ACL_RATE_WINDOW_SECONDS },
  },
  visibilityConfig: visible('RateByAddress'),
};

/** Web ACL in front of an API stage. What it blocks is answered by API Gateway with its own 403. */
export class WebAcl extends Construct {
  constructor(scope: Construct, id: string, props: WebAclProps) {
    super(scope, id);
    const { stackName } = Stack.of(this);
    const webAcl = new CfnWebACL(this, 'WebAcl', {
      description: 'charge-once: requests to the payments API',
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      rules: [
        rateByAddress,
        ...Object.entries(MANAGED_RULE_GROUPS).map(([name, onlyCounted], index) => managed(name, onlyCounted, index + 1)),
      ],
      visibilityConfig: visible(`${stackName}-web-acl`),
    });
    new CfnWebACLAssociation(this, 'Association', { resourceArn: props.stageArn, webAclArn: webAcl.attrArn });
    this.logWhatIsStopped(webAcl, props.stage);
  }

  /** Blocked and counted requests alone: an accepted payment is in the access log already. WAF logs no body. */
  private logWhatIsStopped(webAcl: CfnWebACL, stage: Stage): void {
    // WAF demands this beginning of the name.
    const logGroupName = `aws-waf-logs-${Stack.of(this).stackName}`;
    const logs = new LogGroup(this, 'Logs', { logGroupName, retention: LOG_RETENTION_DAYS, removalPolicy: removalPolicy(stage) });
    const logging = new CfnLoggingConfiguration(this, 'Logging', {
      resourceArn: webAcl.attrArn,
      // Without the `:*` that other services want at the end.
      logDestinationConfigs: [
        Stack.of(this).formatArn({
          service: 'logs',
          resource: 'log-group',
          resourceName: logGroupName,
          arnFormat: ArnFormat.COLON_RESOURCE_NAME,
        }),
      ],
      redactedFields: REDACTED_HEADERS.map((Name) => ({ singleHeader: { Name } })),
      loggingFilter: {
        DefaultBehavior: 'DROP',
        Filters: [
          {
            Behavior: 'KEEP',
            Requirement: 'MEETS_ANY',
            Conditions: ['BLOCK', 'COUNT', 'EXCLUDED_AS_COUNT'].map((Action) => ({ ActionCondition: { Action } })),
          },
        ],
      },
    });
    logging.node.addDependency(logs);
  }
}
