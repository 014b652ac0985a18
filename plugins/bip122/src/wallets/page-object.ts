import type { Context } from '@wallet-modal/kernel'

/** Delays in milliseconds of repeated checks for wallets that are injected late. */
export const RECHECK_DELAYS_MS = [200, 400, 600] as const

/** Maximum length of a path. Connector ids contain the path, and the kernel stores ids of up to 200 characters. */
const MAX_PATH = 150
const pathPattern = /^[A-Za-z_$][\w$]{0,63}(\.[A-Za-z_$][\w$]{0,63}){0,4}$/
const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

/** Object at a path of `window`, such as `xverseProviders.BitcoinProvider`; `undefined` if there is none. Throws if a getter of the page throws. */
export function objectAt(path: unknown): object | undefined {
  if (typeof path !== 'string' || path.length > MAX_PATH || !pathPattern.test(path)) return undefined
  const found = path
    .split('.')
    .reduce<unknown>((value, key) => (isObject(value) ? Reflect.get(value, key) : undefined), window)
  return isObject(found) && found !== window ? found : undefined
}

export const hasFunctions = (value: object, names: readonly string[]): boolean =>
  names.every((name) => typeof Reflect.get(value, name) === 'function')

/** Runs `check` immediately, on `load`, on `event`, and after {@link RECHECK_DELAYS_MS}. */
export function checkRepeatedly(ctx: Context, check: () => void, event: string): void {
  const guarded = (): void => {
    try {
      check()
    } catch (error) {
      ctx.log.warn('a wallet object in the page throws', error)
    }
  }
  ctx.effect(() => {
    guarded()
    const timers = RECHECK_DELAYS_MS.map((delay) => setTimeout(guarded, delay))
    addEventListener('load', guarded)
    addEventListener(event, guarded)
    return () => {
      for (const timer of timers) clearTimeout(timer)
      removeEventListener('load', guarded)
      removeEventListener(event, guarded)
    }
  })
}
