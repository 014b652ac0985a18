import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { type Clock, createClock } from '../clock.js'
import { createFaults, type Faults } from '../faults.js'
import { closeServer, listen } from '../http/listen.js'
import { startSandbox } from '../start.js'
import { attachRelay, REFUSED_PROJECT_ID, type Relay } from './relay.js'
import { identity, tokenOf, topic } from './relay.test.fixtures.js'

describe('the relay, with two clients over WebSocket', () => {
  let server: Server
  let relay: Relay
  let port: number
  let faults: Faults
  let clock: Clock
  const open: WebSocket[] = []

  beforeEach(async () => {
    server = createServer()
    port = await listen(server, 0, '127.0.0.1')
    faults = createFaults()
    clock = createClock()
    relay = attachRelay(server, { faults, clock })
  })
  afterEach(async () => {
    for (const socket of open.splice(0)) socket.terminate()
    relay.close()
    await closeServer(server)
  })

  const url = (token: string, projectId = 'any', path = '/'): string =>
    `ws://127.0.0.1:${port}${path}?auth=${token}&projectId=${projectId}`

  const dial = (address: string, headers: Record<string, string> = {}): WebSocket => {
    const socket = new WebSocket(address, { headers })
    socket.on('error', () => null) // ignored: the tests check a rejected upgrade by its close code
    open.push(socket)
    return socket
  }

  async function client(who = identity(), { isAcking = true } = {}) {
    const socket = dial(url(tokenOf(who)))
    const replies = new Map<number, (reply: { result?: unknown; error?: { code: number; message: string } }) => void>()
    const received: { topic: string; message: string; tag: number }[] = []
    socket.on('message', (text) => {
      const { id, method, params, ...reply } = JSON.parse(String(text))
      if (method !== 'irn_subscription') return replies.get(id)?.(reply)
      received.push(params.data)
      if (isAcking) socket.send(JSON.stringify({ id, jsonrpc: '2.0', result: true }))
    })
    await new Promise((resolve) => socket.once('open', resolve))
    let last = 0
    const ask = (method: string, params: object): Promise<{ result?: unknown; error?: { code: number } }> =>
      new Promise((resolve) => {
        replies.set(++last, resolve)
        socket.send(JSON.stringify({ id: last, jsonrpc: '2.0', method, params }))
      })
    return { ask, received, socket }
  }
  const closing = (socket: WebSocket): Promise<readonly [number, string]> =>
    new Promise((resolve) => socket.once('close', (code, reason) => resolve([code, String(reason)])))

  test('delivers a published message exactly once, directly or from the mailbox', async () => {
    const reader = identity()
    const [sender, receiver] = await Promise.all([client(), client(reader)])
    const { result } = await receiver.ask('irn_subscribe', { topic: topic('1') })
    expect(result).toMatch(/^[\da-f]{64}$/)
    expect(await sender.ask('irn_publish', { topic: topic('1'), message: 'now', ttl: 60, tag: 7 })).toEqual({
      jsonrpc: '2.0',
      result: true,
    })
    await vi.waitFor(() => expect(receiver.received).toMatchObject([{ topic: topic('1'), message: 'now', tag: 7 }]))
    receiver.socket.close()
    await closing(receiver.socket)
    await sender.ask('irn_batchPublish', {
      messages: [
        { topic: topic('1'), message: 'later', ttl: 60 },
        { topic: topic('2'), message: 'elsewhere', ttl: 60 },
      ],
    })
    const back = await client(reader)
    await back.ask('irn_batchSubscribe', { topics: [topic('1'), topic('2')] })
    await vi.waitFor(() => expect(back.received.map(({ message }) => message)).toEqual(['later', 'elsewhere']))
    const fetched = await back.ask('irn_batchFetchMessages', { topics: [topic('1'), topic('2')] })
    expect(fetched.result).toEqual({ messages: [], hasMore: false })
  })

  test('B6: redelivers an unacknowledged message after a lost connection', async () => {
    const reader = identity()
    const [sender, deaf] = await Promise.all([client(), client(reader, { isAcking: false })])
    await deaf.ask('irn_subscribe', { topic: topic('1') })
    await sender.ask('irn_publish', { topic: topic('1'), message: 'm', ttl: 60 })
    await vi.waitFor(() => expect(deaf.received).toHaveLength(1))
    const gone = closing(deaf.socket)
    relay.dropAll()
    await gone
    const back = await client(reader)
    await back.ask('irn_subscribe', { topic: topic('1') })
    await vi.waitFor(() => expect(back.received).toHaveLength(1))
    await back.ask('irn_subscribe', { topic: topic('1') })
    expect(back.received).toHaveLength(1)
  })

  test('a reset of the sandbox closes every connection and deletes the messages', async () => {
    await using sandbox = await startSandbox({ port: 0, engines: false })
    port = sandbox.port
    const reader = identity()
    const sender = await client()
    await sender.ask('irn_publish', { topic: topic('1'), message: 'before', ttl: 60 })
    const gone = closing(sender.socket)
    const body = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
    expect((await fetch(`${sandbox.url}/sandbox/reset`, body)).status).toBe(200)
    await gone
    await expect.poll(() => sandbox.relay.connections).toBe(0)
    const back = await client(reader)
    await back.ask('irn_subscribe', { topic: topic('1') })
    expect((await back.ask('irn_batchFetchMessages', { topics: [topic('1')] })).result).toMatchObject({ messages: [] })
    expect(back.received).toEqual([])
  })

  test('faults disconnect clients, reject them or send them malformed replies, until the faults are removed', async () => {
    const here = await client()
    const gone = closing(here.socket)
    faults.add({ on: 'relay', drop: true })
    await gone
    expect(await closing(dial(url(tokenOf(identity()))))).toEqual([1006, ''])
    faults.clear()
    faults.add({ on: 'relay', status: 503, times: 1 })
    expect(await closing(dial(url(tokenOf(identity()))))).toEqual([1006, ''])
    const { socket, ask } = await client()
    socket.removeAllListeners('message')
    const heard = once(socket, 'message')
    faults.add({ on: 'relay', malformed: true, times: 1 })
    void ask('irn_subscribe', { topic: topic('1') })
    const [text] = await heard
    expect(() => JSON.parse(String(text))).toThrow(SyntaxError)
    const back = await client()
    expect(await back.ask('irn_subscribe', { topic: topic('1') })).toMatchObject({ result: expect.any(String) })
  })

  test('a message expires once the clock has passed its time to live', async () => {
    const [sender, receiver] = await Promise.all([client(), client()])
    await sender.ask('irn_publish', { topic: topic('1'), message: 'm', ttl: 60 })
    clock.advance(60_000)
    await receiver.ask('irn_subscribe', { topic: topic('1') })
    await receiver.ask('irn_subscribe', { topic: topic('2') })
    expect(receiver.received).toEqual([])
  })

  test('delivers a proposal on the pairing topic, and its approval on the pairing and session topics', async () => {
    const [site, wallet] = await Promise.all([client(), client()])
    await site.ask('wc_proposeSession', { pairingTopic: topic('1'), sessionProposal: 'proposal', ttl: 300, tag: 1100 })
    await wallet.ask('irn_subscribe', { topic: topic('1') })
    await vi.waitFor(() => expect(wallet.received).toMatchObject([{ message: 'proposal', tag: 1100 }]))
    await site.ask('irn_subscribe', { topic: topic('2') })
    await wallet.ask('wc_approveSession', {
      pairingTopic: topic('1'),
      sessionTopic: topic('2'),
      sessionProposalResponse: 'yes',
      sessionSettlementRequest: 'settle',
      ttl: 300,
      tag: 1102,
    })
    await vi.waitFor(() =>
      expect(site.received).toMatchObject([
        { topic: topic('1'), message: 'yes', tag: 1101 },
        { topic: topic('2'), message: 'settle', tag: 1102 },
      ]),
    )
    await site.ask('irn_publish', { topic: topic('2'), message: 'hello', ttl: 60 })
    await vi.waitFor(() => expect(wallet.received.at(-1)).toMatchObject({ topic: topic('2'), message: 'hello' }))
  })

  test('an unsubscribed client gets no messages but can still fetch them', async () => {
    const [sender, receiver] = await Promise.all([client(), client()])
    await receiver.ask('irn_subscribe', { topic: topic('1') })
    await receiver.ask('irn_unsubscribe', { topic: topic('1') })
    await sender.ask('irn_publish', { topic: topic('1'), message: 'm', ttl: 60 })
    const fetched = await receiver.ask('irn_fetchMessages', { topic: topic('1') })
    expect(fetched.result).toMatchObject({ messages: [{ topic: topic('1'), message: 'm' }], hasMore: false })
    expect(receiver.received).toEqual([])
  })

  test('answers bad requests with their JSON-RPC error code and keeps the connection', async () => {
    const { ask } = await client()
    const codes = await Promise.all([
      ask('irn_publish', { topic: 'short', message: 'm' }),
      ask('irn_publish', { topic: topic('1'), message: '' }),
      ask('irn_publish', { topic: topic('1'), message: 'm', ttl: 2_592_001 }),
      ask('irn_nothing', {}),
      ask('constructor', {}),
    ])
    expect(codes.map(({ error }) => error?.code)).toEqual([-32_602, -32_602, -32_602, -32_601, -32_601])
    expect((await ask('irn_unsubscribe', { topic: topic('1') })).result).toBe(true)
  })

  test('closes connections with an invalid project id or token with code 3000, like the real relay', async () => {
    const token = tokenOf(identity())
    for (const projectId of [REFUSED_PROJECT_ID, ''])
      expect(await closing(dial(url(token, projectId)))).toEqual([3000, 'Unauthorized: invalid key'])
    expect(await closing(dial(url('forged')))).toEqual([3000, 'Unauthorized: invalid auth'])
  })

  test('B6: rejected clients that disconnect, unknown paths and protocol violations do not stop the sandbox', async () => {
    const faults: unknown[] = []
    const note = (fault: unknown): void => void faults.push(fault)
    process.on('uncaughtException', note)
    const upgrade = (path: string, more = ''): string =>
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${'A'.repeat(22)}==\r\n${more}\r\n`
    const send = async (text: string, { hangsUp = false } = {}): Promise<string> => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => null)
      let heard = ''
      socket.on('data', (data) => {
        heard += data
      })
      await once(socket, 'connect')
      socket.write(text)
      if (hangsUp) socket.resetAndDestroy()
      else await vi.waitFor(() => expect(heard).toContain('\r\n\r\n'))
      return heard
    }
    try {
      for (const path of ['//', 'http://[']) expect(await send(upgrade(path))).toContain('404 Not Found')
      for (let time = 0; time < 40; time++)
        await send(upgrade('/', 'Origin: https://evil.example\r\n'), { hangsUp: true })
      // sends an unmasked frame (a protocol error) on a connection that the relay accepts only to close it with a reason
      await send(`${upgrade('/')}\x81\x01x`)
      expect((await (await client()).ask('irn_unsubscribe', { topic: topic('1') })).result).toBe(true)
      expect(faults).toEqual([])
    } finally {
      process.off('uncaughtException', note)
    }
  })

  test('rejects pages of other machines, foreign host names and unknown paths', async () => {
    const address = url(tokenOf(identity()))
    for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, { host: 'evil.example' }] as const)
      expect((await closing(dial(address, headers)))[0]).toBe(1006)
    expect((await closing(dial(url(tokenOf(identity()), 'any', '/elsewhere'))))[0]).toBe(1006)
    const allowed = dial(url(tokenOf(identity()), 'any', '/relay'), { origin: 'http://localhost:5173' })
    await new Promise((resolve) => allowed.once('open', resolve))
    expect(relay.connections).toBe(1)
  })

  test('close() ends every connection', async () => {
    const { socket } = await client()
    const gone = closing(socket)
    relay.close()
    await gone
    expect(relay.connections).toBe(0)
  })
})
