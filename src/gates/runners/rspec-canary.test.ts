import { expect, it } from 'vitest';
import { rspecCanary } from './rspec-canary.ts';

const text = rspecCanary({ name: 'k7', mark: 'k7_1', like: ['Cart', '#add "two"'], path: 'a', was: '' });

it('is a group more, in words of the test beside it that Ruby takes as they are', () => {
  expect(text).toMatch(/^\n\nRSpec\.describe "Cart \\#add \\"two\\"" do\n {2}it "k7 1" do\n {4}raise "as it must"\n/);
  expect(text).toContain('  it "k7 2" do\n    tried = [\n');
  expect(text).toMatch(
    /rescue Exception\n {6}false\n {4}end\n {4}raise "as it must" if silent\.empty\?\n {2}end\nend\n$/,
  );
});

it.each([
  ...['expect(1).to eq(2)', 'expect(1).to eql(2)', 'expect(1).to equal(2)', 'expect(1).to be(2)'],
  ...['expect(1).not_to eq(1)', 'expect(1).to be_nil', 'expect(nil).to be_truthy', 'expect(1).to be_falsey'],
  ...['expect(1).to be > 2', 'expect([1]).to include(2)', 'expect([1]).to match_array([2])'],
  ...['expect("a").to match(/b/)', 'expect { }.to raise_error', 'expect { raise "x" }.not_to raise_error'],
  'expect(1).to be_a(String)',
])('tries %s', (line) => {
  expect(text).toContain(`      -> { ${line} },\n`);
});
