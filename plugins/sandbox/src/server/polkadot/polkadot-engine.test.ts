import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type ApiPromise, WsProvider } from '@polkadot/api'
import { cryptoWaitReady } from '@polkadot/util-crypto'
import { describe, expect, test, vi } from 'vitest'
import { localPolkadotNetwork, polkadotGenesisHash } from '../../local-networks.js'
import { createReaper } from '../engines/reaper.js'
import { polkadotDevelopmentAccounts } from './development-accounts.js'
import { localAssets } from './local-assets.js'
import { findPolkadotPackages } from './packages.js'
import { createPolkadotEngine } from './polkadot-engine.js'
import {
  alice,
  caipNetworkId,
  call,
  createApi,
  engine,
  isAlive,
  keyring,
  post,
  processIdOf,
  sandbox,
  startOneSandbox,
  url,
} from './polkadot-engine.test.fixtures.js'
import { polkadotEngines } from './polkadot-engines.js'

startOneSandbox()
// a node compiles its runtime when it starts
vi.setConfig({ testTimeout: 60_000 })
await cryptoWaitReady()
const bob = keyring.addFromUri('//Bob')
const ed25519Alice = keyring.addFromUri('//Alice', {}, 'ed25519')
const GENESIS = 10_000n * 10n ** 12n
/** Runs a function with an @polkadot/api client that is connected to the sandbox's port. */
async function withApi<T>(use: (api: ApiPromise) => Promise<T>): Promise<T> {
  const provider = new WsProvider(url().replace(/^http/, 'ws'), false)
  await provider.connect()
  const api = await createApi(provider)
  try {
    return await use(api)
  } finally {
    await api.disconnect()
  }
}

const freeOf = (address: string): Promise<bigint> =>
  withApi(async ({ query }) => {
    const info: unknown = await query.system?.account?.(address)
    return BigInt(String(Object(info).data.free))
  })
const nonceOf = (address: string): Promise<number> =>
  withApi(async (api) => (await api.rpc.system.accountNextIndex(address)).toNumber())
type Pair = typeof alice
const transfer = (from: Pair, to: string, amount: bigint, tamper = false): Promise<string> =>
  withApi(async (api) => {
    const signed = await api.tx.balances?.transferKeepAlive?.(to, amount).signAsync(from, { nonce: -1 })
    const hex = signed?.toHex() ?? ''
    const sent = tamper ? hex.replace(String(signed?.signature.toHex()).slice(4, 20), 'ab'.repeat(8)) : hex
    return (await api.rpc.author.submitExtrinsic(sent)).toHex()
  })

