import type { AlarmDefinition } from './deployment';
import type { Resource } from './stack';

interface AlarmProperties {
  AlarmDescription?: string;
  Namespace?: string;
  MetricName?: string;
  Dimensions?: { Name: string; Value: string }[];
  Statistic?: string;
  Period?: number | string;
  EvaluationPeriods: number | string;
  DatapointsToAlarm?: number | string;
  Threshold?: number | string;
  ComparisonOperator: string;
  TreatMissingData?: string;
}

/** An alarm on one metric and statistic. Of one on an expression or a percentile, name, description and threshold alone. */
export function alarmDefinition(resource: Resource): AlarmDefinition {
  const properties = resource.properties() as unknown as AlarmProperties;
  const { Namespace: namespace, MetricName: metric, Statistic: statistic, Period: period } = properties;
  const isSimple = namespace !== undefined && metric !== undefined && statistic !== undefined && period !== undefined;
  const dimensions = Object.fromEntries((properties.Dimensions ?? []).map(({ Name, Value }) => [Name, Value]));
  const evaluationPeriods = Number(properties.EvaluationPeriods);
  return {
    name: resource.ref,
    description: properties.AlarmDescription ?? '',
    threshold: Number(properties.Threshold),
    watched: isSimple ? { namespace, metric, dimensions, statistic, periodMs: Number(period) * 1000 } : undefined,
    evaluationPeriods,
    datapointsToAlarm: Number(properties.DatapointsToAlarm ?? evaluationPeriods),
    comparison: properties.ComparisonOperator,
    missingData: properties.TreatMissingData ?? 'missing',
  };
}
