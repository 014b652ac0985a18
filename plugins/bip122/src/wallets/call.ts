import { unsupported } from '../errors.js'

/** Calls a method of a foreign object. Throws `UNSUPPORTED_METHOD` if the method does not exist. */
export async function call(target: object, name: string, ...input: readonly unknown[]): Promise<unknown> {
  const method: unknown = Reflect.get(target, name)
  if (typeof method !== 'function') throw unsupported(`call "${name}"`)
  return Reflect.apply(method, target, input)
}

/** Adds a listener to a foreign object, if the object has `on`. Returns an unsubscribe function. */
export function listen(target: object, event: string, run: (payload: unknown) => void): () => void {
  const on: unknown = Reflect.get(target, 'on')
  if (typeof on !== 'function') return () => undefined
  Reflect.apply(on, target, [event, run])
  return () => {
    const off: unknown = Reflect.get(target, 'removeListener')
    if (typeof off === 'function') Reflect.apply(off, target, [event, run])
  }
}
