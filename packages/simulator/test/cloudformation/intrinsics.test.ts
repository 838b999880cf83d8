import { resolve, type Scope } from '../../src/cloudformation/intrinsics';

const scope: Scope = {
  stackName: 'DemoStack',
  ref: (id) => `ref-${id}`,
  getAtt: (id, attribute) => `${id}-${attribute}`,
  importValue: (name) => `imported-${name}`,
  condition: (name) => name === 'Yes',
  mapping: (map, key, name) => `${map}/${key}/${name}`,
};

describe('intrinsic functions', () => {
  it.each([
    { case: 'Ref', value: { Ref: 'Queue' }, right: 'ref-Queue' },
    { case: 'the account', value: { Ref: 'AWS::AccountId' }, right: '000000000000' },
    { case: 'the Region', value: { Ref: 'AWS::Region' }, right: 'us-east-1' },
    { case: 'the stack name', value: { Ref: 'AWS::StackName' }, right: 'DemoStack' },
    { case: 'Fn::GetAtt as a list', value: { 'Fn::GetAtt': ['Queue', 'Arn'] }, right: 'Queue-Arn' },
    { case: 'Fn::GetAtt as text', value: { 'Fn::GetAtt': 'Queue.Arn' }, right: 'Queue-Arn' },
    { case: 'Fn::Join', value: { 'Fn::Join': ['-', ['a', { Ref: 'B' }, 'c']] }, right: 'a-ref-B-c' },
    { case: 'Fn::Split and Fn::Select', value: { 'Fn::Select': [1, { 'Fn::Split': [':', 'a:b:c'] }] }, right: 'b' },
    {
      case: 'Fn::Sub',
      value: { 'Fn::Sub': `\${AWS::Region}/\${Queue}/\${Queue.Arn}/\${!Kept}` },
      right: `us-east-1/ref-Queue/Queue-Arn/\${Kept}`,
    },
    { case: 'Fn::Sub with variables', value: { 'Fn::Sub': [`\${A}-\${B}`, { A: { Ref: 'X' } }] }, right: 'ref-X-ref-B' },
    { case: 'Fn::ImportValue', value: { 'Fn::ImportValue': 'Other:Url' }, right: 'imported-Other:Url' },
    { case: 'Fn::FindInMap', value: { 'Fn::FindInMap': ['M', { Ref: 'AWS::Region' }, 'n'] }, right: 'M/us-east-1/n' },
    { case: 'Fn::If that holds', value: { 'Fn::If': ['Yes', 'a', 'b'] }, right: 'a' },
    { case: 'Fn::If that does not', value: { 'Fn::If': ['No', 'a', 'b'] }, right: 'b' },
    { case: 'Fn::Or of Fn::Equals', value: { 'Fn::Or': [{ 'Fn::Equals': ['a', 'b'] }, { Condition: 'Yes' }] }, right: true },
    { case: 'Fn::And with Fn::Not', value: { 'Fn::And': [{ 'Fn::Not': [{ Condition: 'No' }] }, { Condition: 'No' }] }, right: false },
    { case: 'Fn::Base64', value: { 'Fn::Base64': 'text' }, right: 'dGV4dA==' },
  ])('resolves $case', ({ value, right }) => {
    expect(resolve(value, scope)).toEqual(right);
  });

  it('leaves out what AWS::NoValue stands for', () => {
    const value = { kept: 1, dropped: { Ref: 'AWS::NoValue' }, list: ['a', { 'Fn::If': ['No', 'b', { Ref: 'AWS::NoValue' }] }] };
    expect(resolve(value, scope)).toEqual({ kept: 1, list: ['a'] });
  });

  it('keeps the condition of an IAM statement', () => {
    const statement = { Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } };
    expect(resolve(statement, scope)).toEqual(statement);
  });

  it('rejects an intrinsic that it does not know, naming it', () => {
    expect(() => resolve({ 'Fn::Cidr': ['10.0.0.0/8', 1, 8] }, scope)).toThrow('the simulator cannot resolve Fn::Cidr');
  });

  it('rejects an item that is not in the list', () => {
    expect(() => resolve({ 'Fn::Select': [3, ['a']] }, scope)).toThrow('Fn::Select: there is no item 3');
  });
});
