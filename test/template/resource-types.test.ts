import { RESOURCE_TYPES, WITHOUT_LOCAL_EFFECT } from '@charge-once/simulator/cloudformation/resource-types';
import { PRIVATE, PRODUCTION, synthesize } from './app';

test.each([
  ['a sandbox', {}],
  ['production with a private API', { ...PRODUCTION, ...PRIVATE }],
])('the simulator knows every type of resource in the templates of %s', (_name, settings) => {
  const { payments, acquirer } = synthesize(settings);
  const resources = [payments, acquirer].flatMap((template) => Object.values<{ Type: string }>(template?.toJSON().Resources ?? {}));
  const types = [...new Set(resources.map(({ Type }) => Type))];
  expect(types.length).toBeGreaterThan(15);
  expect(types.filter((type) => !(type in RESOURCE_TYPES) && !WITHOUT_LOCAL_EFFECT.has(type))).toEqual([]);
});
