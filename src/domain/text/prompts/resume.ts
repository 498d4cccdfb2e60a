// What an agent is told when its turn was cut and its conversation goes on.

export const resumeSentence =
  'Your last turn was cut off before its end. Look at what is already done in this folder, then go on where you stopped; do nothing twice.';
