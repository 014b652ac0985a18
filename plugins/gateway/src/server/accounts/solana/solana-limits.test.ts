import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clientReader } from '../../process/visitor.js'
import { memoryStore } from '../../store.js'
import { accountsRoutes } from '../routes.js'
import { beginKey, evmAddress, makeKey, newCommitments, newSigning } from './solana-frame.test.fixtures.js'
import { MAX_KEYS, MAX_SIGNATURES, MAX_UNFINISHED_KEYS, UNFINISHED_MS } from './solana-limits.js'

const SITE = 'https://shop.example'
const SOLANA = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const HOUR_MS = 60 * 60_000

interface Reply {
  readonly status: number
  readonly retryAfter: string | null
  readonly body: { readonly error: { readonly message: string; readonly reason: string } }
}

/** Two gateways that share one store. Tests send requests to them in turn over HTTP, as a trusted proxy that forwards a chosen IP address. */
async function fresh() {
  const mails: string[] = []
  const clock = { ms: Date.now() }
  const store = memoryStore()
  const start = async (): Promise<Server> => {
    const app = accountsRoutes({
      frameOrigin: 'https://wallet.example',
      allowedOrigins: [SITE],
      encryptionKey: new Uint8Array(32).fill(7),
      store,
      mailer: { send: async ({ subject }) => void mails.push(subject) },
      chains: [],
      solanaChains: [{ caipNetworkId: SOLANA, name: 'Devnet', request: async () => null }],
      frameFiles: async () => new Map(),
      visitor: clientReader({ addresses: ['127.0.0.1'] }),
      now: () => clock.ms,
    })
    const server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return server
  }
  const servers = [await start(), await start()]
  let turn = 0
  const askFrom = (ip: string) => async (method: string, path: string, session?: string, body?: unknown) => {
    const server = servers[turn++ % servers.length]
    const response = await fetch(`http://127.0.0.1:${Object(server?.address()).port}/accounts/${path}`, {
      method,
      headers: { 'x-forwarded-for': ip, ...(session && { authorization: `Bearer ${session}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const reply = { status: response.status, retryAfter: response.headers.get('retry-after') }
    return { ...reply, body: await response.json() } as Reply
  }
  const ask = askFrom('192.0.2.1')
  const logIn = async (): Promise<string> => {
    const { body } = await ask('POST', 'email/code', undefined, { email: `${turn}@shop.example`, site: SITE })
    const code = mails.at(-1)?.slice(0, 6)
    const { request } = v.parse(v.object({ request: v.string() }), body)
    const entered = await ask('POST', 'email/verify', undefined, { request, code })
    const { session } = v.parse(v.object({ session: v.string() }), entered.body)
    await ask('PUT', 'key', session, { address: evmAddress, share: 'ab'.repeat(33), recovery: 'cd'.repeat(61) })
    return session
  }
  const stop = (): void => {
    for (const one of servers) one.close()
  }
  return { ask, askFrom, logIn, clock, store, stop }
}

let gateways: Awaited<ReturnType<typeof fresh>>
beforeEach(async () => {
  gateways = await fresh()
})
afterEach(() => gateways.stop())

/** Creates an account with a key. Returns a function that requests a signature share from an IP address. */
async function signer() {
  const session = await gateways.logIn()
  const { key } = await makeKey(gateways.ask, session)
  const { body } = newSigning(key.secret)
  return (ip = '192.0.2.1') => gateways.askFrom(ip)('POST', 'solana/sign', session, body)
}
const times = async (count: number, act: () => Promise<Reply>): Promise<ReadonlySet<number>> =>
  new Set((await Promise.all(Array.from({ length: count }, act))).map(({ status }) => status))

const refused = (message: string, reason: string) => ({
  status: 429,
  retryAfter: expect.stringMatching(/^[1-9]\d*$/),
  body: { error: { code: 'TOO_MANY_REQUESTS', message: expect.stringContaining(message), reason } },
})

/** Long enough to compute hundreds of signature shares. */
const timeout = 60_000

describe('limits of Solana accounts, over two gateways with one store', { timeout }, () => {
  it('signature shares are limited per account and minute, for all IP addresses of the account together', async () => {
    const sign = await signer()
    expect(await times(MAX_SIGNATURES.account, sign)).toEqual(new Set([200]))
    const late = await sign('198.51.100.7')
    expect(late).toMatchObject(refused('signatures of this account', 'SIGNATURE_LIMIT'))
    expect(Number(late.retryAfter)).toBeLessThanOrEqual(60)
    expect(late.body.error.message).toContain(`after ${late.retryAfter} seconds`)
    expect((await (await signer())()).status).toBe(200)
    gateways.clock.ms += Number(late.retryAfter) * 1000
    expect((await sign()).status).toBe(200)
  })

  it('signature shares are limited per IP address, where an IPv6 /64 network counts as one', async () => {
    const from = (last: number): string => `2001:db8:1:2::${last}`
    for (let signed = 0; signed < MAX_SIGNATURES.ip; signed += MAX_SIGNATURES.account) {
      const sign = await signer()
      expect(await times(MAX_SIGNATURES.account, () => sign(from(signed)))).toEqual(new Set([200]))
    }
    const next = await signer()
    expect(await next(from(99))).toMatchObject(refused('signatures from this IP address', 'SIGNATURE_LIMIT'))
    expect((await next('2001:db8:1:3::1')).status).toBe(200)
  })

  it('new keys are limited per account and hour, and per IP address and hour', async () => {
    const [session, ask] = [await gateways.logIn(), gateways.askFrom('203.0.113.5')]
    const begin = (by = session) => ask('POST', 'solana/key/begin', by, newCommitments())
    for (let begun = 0; begun < MAX_KEYS.account; begun += MAX_UNFINISHED_KEYS) {
      expect(await times(MAX_UNFINISHED_KEYS, begin)).toEqual(new Set([200]))
      gateways.clock.ms += UNFINISHED_MS
    }
    expect(await begin()).toMatchObject(refused('new Solana keys of this account', 'KEY_LIMIT'))
    for (let begun: number = MAX_KEYS.account; begun < MAX_KEYS.ip; begun += MAX_UNFINISHED_KEYS) {
      const other = await gateways.logIn()
      expect(await times(MAX_UNFINISHED_KEYS, () => begin(other))).toEqual(new Set([200]))
    }
    const next = await gateways.logIn()
    expect(await begin(next)).toMatchObject(refused('new Solana keys from this IP address', 'KEY_LIMIT'))
    gateways.clock.ms += HOUR_MS
    expect((await begin(next)).status).toBe(200)
  })

  it('unfinished keys are limited per account, and a rejected key is not stored', async () => {
    const session = await gateways.logIn()
    const begin = () => gateways.ask('POST', 'solana/key/begin', session, newCommitments())
    const made = await beginKey(gateways.ask, session)
    expect(await times(MAX_UNFINISHED_KEYS + 3, begin)).toEqual(new Set([200, 429]))
    const begun = await gateways.store.keys('solana-begun:')
    expect(begun).toHaveLength(MAX_UNFINISHED_KEYS)
    expect(await begin()).toMatchObject(refused('unfinished Solana keys', 'KEY_LIMIT'))
    expect(await gateways.store.keys('solana-begun:')).toEqual(begun)
    // an unfinished key can be finished although the limit is reached
    expect((await gateways.ask('PUT', 'solana/key', session, made.request)).status).toBe(200)
  })

  it('an unfinished key no longer counts after a failed attempt to finish it, or after it expires', async () => {
    const session = await gateways.logIn()
    const begin = () => gateways.ask('POST', 'solana/key/begin', session, newCommitments())
    const made = await beginKey(gateways.ask, session)
    expect(await times(MAX_UNFINISHED_KEYS - 1, begin)).toEqual(new Set([200]))
    const wrong = { ...made.request, signingShare: '01'.repeat(32) }
    expect((await gateways.ask('PUT', 'solana/key', session, wrong)).status).toBe(400)
    expect((await begin()).status).toBe(200)
    const late = await begin()
    expect(late).toMatchObject(refused('unfinished Solana keys', 'KEY_LIMIT'))
    gateways.clock.ms += Number(late.retryAfter) * 1000
    expect((await begin()).status).toBe(200)
  })
})
