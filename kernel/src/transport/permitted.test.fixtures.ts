/// <reference types="node" />
import { afterEach, beforeEach, vi } from 'vitest'
import type { StandardSchema } from '../plugins/schema.js'
import { signal } from '../signals.js'
import type { Api } from './api.js'
import { Cache } from './cache.js'
import { createTargets } from './endpoints.js'
import { createPermittedApi } from './permitted.js'

export const anything: StandardSchema<unknown> = {
  '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value }) },
}

export const text: StandardSchema<string> = {
  '~standard': {
    version: 1,
    vendor: 'test',
    validate: (value) => (typeof value === 'string' ? { value } : { issues: [{ message: 'no text' }] }),
  },
}

export const urls: URL[] = []
export let reply: (url: URL, init: RequestInit) => unknown = () => 'fresh'

export const setReply = (value: typeof reply): void => {
  reply = value
}

export const create = (permissions: readonly string[], end = new AbortController(), cache = new Cache()): Api => {
  const targets = createTargets({
    projectId: 'the-project',
    siteEndpoints: { own: 'https://own.test/base/' },
    siteRpcUrls: { 'eip155:1': ['https://node.test/rpc'] },
    contributed: () => [],
    networks: signal([]),
  })
  const deny = (message: string): never => {
    throw Object.assign(new Error(message), { code: 'NOT_PERMITTED' })
  }
  return createPermittedApi(
    { plugin: 'p', permissions, abortSignal: end.signal, deny },
    { targets, cache, batchers: new Map(), limits: new Map() },
  )
}

export const get = (api: Api, path: string, options: object = {}, service = 'own') =>
  api.service(service).get(path, { schema: anything, ...options })

export function resetEachTest(): void {
  beforeEach(() => {
    urls.length = 0
    reply = () => 'fresh'
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      urls.push(new URL(url))
      init.signal?.throwIfAborted()
      const answer = await reply(new URL(url), init)
      return answer instanceof Response ? answer : new Response(JSON.stringify(answer))
    })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
}
