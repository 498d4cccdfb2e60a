// Whether a program's words say that there is no room on the disk.

const full = /\bENOSPC\b|No space left on device|\bEDQUOT\b|Disk quota exceeded/i;

/** Linux says the same of files that are watched: so many may be, and no room on a disk makes it more. */
const ofWatches = /file watchers|inotify/i;

export const saysDiskFull = (said: string): boolean =>
  said.split(/[\r\n]+/).some((line) => full.test(line) && !ofWatches.test(line));