describe('the chain of the Polkadot engine', () => {
  test('starts once, at the first request', async () => {
    expect(engine.status().state).toBe('idle')
    await Promise.all([engine.start(), engine.nativeBalance(alice.address), post(call('system_chain'))])
    const before = processIdOf(engine)
    await engine.start()
    expect(processIdOf(engine)).toBe(before)
  })

  test('has the CAIP-2 id of its genesis hash', async () => {
    expect(JSON.parse((await post(call('chain_getBlockHash', [0]))).text).result).toBe(polkadotGenesisHash)
    await withApi(async (api) => {
      expect(`polkadot:${api.genesisHash.toHex().slice(2, 34)}`).toBe(caipNetworkId)
      const { decimals, symbol } = localPolkadotNetwork.nativeCurrency
      expect([api.registry.chainDecimals, api.registry.chainTokens]).toEqual([[decimals], [symbol]])
    })
  })

  test('has the published development accounts, with 10,000 coins each', async () => {
    const names = ['Alice', 'Bob', 'Charlie', 'Dave', 'Eve', 'Ferdie']
    const published = names.map((name) => keyring.addFromUri(`//${name}`).address)
    expect(polkadotDevelopmentAccounts).toEqual([...published, ed25519Alice.address])
    for (const address of polkadotDevelopmentAccounts) expect(await engine.nativeBalance(address)).toBe(GENESIS)
    expect(await freeOf(bob.address)).toBe(GENESIS)
  })

  test.each([
    ['sr25519', alice],
    ['ed25519', ed25519Alice],
  ])('includes a transfer signed with %s: both balances change', async (_, from) => {
    await engine.reset()
    await transfer(from, bob.address, 3n * 10n ** 12n)
    await expect.poll(() => engine.nativeBalance(bob.address), { timeout: 20_000 }).toBe(GENESIS + 3n * 10n ** 12n)
    const left = await freeOf(from.address)
    expect(left).toBeLessThan(GENESIS - 3n * 10n ** 12n)
    expect(left).toBeGreaterThan(GENESIS - 4n * 10n ** 12n) // the fee is less than 1 coin
  })

  test('rejects a modified signature, and no balance changes', async () => {
    const before = await freeOf(bob.address)
    await expect(transfer(alice, bob.address, 10n ** 12n, true)).rejects.toThrow(/badProof|bad signature/i)
    expect(await freeOf(bob.address)).toBe(before)
  })

  test('sets balances in exact base units without changing the nonce', async () => {
    const before = await engine.nativeBalance(bob.address)
    await transfer(alice, bob.address, 10n ** 12n)
    await expect.poll(() => engine.nativeBalance(bob.address), { timeout: 20_000 }).toBe(before + 10n ** 12n)
    const nonce = await nonceOf(alice.address)
    expect(nonce).toBeGreaterThan(0)
    const amountBase = 2n ** 100n + 7n
    await engine.setNativeBalance(alice.address, amountBase)
    expect(await nonceOf(alice.address)).toBe(nonce)
    expect([await engine.nativeBalance(alice.address), await freeOf(alice.address)]).toEqual([amountBase, amountBase])
    await transfer(alice, bob.address, 10n ** 12n)
    await expect.poll(() => engine.nativeBalance(alice.address), { timeout: 20_000 }).toBeLessThan(amountBase)
    const newcomer = keyring.addFromUri('//newcomer').address
    expect(await engine.nativeBalance(newcomer)).toBe(0n)
    await engine.setNativeBalance(newcomer, 5n * 10n ** 12n)
    expect(await freeOf(newcomer)).toBe(5n * 10n ** 12n)
    await expect(engine.setNativeBalance(newcomer, 2n ** 128n)).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
    expect(await freeOf(newcomer)).toBe(5n * 10n ** 12n)
  })

  test('keeps transactions pending while block production is stopped', async () => {
    const before = await freeOf(bob.address)
    await engine.holdBlocks?.(true)
    await transfer(alice, bob.address, 10n ** 12n)
    const pending = JSON.parse((await post(call('author_pendingExtrinsics'))).text).result
    expect([pending.length, await freeOf(bob.address)]).toEqual([1, before])
    await engine.holdBlocks?.(false)
    await expect.poll(() => freeOf(bob.address), { timeout: 20_000 }).toBe(before + 10n ** 12n)
  })

  test('lists assets as @polkadot/api reads them, transfers an asset, and does not move a frozen asset', async () => {
    const { balances } = await (await fetch(`${sandbox.url}/v1/account/${bob.address}/balance`)).json()
    const assets = balances.slice(1)
    expect(assets.map(({ address }: { address: string }) => address).sort()).toEqual(
      localAssets.map(({ id }) => `${caipNetworkId}:${id}`).sort(),
    )
    await withApi(async ({ query }) => {
      for (const { id, name, symbol, decimals, ...asset } of localAssets) {
        const account = Object(await query.assets?.account?.(id, bob.address)).unwrap()
        const { minBalance, isSufficient, sufficients } = Object(await query.assets?.asset?.(id)).unwrap()
        expect([minBalance.toBigInt(), isSufficient.isTrue, sufficients.toNumber() > 0]).toEqual([
          ...[asset.minBalance, asset.isSufficient, asset.isSufficient],
        ])
        const metadata = Object(await query.assets?.metadata?.(id))
        expect([metadata.name.toUtf8(), metadata.symbol.toUtf8(), metadata.decimals.toNumber()]).toEqual([
          ...[name, symbol, decimals],
        ])
        const listed = assets.find(({ address }: { address: string }) => address === `${caipNetworkId}:${id}`)
        const whole = String(account.balance.toBigInt() / 10n ** BigInt(decimals))
        expect((await fetch(listed.iconUrl)).headers.get('content-type')).toBe('image/svg+xml')
        expect(listed).toMatchObject({
          name,
          symbol,
          price: null,
          quantity: { decimals: String(decimals), numeric: whole },
        })
      }
    })
    const pay = (id: number, to: string, amount: bigint, from = bob): Promise<void> =>
      withApi(async (api) => {
        const signed = await api.tx.assets?.transfer?.(id, to, amount).signAsync(from, { nonce: -1 })
        await api.rpc.author.submitExtrinsic(signed?.toHex() ?? '')
      })
    await pay(7, alice.address, 5n)
    const assetAmount = async () =>
      (await (await fetch(`${sandbox.url}/v1/account/${alice.address}/balance`)).json()).balances.find(
        ({ symbol }: { symbol: string }) => symbol === 'SAMB',
      ).quantity.numeric
    await expect.poll(assetAmount, { timeout: 20_000 }).toBe('300.0000000005')
    const assetBalanceOf = async (id: number, owner: string): Promise<string> =>
      withApi(async ({ query }) =>
        String(Object(await query.assets?.account?.(id, owner)).unwrapOr({ balance: 0 }).balance),
      )
    const [before, nonce] = [await assetBalanceOf(32, bob.address), await nonceOf(alice.address)]
    await pay(32, bob.address, 1n, alice) // has no effect: the asset is frozen for //Alice
    await expect.poll(() => nonceOf(alice.address), { timeout: 20_000 }).toBe(nonce + 1)
    expect(await assetBalanceOf(32, bob.address)).toBe(before)
  })

  test('works with the balance and funding routes', async () => {
    const funded = keyring.addFromUri('//funded').address
    const body = JSON.stringify({ address: funded, chainId: caipNetworkId, amount: '2500000000000' })
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(`${sandbox.url}/sandbox/fund`, { method: 'POST', headers, body })
    expect(await reply.json()).toEqual({ address: funded, chainId: caipNetworkId, balance: '2500000000000' })
    expect(await freeOf(funded)).toBe(2_500_000_000_000n)
    const { balances } = await (await fetch(`${sandbox.url}/v1/account/${funded}/balance`)).json()
    expect(balances).toMatchObject([{ symbol: 'ROC', chainId: caipNetworkId, quantity: { numeric: '2.5' } }])
  })

  test('reset starts a new chain in a new process', async () => {
    await engine.setNativeBalance(alice.address, 5n)
    const before = processIdOf(engine)
    await engine.reset()
    expect(await engine.nativeBalance(alice.address)).toBe(GENESIS)
    expect([processIdOf(engine) === before, isAlive(before)]).toEqual([false, false])
  })
})

