// Which tests of the agents' suite run where a program has its whole suite through another driver: one for each row of the table, or a few.

/** Through a second driver. */
export const second =
  /comes back whole|again gives the same|a tool call|analysis mode|in a new process|usage is of|250 kB|_401|\(limit\)|_500|a usage limit|a fork|asked with its subject|words that steer|SIGTERM|ends the whole turn|deadline|HX-25|HX-56|not installed|is found/;

/** Inside the sandbox. */
export const confined =
  /an answer comes back whole|a tool call changes|in a new process|a permission is asked with its subject/;

/** Inside the sandbox, through a second driver. */
export const confinedBriefly = /a tool call changes/;
