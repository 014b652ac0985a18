import { fsync } from 'node:fs'
import { promisify } from 'node:util'

const flush = promisify(fsync)

/**
 * Sends what was written to a file down to the disk. By its number and not by the handle: under `yarn create` Yarn puts a file system of its
 * own in the place of Node's, whose handles cannot do that.
 */
export const toDisk = ({ fd }: { readonly fd: number }): Promise<void> => flush(fd)
