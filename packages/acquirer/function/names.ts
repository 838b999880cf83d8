/** Names that the construct sets and the function reads. */

export const ENV = { table: 'ACQUIRER_TABLE_NAME', secretArn: 'ACQUIRER_SECRET_ARN' } as const;

/** Keys of the table, as the template declares and the store uses them. */
export const TABLE = {
  pk: 'pk',
  sk: 'sk',
  ttl: 'expiresAt',
  timelineIndex: 'timeline',
  timelinePk: 'timeline',
  timelineSk: 'timelineKey',
} as const;
