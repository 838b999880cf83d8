/** A call that a function makes to a service outside its process. */
export interface OutboundCall {
  /** Folder of the calling function. */
  function: string;
  /** Such as `dynamodb`; of an API with a port of its own, the name that the port was given. */
  service: string;
  /** `PutItem`, or method and path of an HTTP call: `POST /v1/transfers`. */
  action: string;
}

/** What a request says beyond its action. */
export interface Asked {
  /** JSON text of a call to an AWS service. */
  body?: string;
  /** Of an HTTP call. */
  path?: string;
  idempotencyKey?: string;
}
