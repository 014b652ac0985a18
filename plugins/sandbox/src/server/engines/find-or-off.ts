import { messageOf } from '../errors.js'

/** Returns the result of `find`; if `off` is given or `find` throws, the reason why the engine is off, for its status. */
export function findOrOff<T>(find: () => T, off?: string): T | { readonly off: string } {
  if (off !== undefined) return { off }
  try {
    return find()
  } catch (error) {
    return { off: messageOf(error) }
  }
}
