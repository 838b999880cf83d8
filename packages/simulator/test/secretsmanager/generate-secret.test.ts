import { generateSecret } from '../../src/secretsmanager/generate-secret';

describe('a generated secret', () => {
  it('has 32 characters of every kind when nothing else is said', () => {
    const secret = generateSecret({});
    expect(secret).toMatch(/^[\x21-\x7e]{32}$/);
    for (const kind of [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/]) expect(secret).toMatch(kind);
  });

  it.each([
    { case: 'a length', rules: { PasswordLength: 48, ExcludePunctuation: true }, right: /^[A-Za-z0-9]{48}$/ },
    { case: 'one kind only', rules: { ExcludePunctuation: true, ExcludeUppercase: true, ExcludeLowercase: true }, right: /^[0-9]{32}$/ },
    { case: 'excluded characters', rules: { ExcludeCharacters: '"\\/@', PasswordLength: 200 }, right: /^[^"\\/@]{200}$/ },
  ])('keeps to $case', ({ rules, right }) => {
    expect(generateSecret(rules)).toMatch(right);
  });

  it('stands under its key in the template', () => {
    const rules = { SecretStringTemplate: '{"user":"shop"}', GenerateStringKey: 'password', PasswordLength: 20, ExcludePunctuation: true };
    expect(JSON.parse(generateSecret(rules))).toEqual({ user: 'shop', password: expect.stringMatching(/^[A-Za-z0-9]{20}$/) });
  });

  it('is another one each time', () => {
    expect(generateSecret({})).not.toBe(generateSecret({}));
  });

  it('is refused when every character is excluded', () => {
    const none = { ExcludePunctuation: true, ExcludeUppercase: true, ExcludeLowercase: true, ExcludeNumbers: true };
    expect(() => generateSecret(none)).toThrow('GenerateSecretString excludes every character');
  });
});
