import { fchmod, fsync } from 'node:fs'
import { promisify } from 'node:util'

const flush = promisify(fsync)
const changeMode = promisify(fchmod)

/**
 * Flushes a file to disk. Uses the file descriptor: under `yarn create`, Yarn replaces Node's `fs`, and the file handles of the replacement cannot
 * flush.
 */
export const toDisk = ({ fd }: { readonly fd: number }): Promise<void> => flush(fd)

/** Sets the mode of an open file. The mode given to `open` is not exact, because the umask removes bits. Uses the file descriptor, like `toDisk`. */
export const setMode = ({ fd }: { readonly fd: number }, mode: number): Promise<void> => changeMode(fd, mode & 0o7777)
