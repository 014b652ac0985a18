import { p2wpkh, Transaction } from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { localBitcoinNetwork as network } from '../../local-networks.js'
import type { Engine } from '../engines/engine.js'
import {
  alice,
  BTC,
  binary,
  bob,
  createEngine,
  dataFolders,
  isAlive,
  processIdOf,
  resetEachTest,
} from './bitcoin-engine.test.fixtures.js'
import { bitcoinDevelopmentAccounts } from './development-accounts.js'
import { regtest } from './faucet.js'

resetEachTest()

/** Address with the public key hash of the test vectors in BIP-173, encoded for the local chain. */
const stranger = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const call = (method: string, ...params: readonly unknown[]) => ({ jsonrpc: '2.0', id: 7, method, params })
const ask = async (engine: Engine, ...given: Parameters<typeof call>) =>
  JSON.parse(await engine.request(JSON.stringify(call(...given))))

describe.runIf(binary)('a real Bitcoin node', () => {
  let engine: Engine
  beforeEach(() => {
    engine = createEngine(binary)
  })

  test('starts once, at the first request, and serves the chain of its CAIP-2 id', async () => {
    expect(engine.status().state).toBe('idle')
    const hashes = await Promise.all([1, 2, 3].map(() => ask(engine, 'getblockhash', 0)))
    for (const { result } of hashes) expect(`bip122:${result.slice(0, 32)}`).toBe(network.caipNetworkId)
    const before = processIdOf(engine)
    await engine.start()
    expect(processIdOf(engine)).toBe(before)
  })

  test('each development account has 100 spendable bitcoins', async () => {
    for (const account of bitcoinDevelopmentAccounts) {
      expect(engine.toAddress(account)).toBe(account)
      expect(await engine.nativeBalance(account)).toBe(100n * BTC)
      const { unspents, height } = (await ask(engine, 'scantxoutset', 'start', [`addr(${account})`])).result
      for (const coin of unspents) expect(height + 1 - coin.height).toBeGreaterThanOrEqual(100)
    }
  })

  test('raises a balance to the exact satoshi, from 1 satoshi to more than a block reward', async () => {
    for (const amountBase of [1n, 2n, 123_456_789n, 500n * BTC + 3n]) {
      await engine.setNativeBalance(stranger, amountBase)
      expect(await engine.nativeBalance(stranger)).toBe(amountBase)
    }
    await engine.setNativeBalance(stranger, 500n * BTC + 3n)
    expect(await engine.nativeBalance(stranger)).toBe(500n * BTC + 3n)
  })

  test('applies concurrent changes of a balance one after another', async () => {
    const amounts = [5n, 4n * BTC, 6n * BTC]
    await Promise.all(amounts.map((amountBase) => engine.setNativeBalance(stranger, amountBase)))
    expect(await engine.nativeBalance(stranger)).toBe(6n * BTC)
  })

  test.each([
    ['less than the account holds', 'cannot be lowered', 100n * BTC - 1n],
    ['more than the faucet has', 'faucet can pay at most', 1_000_000n * BTC],
  ])('rejects a new balance of %s, without changes', async (_, sentence, amountBase) => {
    await engine.start()
    const before = await ask(engine, 'getblockcount')
    await expect(engine.setNativeBalance(alice, amountBase)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      message: expect.stringContaining(sentence),
    })
    expect(await ask(engine, 'getblockcount')).toEqual(before)
    expect(await engine.nativeBalance(alice)).toBe(100n * BTC)
  })

  test('pages cannot call control, wallet or mining methods of the node', async () => {
    const before = await ask(engine, 'getblockcount')
    const forbidden = [
      ...['stop', 'generatetoaddress', 'generateblock', 'invalidateblock', 'setmocktime', 'addnode', 'logging'],
      ...['createwallet', 'loadwallet', 'getnewaddress', 'dumpprivkey', 'walletprocesspsbt', 'importdescriptors'],
      ...['signrawtransactionwithkey', 'signmessagewithprivkey', 'sendtoaddress', 'savemempool', 'dumptxoutset'],
      ...['GETBLOCKCOUNT', 'getblockcount ', '__proto__', 'constructor', ''],
    ]
    for (const method of forbidden) expect([method, (await ask(engine, method)).error?.code]).toEqual([method, -32601])
    for (const action of ['abort', 'status', ['start']])
      expect((await ask(engine, 'scantxoutset', action)).error.code).toBe(-32602)
    expect(await ask(engine, 'getblockcount')).toEqual(before)
  })

  test('answers the calls of a batch in order and does not answer notifications', async () => {
    const batch = [
      call('getblockcount'),
      { ...call('stop'), id: 'x' },
      { jsonrpc: '2.0', method: 'getblockcount' },
      { jsonrpc: '2.0', method: 'stop' },
      'no call',
      call('getblockhash', 'no number'),
    ]
    const replies = JSON.parse(await engine.request(JSON.stringify(batch)))
    expect(replies).toMatchObject([
      { id: 7, result: expect.any(Number) },
      { id: 'x', error: { code: -32601 } },
      { id: null, error: { code: -32600 } },
      { id: 7, error: { code: expect.any(Number) } },
    ])
    expect(await engine.request(JSON.stringify(batch.slice(2, 4)))).toBe('')
  })

  test('answers a batch of the maximum length completely', async () => {
    const engine = createEngine(binary)
    const calls = Array.from({ length: 1000 }, (_, id) => ({ ...call('getblockhash', 1), id }))
    const replies = JSON.parse(await engine.request(JSON.stringify(calls)))
    expect(replies.map(({ id }: { id: number }) => id)).toEqual(calls.map(({ id }) => id))
    expect(new Set(replies.map(({ result }: { result: string }) => result)).size).toBe(1)
  })

  test('answers concurrent scans', async () => {
    const scans = Array.from({ length: 8 }, () => ask(engine, 'scantxoutset', 'start', [`addr(${alice})`]))
    for (const { result } of await Promise.all(scans)) expect(result.total_amount).toBe(100)
  })

  test('a sent transaction is pending until the next block, which is mined automatically', async () => {
    const key = Uint8Array.from(Buffer.from('b5c8b4acf7b66682afbc5eef20c3b12998ba3c14a97047c9187454377f1a7856', 'hex'))
    const { unspents } = (await ask(engine, 'scantxoutset', 'start', [`addr(${alice})`])).result
    const { script: spent } = p2wpkh(pubECDSA(key), regtest)
    const transaction = new Transaction()
    const [coin] = unspents
    transaction.addInput({ txid: coin.txid, index: coin.vout, witnessUtxo: { script: spent, amount: 50n * BTC } })
    transaction.addOutputAddress(bob, 50n * BTC - 1_000n, regtest)
    transaction.sign(key)
    transaction.finalize()
    expect((await ask(engine, 'sendrawtransaction', transaction.hex)).result).toBe(transaction.id)
    expect((await ask(engine, 'getrawmempool')).result).toEqual([transaction.id])
    expect(await engine.nativeBalance(bob)).toBe(100n * BTC)
    await expect.poll(() => engine.nativeBalance(bob), { timeout: 5_000 }).toBe(150n * BTC - 1_000n)
    expect((await ask(engine, 'getrawmempool')).result).toEqual([])
    expect(await engine.nativeBalance(alice)).toBe(50n * BTC)
  })

  test('serves the transactions of an address; a transaction that was replaced by one with a higher fee is not listed', async () => {
    const key = Uint8Array.from(Buffer.from('b5c8b4acf7b66682afbc5eef20c3b12998ba3c14a97047c9187454377f1a7856', 'hex'))
    const { unspents } = (await ask(engine, 'scantxoutset', 'start', [`addr(${alice})`])).result
    const [coin] = unspents
    const { hash } = (await ask(engine, 'getblockheader', (await ask(engine, 'getbestblockhash')).result)).result
    expect((await ask(engine, 'getrawtransaction', coin.txid, 2)).result.vout[coin.vout].scriptPubKey.address).toBe(
      alice,
    )
    const pay = (fee: bigint): Transaction => {
      const transaction = new Transaction()
      const { script: spent } = p2wpkh(pubECDSA(key), regtest)
      const witnessUtxo = { script: spent, amount: 50n * BTC }
      transaction.addInput({ txid: coin.txid, index: coin.vout, sequence: 0xfffffffd, witnessUtxo })
      transaction.addOutputAddress(stranger, 50n * BTC - fee, regtest)
      transaction.sign(key)
      transaction.finalize()
      return transaction
    }
    await engine.holdBlocks?.(true)
    const [first, better] = [pay(1_000n), pay(5_000n)]
    expect((await ask(engine, 'sendrawtransaction', first.hex)).result).toBe(first.id)
    expect((await ask(engine, 'getmempoolentry', first.id)).result.fees.base).toBe(0.00001)
    const [spender] = (await ask(engine, 'gettxspendingprevout', [{ txid: coin.txid, vout: coin.vout }])).result
    expect(spender.spendingtxid).toBe(first.id)
    expect((await ask(engine, 'sendrawtransaction', better.hex)).result).toBe(better.id)
    expect((await ask(engine, 'getrawmempool')).result).toEqual([better.id])
    expect((await ask(engine, 'getrawtransaction', first.id)).error.code).toBe(-5)
    expect((await ask(engine, 'getbestblockhash')).result).toBe(hash)
    await engine.holdBlocks?.(false)
    const { blockhash, confirmations } = (await ask(engine, 'getrawtransaction', better.id, 1)).result
    expect(confirmations).toBe(1)
    // the node indexes the addresses of a block shortly after the block is mined
    await vi.waitFor(async () => {
      const { relevant_blocks } = (await ask(engine, 'scanblocks', 'start', [`addr(${stranger})`])).result
      expect(relevant_blocks).toEqual([blockhash])
    })
    expect((await ask(engine, 'scanblocks', 'abort')).error.code).toBe(-32602)
  })

  test('reset starts a new chain in a new process', async () => {
    await engine.setNativeBalance(stranger, 5n)
    const before = processIdOf(engine)
    const folders = dataFolders()
    await engine.reset()
    expect(await engine.nativeBalance(stranger)).toBe(0n)
    expect(await engine.nativeBalance(alice)).toBe(100n * BTC)
    expect(isAlive(before)).toBe(false)
    expect(dataFolders()).not.toEqual(folders)
    expect(dataFolders()).toHaveLength(folders.length)
  })
})

test('toAddress accepts addresses of the local chain only, and normalizes them', () => {
  const engine = createEngine(binary)
  expect(engine.toAddress(alice.toUpperCase())).toBe(alice)
  expect(engine.toAddress('mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn')).toBe('mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn')
  for (const text of [
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    `${alice.slice(0, -1)}q`,
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    '9K84JNerix11wXCcuTZp7wGYpnUsU5LJbutgn4zwuaiQ',
    '',
  ])
    expect([text, engine.toAddress(text)]).toEqual([text, undefined])
})
