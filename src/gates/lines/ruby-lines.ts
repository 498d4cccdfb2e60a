// What every Ruby that a run of rspec starts is given to load first: it writes down which lines of the changed files ran in each test. Nothing of it is a gem, or loads one.
import type { Placed } from '../../ports/gates.ts';
import { listed, traceNames, type Wanted } from './wanted.ts';

export const rubyLines = ({ folder, files }: Wanted): readonly Placed[] => [
  listed('folder', [folder]),
  listed('followed', files),
  { path: 'drover_lines.rb', text: lines },
  { path: 'drover_rspec.rb', text: rspec },
];

/** Lines by the events of Ruby's own compiler, for the changed files alone: nothing else is slowed, and who counts lines by other means is left alone. */
const lines = `module DroverLines
  @first = true
  @left = 16 * 1024 * 1024
  @paths = {}
  @ran = {}
  @others = {}
  @shapes = {}
  @seen = 0
  @open = nil

  class << self
    attr_reader :of

    def start(here)
      folder = File.read(File.join(here, "folder"), encoding: "UTF-8").chomp
      @here = here
      @roots = [folder, File.realpath(folder)].uniq.map { |each| each + "/" }
      @followed = File.read(File.join(here, "followed"), encoding: "UTF-8").split("\\n").to_h { |each| [each, true] }
      of = ENV["DROVER_LINES_OF"]
      @of = of unless of.nil? || of.empty?
      @compiled = TracePoint.new(:script_compiled) { |event| compiled(event.instruction_sequence) unless event.eval_script }
      @compiled.enable
      begun(@of)
      at_exit { ended }
    end

    def path_of(name)
      return nil if name.nil?
      @paths.fetch(name) do
        full = File.expand_path(name)
        root = @roots.find { |each| full.start_with?(each) }
        inside = root && full[root.size..]
        @paths[name] = inside && inside.match?(%r{(?:\\A|/)(?:vendor/bundle|gems|node_modules)/}) ? nil : inside
      end
    end

    def begins(key)
      take(@first ? "load" : "between")
      @first = false
      tells_of(key)
    end

    def ends(key)
      tells_of(key) unless key == @open
      take("test")
      @open = nil
      ENV.delete("DROVER_LINES_OF")
    end

    def key(file, title)
      path = path_of(file) || file
      "[#{quoted(path)},#{quoted(title.split(" > ").join(" ").gsub("\\n", " ").strip)}]"
    end

    def forked
      @ran.clear
      @others.clear
      begun(@open)
    end

    private

    def quoted(text)
      own = text.encode("UTF-8", invalid: :replace, undef: :replace).scrub
      "\\"" + own.gsub(/["\\\\\\u0000-\\u001f]/) { |each| format("\\\\u%04x", each.ord) } + "\\""
    end

    def begun(of)
      name = "#{Process.pid}-#{Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond)}-#{rand(1 << 32)}${traceNames.ending}"
      @file = File.open(File.join(@here, name), File::WRONLY | File::CREAT | File::EXCL, 0o600)
      @file.sync = true
      @pid = Process.pid
      tell(%({"k":"begin","of":#{of || "null"}}))
    end

    def tell(line)
      return if @left < 0
      @left -= line.bytesize
      @file.write(@left < 0 ? %({"k":"full"}\\n) : line + "\\n")
    end

    def tells_of(key)
      @open = key
      ENV["DROVER_LINES_OF"] = key
      tell(%({"k":"test","test":#{key}}))
    end

    def compiled(code)
      path = path_of(code.absolute_path)
      return if path.nil?
      @followed[path] ? follow(path, code) : notice(path, code)
    rescue StandardError
      @others["?"] = true
    end

    def notice(path, code)
      TracePoint.new(:call, :b_call) { @others[path] = true if @others.size < 50 }.enable(target: code)
    rescue ArgumentError
      # Nothing in it can be called.
    end

    def follow(path, code)
      heads, waits = {}, {}
      shape(code, true, heads, waits)
      @shapes[path] = (heads.keys + waits.keys).uniq.sort
      called, loaded = @ran[path] = [{}, {}]
      TracePoint.new(:line) do |event|
        line = event.lineno
        if !heads[line]
          called[line] = true
        elsif !waits[line]
          loaded[line] = true
        elsif !called[line] && !caller_locations(1, 1)[0].label.match?(/\\A(?:(?:rescue|ensure) in )*(?:<(?:top \\(required\\)|main|class:.*|module:.*)>|singleton class)\\z/)
          called[line] = true
        end
      end.enable(target: code)
    rescue ArgumentError
      # Nothing in it can be run.
    end

    # Lines that run where a file is loaded, and those that wait for a call.
    def shape(code, head, heads, waits)
      code.trace_points.each { |line, event| head ? (heads[line] = true if event == :line) : waits[line] = true }
      code.each_child do |child|
        own = child.label.match?(/\\A(?:<(?:class|module):|singleton class)/) || child.label.match?(/\\A(?:rescue|ensure) in /)
        shape(child, head && own, heads, waits)
      end
    end

    # What stands on more lines than one runs with the first of them.
    def whole(path, lines)
      all = @shapes[path]
      lines.keys.flat_map do |line|
        following = all.bsearch { |each| each > line }
        (line...(following || line + 50)).to_a
      end.uniq.sort
    end

    def take(at)
      unseen
      told = @ran.filter_map do |path, (called, loaded)|
        next if called.empty? && loaded.empty?
        line = %({"file":#{quoted(path)},"called":[#{whole(path, called).join(",")}],"loaded":[#{whole(path, loaded).join(",")}]})
        called.clear
        loaded.clear
        line
      end
      others = @others.keys
      @others = @others.slice("?")
      return if told.empty? && others.empty?
      tests = at == "test" ? @open : ""
      tell(%({"k":"window","at":"#{at}","tests":[#{tests}],"ran":[],"lines":[#{told.join(",")}],"others":[#{others.map { |each| quoted(each) }.join(",")}]}))
    end

    # What came ready from a cache was never compiled here.
    def unseen
      all = $LOADED_FEATURES
      return if all.size == @seen
      all[@seen..].to_a.each do |each|
        path = path_of(each)
        @others["?"] = true if path && @followed[path] && !@shapes[path]
      end
      @seen = all.size
    end

    def ended
      return unless Process.pid == @pid
      take(@first ? "load" : "between")
      tell(%({"k":"end"}))
    rescue StandardError
      nil
    end
  end
end

begin
  DroverLines.start(File.expand_path(__dir__))
  if Process.respond_to?(:_fork)
    Process.singleton_class.prepend(Module.new do
      def _fork
        pid = super
        DroverLines.forked if pid == 0
        pid
      end
    end)
  end
rescue StandardError, NameError
  nil
end
`;

/** Loaded by rspec itself; what a test starts is no test. */
const rspec = `require "drover_lines"
unless DroverLines.of
  RSpec::Core::Example.prepend(Module.new do
    def run(*)
      key = -> { DroverLines.key(metadata[:file_path], full_description) }
      DroverLines.begins(key.call)
      super
    ensure
      DroverLines.ends(key.call)
    end
  end)
end
`;
