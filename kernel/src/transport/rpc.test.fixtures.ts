/// <reference types="node" />
import { afterEach, beforeEach, vi } from 'vitest'
import type { StandardSchema } from '../plugins/schema.js'
import { type Batchers, rpcRead } from './rpc.js'

export const anything: StandardSchema<unknown> = {
  '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value }) },
}

export const never = new AbortController().signal
export interface Request {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

export type Node = (requests: readonly Request[], isBatch: boolean, url: string) => unknown

/** Requests that the scripted node of {@link connect} received. */
export const posts: { url: string; requests: readonly Request[]; signal: AbortSignal }[] = []
export const connect = (node: Node): void => {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const body: Request | readonly Request[] = JSON.parse(String(init.body))
    const requests = Array.isArray(body) ? body : [body as Request]
    posts.push({ url, requests, signal: init.signal as AbortSignal })
    init.signal?.throwIfAborted()
    const answer = await node(requests, Array.isArray(body), url)
    return answer instanceof Response ? answer : new Response(JSON.stringify(answer))
  })
}

export const ok = ({ id, params }: Request) => ({ jsonrpc: '2.0', id, result: params[0] })
export const target = (...urls: readonly string[]) => ({
  urls: urls.length ? urls : ['https://node.test/'],
  batchers: new Map() as Batchers,
})

export const read = (to: ReturnType<typeof target>, method: string, params: readonly unknown[] = [], signal = never) =>
  rpcRead(to, { method, params, schema: anything, signal })

/** Runs all retries at once. */
export const finish = async <T>(work: Promise<T>): Promise<T> => {
  work.catch(() => null)
  await vi.runAllTimersAsync()
  return work
}

export function resetEachTest(): void {
  beforeEach(() => {
    posts.length = 0
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
}
