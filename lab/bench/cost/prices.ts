/** List prices in US dollars, read in November 2026. Free tiers and volume discounts are left out. */
export const REGION = 'us-east-1';
export const PRICES_OF = 'November 2026';

/** A million of something, unless the name says otherwise. */
export const PRICES = {
  /** Up to 333 million a month. https://aws.amazon.com/api-gateway/pricing/ */
  restApiRequests: 3.5,
  /** Up to 300 million a month, of up to 512 kB each. https://aws.amazon.com/api-gateway/pricing/ */
  httpApiRequests: 1,
  /** https://aws.amazon.com/lambda/pricing/ */
  lambdaRequests: 0.2,
  /** One GB-second on arm64. https://aws.amazon.com/lambda/pricing/ */
  lambdaGbSecond: 0.0000133334,
  /** Write request units of up to 1 kB, on demand. https://aws.amazon.com/dynamodb/pricing/on-demand/ */
  tableWrites: 0.625,
  /** Consistent reads of up to 4 kB, on demand. https://aws.amazon.com/dynamodb/pricing/on-demand/ */
  tableReads: 0.125,
  /** GB-months, point-in-time recovery included. https://aws.amazon.com/dynamodb/pricing/on-demand/ */
  tableGbMonth: 0.25 + 0.2,
  /** FIFO requests of up to 64 kB. https://aws.amazon.com/sqs/pricing/ */
  queueRequests: 0.5,
  /** One GB of logs taken in. https://aws.amazon.com/cloudwatch/pricing/ */
  logsGb: 0.5,
  /** Traces recorded. https://aws.amazon.com/xray/pricing/ */
  traces: 5,
  /** One alarm, dashboard or metric, a month. https://aws.amazon.com/cloudwatch/pricing/ */
  alarmMonth: 0.1,
  dashboardMonth: 3,
  metricMonth: 0.3,
  /** One secret, a month. https://aws.amazon.com/secrets-manager/pricing/ */
  secretMonth: 0.4,
  /** Requests that a web ACL inspects; the ACL and each of its rules, a month. https://aws.amazon.com/waf/pricing/ */
  webAclRequests: 0.6,
  webAclMonth: 5,
  webAclRuleMonth: 1,
  /** One key, a month. https://aws.amazon.com/kms/pricing/ */
  keyMonth: 1,
} as const;
