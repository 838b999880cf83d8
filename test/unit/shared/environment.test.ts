import { optional, required } from '../../../functions/shared/environment';

afterEach(() => {
  delete process.env.PROVIDER_URL;
});

it('reads a variable that is set', () => {
  process.env.PROVIDER_URL = 'http://127.0.0.1:4242/v1/';
  expect(required('PROVIDER_URL')).toBe('http://127.0.0.1:4242/v1/');
  expect(optional('PROVIDER_URL')).toBe('http://127.0.0.1:4242/v1/');
});

it.each([
  { case: 'missing', value: undefined },
  { case: 'empty', value: '' },
])('fails while the function starts when a required variable is $case', ({ value }) => {
  if (value !== undefined) process.env.PROVIDER_URL = value;
  expect(() => required('PROVIDER_URL')).toThrow(new Error('environment variable PROVIDER_URL is not set'));
  expect(optional('PROVIDER_URL')).toBeUndefined();
});
