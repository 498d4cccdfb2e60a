import { expect, it } from 'vitest';
import { drawValues } from './canary-values.ts';
import { rspecCanary } from './rspec-canary.ts';

const text = rspecCanary({ name: 'k7', mark: 'k7_1', like: ['Cart', '#add "two"'], path: 'a', was: '' });

const [, { word }] = drawValues('k7');

it('is a group more, in words of the test beside it that Ruby takes as they are', () => {
  expect(text).toContain(`\n\nRSpec.describe "Cart \\#add \\"two\\"" do\n  it "k7 1" do\n    raise "${word}"\n`);
  expect(text).toContain('  it "k7 2" do\n    tried = [\n');
  expect(text).toMatch(
    /rescue Exception\n {6}false\n {4}end\n[\s\S]*\n {4}raise "as it must" if silent\.empty\? && !patched\n {2}end\nend\n$/,
  );
});

it('asks whether a method that judges is one of the checkout by now, which all objects have aside', () => {
  expect(text).toContain('(each.instance_methods - Object.instance_methods).any? do |name|');
  expect(text).toContain('at && at.start_with?(File.join(Dir.pwd, "")) && !at.include?("/gems/")');
});

it.each(
  drawValues('k7').flatMap(({ low, high, word, other }) => [
    ...[`${low}).to eq(${high})`, `${low}).to eql(${high})`, `${high}).to equal(${low})`, `${low}).to be(${high})`],
    ...[`"${word}").not_to eq("${word}")`, `${low}).to be_nil`, 'nil).to be_truthy', `${high}).to be_falsey`],
    ...[`${low}).to be > ${high}`, `[${low}]).to include(${high})`, `["${word}"]).to match_array(["${other}"])`],
    ...[`"${word}").to match(/${other}/)`, `${low}).to be_a(String)`],
  ]),
)('tries expect(%s', (line) => {
  expect(text).toContain(`      -> { expect(${line} },\n`);
});

it('tries what raises, and what does not', () => {
  expect(text).toContain('      -> { expect { }.to raise_error },\n');
  expect(text).toContain(`      -> { expect { raise "${word}" }.not_to raise_error },\n`);
});
