import { messageOf } from '../errors.js'

/** Result of `find`. Returns a reason instead if `off` is one, or if `find` throws: the engine is then off, and its status has the reason. */
export function findOrOff<T>(find: () => T, off?: string): T | { readonly off: string } {
  if (off !== undefined) return { off }
  try {
    return find()
  } catch (error) {
    return { off: messageOf(error) }
  }
}
