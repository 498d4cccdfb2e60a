// Tests of ours that must fail, as rspec has them: a group more at the end of the file.
import type { CanaryOf } from './canary.ts';

/** None of these may pass. */
const asserted = [
  'expect(1).to eq(2)',
  'expect(1).to eql(2)',
  'expect(1).to equal(2)',
  'expect(1).to be(2)',
  'expect(1).not_to eq(1)',
  'expect(1).to be_nil',
  'expect(nil).to be_truthy',
  'expect(1).to be_falsey',
  'expect(1).to be > 2',
  'expect([1]).to include(2)',
  'expect([1]).to match_array([2])',
  'expect("a").to match(/b/)',
  'expect { }.to raise_error',
  'expect { raise "x" }.not_to raise_error',
  'expect(1).to be_a(String)',
];

export function rspecCanary({ name, like }: CanaryOf): string {
  const said = JSON.stringify(like.join(' ')).replaceAll('#', '\\#');
  return `

RSpec.describe ${said} do
  it "${name} 1" do
    raise "as it must"
  end

  it "${name} 2" do
    tried = [
${asserted.map((each) => `      -> { ${each} },\n`).join('')}    ]
    silent = tried.select do |each|
      each.call
      true
    rescue Exception
      false
    end
    raise "as it must" if silent.empty?
  end
end
`;
}
