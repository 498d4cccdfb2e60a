// A node of a flow that says nothing but what a test gives it.
import type { NodeExecution, NodeRecord } from '../../src/domain/flow/node.ts';

const silent: NodeExecution = {
  ...{ method: null, tool: null, enableResume: null, agent: null, module: null, maxIterations: null },
  ...{ id: null, strategy: null, resumeFrom: null, mergeFrom: [], previousId: null },
};

export const standingNode = ({
  execution,
  ...more
}: Omit<Partial<NodeRecord>, 'execution'> & { readonly execution?: Partial<NodeExecution> }): NodeRecord => ({
  ...{
    id: 'IMPL-1',
    title: 'Check the login',
    description: '',
    type: null,
    priority: null,
    effort: null,
    action: null,
  },
  ...{ scope: [], excludes: [], requirements: [], acceptance: [], verification: null, definitionOfDone: null },
  ...{ focusPaths: [], files: [], dependsOn: [], group: null, preAnalysis: [], parts: [] },
  tests: {
    ...{ commands: [], unit: [], integration: [], coverageTarget: null, manualChecks: [] },
    ...{ successMetrics: [], reusableTools: [], regression: [], framework: null },
  },
  ...{ techStack: [], conventions: [], artifacts: [], contextPackage: null },
  ...{ status: 'pending', history: [], loop: null, notes: {} },
  ...more,
  execution: { ...silent, ...execution },
});
