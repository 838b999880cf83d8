import { REGION, URL_SUFFIX } from './cloudformation/account';
import { alarmDefinition } from './cloudformation/alarms';
import { readAssembly } from './cloudformation/cloud-assembly';
import type { Deployment, RestApiDefinition, ScheduleDefinition } from './cloudformation/deployment';
import { eventSourceMapping, functionDefinition, schedule } from './cloudformation/functions';
import { restApis } from './cloudformation/rest-apis';
import { functionRights } from './cloudformation/rights';
import { openStack, type Stack } from './cloudformation/stack';
import { queueDefinition, secretDefinition, tableDefinition } from './cloudformation/storage';
import type { FunctionDefinition } from './types';

export interface TemplateOptions {
  /** Directory of the synthesized cloud assembly. */
  assembly: string;
  /** Base of queue URLs, such as `http://127.0.0.1:4566`. */
  awsEndpoint: string;
  /** Where an API is served on this machine, such as `http://127.0.0.1:3000`. `caller` is the function that gets the address; none for outputs. */
  apiBase(api: RestApiDefinition, caller?: FunctionDefinition): string;
}

/** Reads the templates into what runs here. Throws, naming stack and resource, on what it cannot resolve or does not know. */
export function loadTemplates(options: TemplateOptions): Deployment {
  const stacks = openStacks(options);
  const resources = stacks.flatMap((stack) => stack.resources);
  const ofType = (...types: string[]) => resources.filter(({ type }) => types.includes(type));

  const apis = stacks.flatMap(restApis);
  const localize = (text: string, caller?: FunctionDefinition) =>
    apis.reduce(
      (value, api) => value.replaceAll(`https://${api.id}.execute-api.${REGION}.${URL_SUFFIX}`, () => options.apiBase(api, caller)),
      text,
    );
  const functions = stacks
    .flatMap((stack) =>
      stack.resources.filter(({ type }) => type === 'AWS::Lambda::Function').map((each) => functionDefinition(stack, each)),
    )
    .map((definition) => ({ ...definition, environment: mapValues(definition.environment, (value) => localize(value, definition)) }));

  return {
    functions,
    rights: functionRights(stacks, functions),
    queues: ofType('AWS::SQS::Queue').map(queueDefinition),
    tables: ofType('AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable').map(tableDefinition),
    secrets: ofType('AWS::SecretsManager::Secret').map(secretDefinition),
    apis,
    mappings: ofType('AWS::Lambda::EventSourceMapping').map(eventSourceMapping),
    alarms: ofType('AWS::CloudWatch::Alarm').map(alarmDefinition),
    schedules: ofType('AWS::Scheduler::Schedule')
      .map(schedule)
      .filter((each): each is ScheduleDefinition => each !== undefined),
    outputs: mapValues(Object.assign({}, ...stacks.map((stack) => stack.outputs())) as Record<string, string>, (value) => localize(value)),
  };
}

function openStacks(options: TemplateOptions): Stack[] {
  const stacks: Stack[] = [];
  // Exports are looked up when an import is resolved, so the order of the stacks does not matter.
  const importValue = (name: string): unknown => {
    for (const stack of stacks) {
      const value = stack.exports().get(name);
      if (value) return value();
    }
    throw new Error(`no stack exports ${name}`);
  };
  for (const template of readAssembly(options.assembly)) stacks.push(openStack(template, options.awsEndpoint, importValue));
  return stacks;
}

function mapValues(values: Record<string, string>, change: (value: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));
}
