import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { localEvmNetworks } from '../../local-networks.js'
import type { Engine } from '../engines/engine.js'
import { createReaper, type Reaper } from '../engines/reaper.js'
import { findAnvil } from './anvil/anvil-binary.js'
import { startAnvil } from './anvil/anvil-process.js'
import { developmentAccounts } from './development-accounts.js'
import { createEvmEngine } from './evm-engine.js'

const [network] = localEvmNetworks
if (!network) throw new Error('there is no local network')
const binary = findAnvil(process.cwd())
const [alice = ''] = developmentAccounts

let reaper: Reaper
let engine: Engine
let folder: string
beforeEach(() => {
  reaper = createReaper()
  folder = mkdtempSync(path.join(tmpdir(), 'sandbox-engine-'))
  engine = createEvmEngine({ network, binary, reaper })
})
afterEach(async () => {
  await engine.stop()
  await reaper.stop()
  rmSync(folder, { recursive: true })
})

const rpc = (method: string, params: readonly unknown[] = []) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
const isAlive = (processId: number): boolean => {
  try {
    return process.kill(processId, 0)
  } catch {
    return false
  }
}
const processIdOf = (of: Engine): number => {
  const status = of.status()
  if (status.state !== 'running') throw new Error(`the engine is ${status.state}`)
  return status.processId
}

/** Writes a fake executable of the node, a Node.js script, and returns its path. */
function script(text: string): string {
  const file = path.join(folder, 'anvil')
  writeFileSync(file, `#!${process.execPath}\n${text}`)
  chmodSync(file, 0o755)
  return file
}

test('the engine starts once, at the first request, and serves the chain of its CAIP-2 id', async () => {
  expect(engine.status().state).toBe('idle')
  const replies = await Promise.all([1, 2, 3].map(() => engine.request(rpc('eth_chainId'))))
  expect(replies.map((reply) => JSON.parse(reply).result)).toEqual(['0x7a69', '0x7a69', '0x7a69'])
  const before = processIdOf(engine)
  await engine.start()
  expect(processIdOf(engine)).toBe(before)
})

test('the listed accounts are those that the node unlocks, with 10,000 coins each', async () => {
  expect(JSON.parse(await engine.request(rpc('eth_accounts'))).result).toEqual(
    developmentAccounts.map((address) => address.toLowerCase()),
  )
  expect(await engine.nativeBalance(alice)).toBe(10_000n * 10n ** 18n)
})

test('blocks have the current time', async () => {
  await engine.request(rpc('evm_mine'))
  const { timestamp } = JSON.parse(await engine.request(rpc('eth_getBlockByNumber', ['latest', false]))).result
  expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60)
})

test('balances are read and set as exact base units', async () => {
  const amountBase = 2n ** 255n + 1n
  await engine.setNativeBalance(alice, amountBase)
  expect(await engine.nativeBalance(alice)).toBe(amountBase)
})

test('deliveries at the same time all arrive', async () => {
  const [receiver, amountBase] = [`0x${'5e'.repeat(20)}`, 50n * 10n ** 18n]
  const deliver = () => engine.deliver?.(receiver, { token: undefined, amountBase })
  const sent = await Promise.all([1, 2, 3, 4, 5].map(deliver))
  for (const one of sent) await expect.poll(() => one?.status()).toBe('confirmed')
  expect(await engine.nativeBalance(receiver)).toBe(5n * amountBase)
})

test('reset ends the process; the next request starts a new chain in a new process', async () => {
  await engine.setNativeBalance(alice, 5n)
  const before = processIdOf(engine)
  await engine.reset()
  expect([engine.status(), isAlive(before)]).toEqual([{ state: 'idle' }, false])
  expect(await engine.nativeBalance(alice)).toBe(10_000n * 10n ** 18n)
  expect(processIdOf(engine)).not.toBe(before)
})

test('a reset soon after a change of the chain leaves the engine idle', async () => {
  await engine.request(rpc('evm_mine'))
  await engine.reset()
  await new Promise((resolve) => setTimeout(resolve, 400)) // longer than the delay after which new blocks are indexed
  expect(engine.status().state).toBe('idle')
})

test('the engine still starts and stops after concurrent resets and requests', async () => {
  await engine.start()
  await Promise.allSettled([engine.reset(), engine.request(rpc('eth_chainId')), engine.reset(), engine.reset()])
  await engine.start()
  const processId = processIdOf(engine)
  await engine.stop()
  expect(isAlive(processId)).toBe(false)
})

