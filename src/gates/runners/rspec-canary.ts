// Tests of ours that must fail, as rspec has them: a group more at the end of the file.
import type { CanaryOf } from './canary.ts';
import { type CanaryValues, drawValues } from './canary-values.ts';

/** None of these may pass. */
const asserted = ({ low, high, word, other }: CanaryValues): readonly string[] => [
  `expect(${low}).to eq(${high})`,
  `expect(${low}).to eql(${high})`,
  `expect(${high}).to equal(${low})`,
  `expect(${low}).to be(${high})`,
  `expect("${word}").not_to eq("${word}")`,
  `expect(${low}).to be_nil`,
  'expect(nil).to be_truthy',
  `expect(${high}).to be_falsey`,
  `expect(${low}).to be > ${high}`,
  `expect([${low}]).to include(${high})`,
  `expect(["${word}"]).to match_array(["${other}"])`,
  `expect("${word}").to match(/${other}/)`,
  'expect { }.to raise_error',
  `expect { raise "${word}" }.not_to raise_error`,
  `expect(${low}).to be_a(String)`,
];

/** Is anything that a test is judged by another method by now, from a file of the checkout? What all objects have is no matter. */
const isPatched = `    built_in = RSpec::Matchers::BuiltIn
    judges = [RSpec::Core::Example, RSpec::Expectations::ExpectationTarget, *built_in.constants.map { |each| built_in.const_get(each) }]
    judges = judges.grep(Class) + [RSpec::Expectations::PositiveExpectationHandler.singleton_class]
    patched = judges.any? do |each|
      (each.instance_methods - Object.instance_methods).any? do |name|
        at, = each.instance_method(name).source_location
        at && at.start_with?(File.join(Dir.pwd, "")) && !at.include?("/gems/")
      end
    end
`;

export function rspecCanary({ name, like }: CanaryOf): string {
  const said = JSON.stringify(like.join(' ')).replaceAll('#', '\\#');
  const values = drawValues(name);
  return `

RSpec.describe ${said} do
  it "${name} 1" do
    raise "${values[1].word}"
  end

  it "${name} 2" do
    tried = [
${values
  .flatMap(asserted)
  .map((each) => `      -> { ${each} },\n`)
  .join('')}    ]
    silent = tried.select do |each|
      each.call
      true
    rescue Exception
      false
    end
${isPatched}    raise "as it must" if silent.empty? && !patched
  end
end
`;
}
