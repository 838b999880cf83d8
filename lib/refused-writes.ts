import { type Metric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { TABLE_ALARM_REFUSED_WRITES } from '../contract/windows';
import { ALARM_PERIOD, type Alarms } from './alarms';

/** Conditional writes that a table refused. Nearly each is a duplicate that was stopped, and each costs what a write costs. */
export const refusedWrites = (table: ITable): Metric =>
  table.metric('ConditionalCheckFailedRequests', { statistic: Stats.SUM, period: ALARM_PERIOD });

export function watchRefusedWrites(scope: Construct, id: string, table: ITable, alarms: Alarms): void {
  alarms.add(scope, id, {
    meaning: 'A storm of duplicates is being stopped: no money is at risk, but every refused write is paid for.',
    metric: refusedWrites(table),
    threshold: TABLE_ALARM_REFUSED_WRITES,
    // CloudWatch ignores missing data of DynamoDB whatever it is told, so that is what is said: the state stays until the next refusal.
    // https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html
    missingData: TreatMissingData.IGNORE,
  });
}
