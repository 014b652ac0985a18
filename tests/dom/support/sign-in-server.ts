import type { SiwxServer } from '@wallet-modal/siwx/server'
import { vi } from 'vitest'

/** A page's requests to a sign-in server in the same process, with a cookie jar. */
export interface PageRequests {
  /** Last path segment of each request, such as `verify`. */
  readonly asked: string[]
  cookieHeader(): string
}

/** Replaces `fetch` until `vi.unstubAllGlobals()`. The server replies to every request. */
export function answerRequests(server: SiwxServer): PageRequests {
  const cookies = new Map<string, string>()
  const asked: string[] = []
  const cookieHeader = (): string => [...cookies].map((one) => one.join('=')).join('; ')
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    asked.push(new URL(url).pathname.split('/').at(-1) ?? '')
    const request = new Request(url, init)
    const headers = { get: (name: string) => (name === 'cookie' ? cookieHeader() : request.headers.get(name)) }
    const own = new Proxy(request, { get: (from, key) => (key === 'headers' ? headers : Reflect.get(from, key, from)) })
    const response = await server.handle(own)
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    return response
  })
  return { asked, cookieHeader }
}

/** Delays the replies to requests for a nonce until `release` is called. Call it after {@link answerRequests}. */
export function holdNonce(): { isRequested(): boolean; release(): void } {
  const reply = globalThis.fetch
  let isRequested = false
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (new URL(url).pathname.endsWith('/nonce')) {
      isRequested = true
      await held
    }
    return reply(url, init)
  })
  return { isRequested: () => isRequested, release: () => release() }
}
