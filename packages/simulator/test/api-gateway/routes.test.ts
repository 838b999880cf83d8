import { createRouter } from '../../src/api-gateway/routes';
import { api, route } from './gateway';

describe('routes', () => {
  const router = createRouter(
    api({
      routes: [
        route('ANY', '/{proxy+}', 'rest'),
        route('GET', '/orders/{orderId}', 'read'),
        route('GET', '/orders/latest', 'latest'),
        route('POST', '/orders', 'submit'),
        route('ANY', '/orders', 'other'),
      ],
    }),
  );

  it.each([
    { method: 'POST', path: '/orders', right: 'submit' },
    { method: 'POST', path: '/prod/orders', right: 'submit' },
    { method: 'POST', path: '/orders/', right: 'submit' },
    { method: 'PUT', path: '/orders', right: 'other' },
    { method: 'GET', path: '/orders/latest', right: 'latest' },
    { method: 'GET', path: '/orders/ord-1', right: 'read' },
    { method: 'GET', path: '/orders/ord-1/lines', right: 'rest' },
    { method: 'GET', path: '/productions', right: 'rest' },
  ])('lead $method $path to $right', ({ method, path, right }) => {
    expect(router.match(method, path)?.route.functionName).toBe(right);
  });

  it('find nothing for a method that the most specific resource does not have', () => {
    expect(router.match('POST', '/orders/latest')).toBeUndefined();
  });

  it('decode path parameters and keep an encoded slash inside one of them', () => {
    expect(router.match('GET', '/orders/a%20b%2Fc')?.pathParameters).toEqual({ orderId: 'a b/c' });
  });

  it('give a greedy parameter the whole rest', () => {
    expect(router.match('GET', '/prod/a/b/c')?.pathParameters).toEqual({ proxy: 'a/b/c' });
  });

  it('leave out the stage from the path', () => {
    expect(router.match('GET', '/prod/orders/ord-1')?.path).toBe('/orders/ord-1');
  });
});
