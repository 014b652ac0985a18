import { fchmod, fsync } from 'node:fs'
import { promisify } from 'node:util'

const flush = promisify(fsync)
const change = promisify(fchmod)

/**
 * Sends what was written to a file down to the disk. By its number and not by the handle: under `yarn create` Yarn puts a file system of its
 * own in the place of Node's, whose handles cannot do that.
 */
export const toDisk = ({ fd }: { readonly fd: number }): Promise<void> => flush(fd)

/** Gives an open file a mode to the bit: the one that it is made with loses what the umask takes. By its number, for the same reason. */
export const setMode = ({ fd }: { readonly fd: number }, mode: number): Promise<void> => change(fd, mode & 0o7777)
