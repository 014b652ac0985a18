import { messageOf } from '../errors.js'

/** Returns the result of `find`. If `off` is given or `find` throws, returns the reason why the engine is off, for the engine's status. */
export function findOrOff<T>(find: () => T, off?: string): T | { readonly off: string } {
  if (off !== undefined) return { off }
  try {
    return find()
  } catch (error) {
    return { off: messageOf(error) }
  }
}
