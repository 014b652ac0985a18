import type { Context } from '@wallet-modal/kernel'

/** How often the page is looked at for wallets that come late, and after how many milliseconds. */
export const LOOK_AGAIN_MS = [200, 400, 600] as const

/** An id made of a path is remembered by the kernel, which takes 200 characters. */
const MAX_PATH = 150
const pathPattern = /^[A-Za-z_$][\w$]{0,63}(\.[A-Za-z_$][\w$]{0,63}){0,4}$/
const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

/** What is at a path such as `xverseProviders.BitcoinProvider` of the page, where it is an object. Getters may throw. */
export function objectAt(path: unknown): object | undefined {
  if (typeof path !== 'string' || path.length > MAX_PATH || !pathPattern.test(path)) return undefined
  const found = path
    .split('.')
    .reduce<unknown>((value, key) => (isObject(value) ? Reflect.get(value, key) : undefined), window)
  return isObject(found) && found !== window ? found : undefined
}

/** Whether an object has all of these functions. */
export const hasFunctions = (value: object, names: readonly string[]): boolean =>
  names.every((name) => typeof Reflect.get(value, name) === 'function')

/** Runs `look` now, when the page has loaded, upon `event`, and a few times in between. */
export function lookRepeatedly(ctx: Context, look: () => void, event: string): void {
  const guarded = (): void => {
    try {
      look()
    } catch (error) {
      ctx.log.warn('a wallet in the page throws', error)
    }
  }
  ctx.effect(() => {
    guarded()
    const timers = LOOK_AGAIN_MS.map((delay) => setTimeout(guarded, delay))
    addEventListener('load', guarded)
    addEventListener(event, guarded)
    return () => {
      for (const timer of timers) clearTimeout(timer)
      removeEventListener('load', guarded)
      removeEventListener(event, guarded)
    }
  })
}
