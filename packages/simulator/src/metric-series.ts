export interface MetricName {
  namespace: string;
  metric: string;
  dimensions: Record<string, string>;
}

/** Values of one metric at one moment of virtual time. */
export interface DataPoint extends MetricName {
  values: number[];
  unit?: string;
  at: number;
}

/** What CloudWatch keeps of the values of a period. */
export interface StatisticSet {
  sum: number;
  count: number;
  max: number;
  min: number;
}

export interface Minute extends StatisticSet {
  /** Beginning of the minute. */
  at: number;
}

/** A metric with one combination of dimensions since the data folder was made, and its latest minutes. */
export interface MetricSeries extends MetricName, StatisticSet {
  unit?: string;
  minutes: Minute[];
}
