// The parts of a task's way, as people read them.

export type Phase =
  | 'confirm'
  | 'probe'
  | 'analyze'
  | 'plan'
  | 'develop'
  | 'test'
  | 'submit'
  | 'review'
  | 'deploy'
  | 'verify'
  | 'release';