test('stop during a start rejects the start, and the engine cannot be started again', async () => {
  const starting = engine.start()
  await engine.stop()
  await expect(starting).rejects.toMatchObject({ code: 'ENGINE_DOWN' })
  await expect(engine.start()).rejects.toMatchObject({ code: 'ENGINE_DOWN' })
  await expect(engine.reset()).rejects.toMatchObject({ code: 'ENGINE_DOWN' })
  expect(engine.status()).toEqual({ state: 'stopped' })
})

test('a crash of the node is reported with instructions, and reset starts a new node', async () => {
  await engine.start()
  process.kill(processIdOf(engine), 'SIGKILL')
  await expect.poll(() => engine.status().state).toBe('failed')
  await expect(engine.request(rpc('eth_chainId'))).rejects.toMatchObject({
    code: 'ENGINE_DOWN',
    message: expect.stringMatching(/eip155:31337.*SIGKILL.*\/sandbox\/reset/),
  })
  await engine.reset()
  expect(JSON.parse(await engine.request(rpc('eth_chainId'))).result).toBe('0x7a69')
})

test('a node that does not respond fails after the time limit, and its process is ended', async () => {
  const silent = script(
    `require('node:fs').writeFileSync(${JSON.stringify(path.join(folder, 'pid'))}, String(process.pid)); setInterval(() => {}, 1000)`,
  )
  const slow = createEvmEngine({ network, binary: silent, reaper, startTimeoutMs: 3000 })
  await expect(slow.start()).rejects.toMatchObject({
    code: 'ENGINE_START_FAILED',
    message: expect.stringContaining('within 3 s'),
  })
  expect(isAlive(Number(readFileSync(path.join(folder, 'pid'), 'utf8')))).toBe(false)
  expect(slow.status().state).toBe('failed')
})

test('an older node on the same port is not mistaken for the new one', async () => {
  const abortSignal = new AbortController().signal
  const other = await startAnvil({ binary, chainId: 4242, reaper, timeoutMs: 5_000, abortSignal })
  const { host } = new URL(other.url)
  const impostor = script(`console.log('Listening on ${host}'); setInterval(() => {}, 1000)`)
  const fooled = createEvmEngine({ network, binary: impostor, reaper })
  await expect(fooled.start()).rejects.toMatchObject({
    code: 'ENGINE_START_FAILED',
    message: expect.stringContaining('another program is listening'),
  })
  await other.kill()
})

test('start rejects with the reason if the node exits at once or its executable is missing', async () => {
  const broken = createEvmEngine({ network, binary: script(`console.error('no room left'); process.exit(3)`), reaper })
  await expect(broken.start()).rejects.toMatchObject({ message: expect.stringMatching(/exit code 3: no room left/) })
  const missing = createEvmEngine({ network, binary: path.join(folder, 'nothing'), reaper })
  await expect(missing.start()).rejects.toMatchObject({
    code: 'ENGINE_START_FAILED',
    message: expect.stringContaining('ENOENT'),
  })
})

test('an engine that is off rejects requests with the reason', async () => {
  const off = createEvmEngine({ network, binary: { off: 'not installed' }, reaper })
  await expect(off.request(rpc('eth_chainId'))).rejects.toMatchObject({ code: 'ENGINE_OFF', message: 'not installed' })
  await expect(off.reset()).rejects.toMatchObject({ code: 'ENGINE_OFF' })
  expect(off.status()).toEqual({ state: 'off', reason: 'not installed' })
})

test('findAnvil finds an executable, also for a site without the package', () => {
  expect(findAnvil(folder)).toBe(binary) // the folder has no packages: falls back to this package
  expect(findAnvil(process.cwd())).toMatch(/anvil-[a-z0-9-]+[\\/]bin[\\/]anvil/)
})

test('a delivery is pending while block production is stopped, and confirmed once it is in a block', async () => {
  const receiver = `0x${'d1'.repeat(20)}`
  await engine.start()
  await engine.holdBlocks?.(true)
  const delivery = await engine.deliver?.(receiver, { token: undefined, amountBase: 7n })
  expect(await delivery?.status()).toBe('pending')
  expect(await engine.nativeBalance(receiver)).toBe(0n)
  await engine.holdBlocks?.(false)
  await expect.poll(() => delivery?.status()).toBe('confirmed')
  expect(await engine.nativeBalance(receiver)).toBe(7n)
})
