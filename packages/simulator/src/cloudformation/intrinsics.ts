import { ACCOUNT_ID, REGION, URL_SUFFIX } from './account';

/** What an intrinsic function can reach from where it stands. Each throws when it does not know the name. */
export interface Scope {
  stackName: string;
  ref(logicalId: string): unknown;
  getAtt(logicalId: string, attribute: string): unknown;
  importValue(exportName: string): unknown;
  condition(name: string): boolean;
  mapping(map: string, key: string, name: string): unknown;
}

const NO_VALUE = Symbol('AWS::NoValue');

const PSEUDO_PARAMETERS: Record<string, (scope: Scope) => unknown> = {
  'AWS::AccountId': () => ACCOUNT_ID,
  'AWS::Region': () => REGION,
  'AWS::Partition': () => 'aws',
  'AWS::URLSuffix': () => URL_SUFFIX,
  'AWS::StackName': (scope) => scope.stackName,
  'AWS::StackId': (scope) => `arn:aws:cloudformation:${REGION}:${ACCOUNT_ID}:stack/${scope.stackName}/local`,
  'AWS::NotificationARNs': () => [],
  'AWS::NoValue': () => NO_VALUE,
};

type Intrinsic = (argument: unknown, scope: Scope) => unknown;

const INTRINSICS: Record<string, Intrinsic> = {
  Ref: (name, scope) => ref(String(name), scope),
  'Fn::GetAtt': (argument, scope) => {
    const [logicalId, ...attribute] = Array.isArray(argument) ? argument.map(String) : String(argument).split('.');
    return scope.getAtt(logicalId ?? '', attribute.join('.'));
  },
  'Fn::Join': (argument, scope) => {
    const [separator, parts] = list(argument, scope, 'Fn::Join');
    return (parts as unknown[]).map(String).join(String(separator));
  },
  'Fn::Split': (argument, scope) => {
    const [separator, text] = list(argument, scope, 'Fn::Split');
    return String(text).split(String(separator));
  },
  'Fn::Select': (argument, scope) => {
    const [index, items] = list(argument, scope, 'Fn::Select');
    const item = (items as unknown[])[Number(index)];
    if (item === undefined) throw new Error(`Fn::Select: there is no item ${String(index)}`);
    return item;
  },
  'Fn::Sub': (argument, scope) => substitute(argument, scope),
  'Fn::ImportValue': (name, scope) => scope.importValue(String(resolve(name, scope))),
  'Fn::FindInMap': (argument, scope) => {
    const [map, key, name] = list(argument, scope, 'Fn::FindInMap');
    return scope.mapping(String(map), String(key), String(name));
  },
  'Fn::Base64': (text, scope) => Buffer.from(String(resolve(text, scope))).toString('base64'),
  'Fn::ToJsonString': (value, scope) => JSON.stringify(resolve(value, scope)),
  'Fn::If': (argument, scope) => {
    const [condition, whenTrue, whenFalse] = argument as [string, unknown, unknown];
    return resolve(scope.condition(condition) ? whenTrue : whenFalse, scope);
  },
  'Fn::Equals': (argument, scope) => {
    const [left, right] = list(argument, scope, 'Fn::Equals');
    return String(left) === String(right);
  },
  'Fn::And': (argument, scope) => list(argument, scope, 'Fn::And').every(Boolean),
  'Fn::Or': (argument, scope) => list(argument, scope, 'Fn::Or').some(Boolean),
  'Fn::Not': (argument, scope) => !list(argument, scope, 'Fn::Not')[0],
};

/** A template value with every intrinsic function replaced by what it stands for. Throws on one that cannot be resolved. */
export function resolve(value: unknown, scope: Scope): unknown {
  if (Array.isArray(value)) return value.map((item) => resolve(item, scope)).filter((item) => item !== NO_VALUE);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [name, argument] = entries[0] ?? ['', undefined];
  if (entries.length === 1 && (name === 'Ref' || name.startsWith('Fn::'))) {
    const intrinsic = INTRINSICS[name];
    if (!intrinsic) throw new Error(`the simulator cannot resolve ${name}`);
    return intrinsic(argument, scope);
  }
  // `{ Condition: name }` is an intrinsic among conditions and an ordinary member of an IAM statement.
  if (entries.length === 1 && name === 'Condition' && typeof argument === 'string') return scope.condition(argument);
  return Object.fromEntries(entries.map(([key, item]) => [key, resolve(item, scope)]).filter(([, item]) => item !== NO_VALUE));
}

function ref(name: string, scope: Scope): unknown {
  const pseudo = PSEUDO_PARAMETERS[name];
  return pseudo ? pseudo(scope) : scope.ref(name);
}

function list(argument: unknown, scope: Scope, name: string): unknown[] {
  const items = resolve(argument, scope);
  if (!Array.isArray(items)) throw new Error(`${name} needs a list`);
  return items;
}

function substitute(argument: unknown, scope: Scope): string {
  const [text, variables] = (Array.isArray(argument) ? argument : [argument, {}]) as [string, Record<string, unknown>];
  return text.replace(/\$\{(!?)([^}]+)\}/g, (_match, literal: string, name: string) => {
    if (literal) return `\${${name}}`;
    if (Object.hasOwn(variables, name)) return String(resolve(variables[name], scope));
    const dot = name.indexOf('.');
    return String(dot > 0 ? scope.getAtt(name.slice(0, dot), name.slice(dot + 1)) : ref(name, scope));
  });
}
