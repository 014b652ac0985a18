/** Time limit for the parent page to identify itself as a Safe. */
export const REPLY_TIMEOUT_MS = 3000
/** Times at which the request is sent, in milliseconds after the start. Repeated, because the parent page may load later than the frame. */
const REQUEST_AT_MS = [0, 500, 1500]

/** Reply to `getSafeInfo` of the Safe Apps protocol. */
export interface SafeInfo {
  readonly safeAddress: string
  readonly chainId: number
  readonly threshold: number
  readonly owners: string[]
  readonly isReadOnly: boolean
}

/** Page that embeds the site, after it has identified itself as a Safe. */
export interface Parent {
  readonly origin: string
  readonly info: SafeInfo
}

const isAddress = (value: unknown): value is string => typeof value === 'string' && /^0x[\da-f]{40}$/i.test(value)
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

/** Parses a reply to `getSafeInfo`; `null` if it does not describe a Safe. The caller must verify the sender's origin. */
export function readSafeInfo(answer: unknown): SafeInfo | null {
  const { safeAddress, chainId, threshold, owners, isReadOnly }: Readonly<Record<string, unknown>> = Object(answer)
  const isSafe =
    isAddress(safeAddress) && isCount(chainId) && isCount(threshold) && Array.isArray(owners) && owners.every(isAddress)
  return isSafe ? { safeAddress, chainId, threshold, owners, isReadOnly: isReadOnly === true } : null
}

/** Origin of the parent page; `undefined` in browsers without `location.ancestorOrigins`. */
const parentOrigin = (): string | undefined => globalThis.location.ancestorOrigins?.[0]

/**
 * Asks the parent page for its Safe. The browser delivers the message only if the parent page has one of the origins. Resolves with `null` if no
 * reply arrives in time, if the reply describes no Safe, or after an abort.
 */
export function findParent(origins: readonly string[], signal: AbortSignal): Promise<Parent | null> {
  const actual = parentOrigin()
  const targets = actual === undefined ? origins : origins.filter((origin) => origin === actual)
  if (targets.length === 0 || signal.aborted) return Promise.resolve(null)
  const id = crypto.getRandomValues(new Uint32Array(4)).join()
  const request = { id, method: 'getSafeInfo', env: { sdkVersion: '9.1.0' } }
  return new Promise((resolve) => {
    const settle = (parent: Parent | null): void => {
      for (const timer of timers) clearTimeout(timer)
      removeEventListener('message', onMessage)
      signal.removeEventListener('abort', cancel)
      resolve(parent)
    }
    const cancel = (): void => settle(null)
    const onMessage = ({ source, origin, data }: MessageEvent<unknown>): void => {
      if (source !== window.parent || !targets.includes(origin)) return
      const answer: Readonly<Record<string, unknown>> = Object(data)
      if (answer.id !== id) return
      const info = answer.success === true ? readSafeInfo(answer.data) : null
      settle(info && { origin, info })
    }
    const sendRequest = (): void => {
      for (const origin of targets) window.parent.postMessage(request, origin)
    }
    const timers = [...REQUEST_AT_MS.map((ms) => setTimeout(sendRequest, ms)), setTimeout(cancel, REPLY_TIMEOUT_MS)]
    addEventListener('message', onMessage)
    signal.addEventListener('abort', cancel)
  })
}