describe('createPolkadotEngine and its packages', () => {
  test('is off with the given reason, and rejects start() and socketUrl()', async () => {
    const reason = 'not installed'
    const off = createPolkadotEngine({
      network: localPolkadotNetwork,
      genesisHash: polkadotGenesisHash,
      files: { off: reason },
      reaper: createReaper(),
    })
    expect(off.status()).toEqual({ state: 'off', reason })
    await expect(off.start()).rejects.toMatchObject({ code: 'ENGINE_OFF', message: reason })
    await expect(off.socketUrl?.()).rejects.toMatchObject({ code: 'ENGINE_OFF' })
  })

  test('fails with the reason if the file of its chain specification is missing', async () => {
    const { chopsticks } = findPolkadotPackages(process.cwd())
    const broken = createPolkadotEngine({
      network: localPolkadotNetwork,
      genesisHash: polkadotGenesisHash,
      files: { chopsticks, genesis: path.join(tmpdir(), 'nothing.js') },
      reaper: createReaper(),
    })
    await expect(broken.start()).rejects.toMatchObject({
      code: 'ENGINE_START_FAILED',
      message: expect.stringMatching(
        /Polkadot engine of polkadot:4545.*exit code 1: Cannot find module '.*nothing\.js'/,
      ),
    })
    expect(broken.status().state).toBe('failed')
  })

  test('uses the packages of the sandbox if the site has none', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'sandbox-polkadot-'))
    expect(findPolkadotPackages(folder)).toEqual(findPolkadotPackages(process.cwd()))
    rmSync(folder, { recursive: true })
    const [engineHere] = polkadotEngines({ cwd: process.cwd(), reaper: createReaper() })
    expect(engineHere?.status()).toEqual({ state: 'idle' })
  })
})
