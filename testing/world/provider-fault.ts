/** What is wrong with the provider, and for how many requests. */
export interface ProviderFault {
  readonly mode:
    | 'none'
    | 'down'
    | 'slow'
    | 'sluggish'
    | 'under-way'
    | 'lose-answer'
    | 'conflict'
    | 'rate-limit'
    | 'server-error'
    | 'server-error-after';
  readonly times: number;
  /** Only requests of this kind meet it. */
  readonly verb?: 'create' | 'confirm';
}
