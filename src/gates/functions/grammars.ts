// Languages whose functions can be told: which grammar reads them, and which of its nodes are functions, hold functions, or nest.

export type Grammar = {
  readonly extensions: readonly string[];
  readonly functions: readonly string[];
  /** What gives the functions in it a first name: classes, modules. */
  readonly holders: readonly string[];
  /** Statements that put what is in them one deeper. */
  readonly nests: readonly string[];
  /** Of those, what is as deep as the one that it is the other branch of. */
  readonly branches: readonly string[];
};

const scriptStatements = [
  ...['if_statement', 'for_statement', 'for_in_statement', 'while_statement', 'do_statement'],
  ...['switch_statement', 'try_statement', 'with_statement'],
];

const script = {
  functions: [
    ...['function_declaration', 'generator_function_declaration', 'function_expression', 'generator_function'],
    ...['arrow_function', 'method_definition', 'class_static_block'],
  ],
  holders: ['class', 'class_declaration', 'abstract_class_declaration', 'internal_module'],
  nests: scriptStatements,
  branches: ['if_statement'],
};

export const grammars = {
  typescript: { ...script, extensions: ['ts', 'mts', 'cts'] },
  tsx: { ...script, extensions: ['tsx'] },
  javascript: { ...script, extensions: ['js', 'mjs', 'cjs', 'jsx'], holders: ['class', 'class_declaration'] },
  python: {
    extensions: ['py', 'pyi'],
    functions: ['function_definition'],
    holders: ['class_definition'],
    nests: [
      ...['if_statement', 'for_statement', 'while_statement', 'try_statement', 'with_statement', 'match_statement'],
    ],
    branches: [],
  },
  go: {
    extensions: ['go'],
    functions: ['function_declaration', 'method_declaration', 'func_literal'],
    holders: [],
    nests: [
      ...['if_statement', 'for_statement', 'expression_switch_statement', 'type_switch_statement', 'select_statement'],
    ],
    branches: ['if_statement'],
  },
  rust: {
    extensions: ['rs'],
    functions: ['function_item', 'closure_expression'],
    holders: ['impl_item', 'trait_item', 'mod_item'],
    nests: [
      ...['if_expression', 'match_expression', 'while_expression', 'loop_expression', 'for_expression', 'try_block'],
      'unsafe_block',
    ],
    branches: ['if_expression'],
  },
  java: {
    extensions: ['java'],
    functions: [
      ...['method_declaration', 'constructor_declaration', 'compact_constructor_declaration', 'lambda_expression'],
    ],
    holders: ['class_declaration', 'interface_declaration', 'enum_declaration', 'record_declaration'],
    nests: [
      ...['if_statement', 'for_statement', 'enhanced_for_statement', 'while_statement', 'do_statement'],
      ...['switch_expression', 'try_statement', 'try_with_resources_statement', 'synchronized_statement'],
    ],
    branches: ['if_statement'],
  },
  ruby: {
    extensions: ['rb', 'rake'],
    functions: ['method', 'singleton_method', 'lambda'],
    holders: ['class', 'module'],
    nests: ['if', 'unless', 'while', 'until', 'for', 'case', 'case_match', 'begin', 'do_block'],
    branches: [],
  },
  php: {
    extensions: ['php'],
    functions: ['function_definition', 'method_declaration', 'anonymous_function', 'arrow_function'],
    holders: ['class_declaration', 'interface_declaration', 'trait_declaration', 'enum_declaration'],
    nests: [
      ...['if_statement', 'for_statement', 'foreach_statement', 'while_statement', 'do_statement'],
      ...['switch_statement', 'match_expression', 'try_statement'],
    ],
    branches: ['if_statement'],
  },
  'c-sharp': {
    extensions: ['cs'],
    functions: [
      ...['method_declaration', 'constructor_declaration', 'destructor_declaration', 'operator_declaration'],
      ...['local_function_statement', 'accessor_declaration', 'lambda_expression', 'anonymous_method_expression'],
    ],
    holders: [
      ...['class_declaration', 'struct_declaration', 'interface_declaration', 'record_declaration', 'enum_declaration'],
    ],
    nests: [
      ...['if_statement', 'for_statement', 'foreach_statement', 'while_statement', 'do_statement'],
      ...['switch_statement', 'try_statement', 'using_statement', 'lock_statement', 'fixed_statement'],
    ],
    branches: ['if_statement'],
  },
} as const satisfies Readonly<Record<string, Grammar>>;

export type GrammarName = keyof typeof grammars;

const byExtension = new Map(
  Object.entries(grammars).flatMap(([name, { extensions }]) =>
    extensions.map((extension): [string, GrammarName] => [extension, name as GrammarName]),
  ),
);

/** By the end of its name; null: its language has no grammar here. */
export const grammarOf = (path: string): GrammarName | null =>
  byExtension.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase()) ?? null;
