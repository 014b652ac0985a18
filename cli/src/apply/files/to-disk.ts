import { fchmod, fsync } from 'node:fs'
import { promisify } from 'node:util'

const flush = promisify(fsync)
const changeMode = promisify(fchmod)

/**
 * Flushes a file to disk. Uses the file descriptor, not the handle: under `yarn create`, Yarn replaces Node's file system with one whose handles
 * cannot flush.
 */
export const toDisk = ({ fd }: { readonly fd: number }): Promise<void> => flush(fd)

/** Sets the exact mode of an open file, because the umask removed bits when it was created. Uses the file descriptor, like `toDisk`. */
export const setMode = ({ fd }: { readonly fd: number }, mode: number): Promise<void> => changeMode(fd, mode & 0o7777)
