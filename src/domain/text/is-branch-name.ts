// Which words git takes for the name of a branch.

/** As `git check-ref-format --branch` refuses them. */
const none = /^$|^[-/]|^(?:HEAD|@)$|(?:^|\/)\.|\.\.|\/\/|@\{|\.lock(?:\/|$)|[/.]$|[\u0000-\u0020\u007f~^:?*[\\]/;

export const isBranchName = (text: string): boolean => !none.test(text);
