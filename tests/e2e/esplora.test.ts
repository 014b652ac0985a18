import { randomBytes } from 'node:crypto'
import * as ecc from '@bitcoinerlab/secp256k1'
import mempoolJS from '@mempool/mempool.js'
import { localBitcoinNetwork } from '@wallet-modal/sandbox/server'
import { sandboxAt } from '@wallet-modal/sandbox/testing'
import { initEccLib, networks, payments } from 'bitcoinjs-lib'
import { ECPairFactory } from 'ecpair'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { serveEsplora } from './support/esplora-server.js'
import type { JsonServer } from './support/json-server.js'
import { askBitcoin } from './support/sandbox-bitcoin.js'
import { openWith } from './support/scripted.js'
import { senderOf, serveSender } from './support/sender.js'
import { createStage } from './support/stage.js'

initEccLib(ecc)
const { caipNetworkId } = localBitcoinNetwork
const network = networks.regtest
const coin = { assetId: `${caipNetworkId}/slip44:0` }

let esplora: JsonServer
const stage = createStage({
  serve: async (sandboxUrl) => {
    esplora = await serveEsplora((method, ...params) => askBitcoin(sandboxUrl, method, ...params))
    return serveSender({
      ...{ sandboxUrl, family: 'bip122', networks: [{ ...localBitcoinNetwork, rpcUrls: [] }] },
      source: {
        ...{ name: 'esplora', url: esplora.url },
        call: `esplora({ hosts: [{ caipNetworkId: '${caipNetworkId}', url: '${esplora.url}/api' }] })`,
      },
    })
  },
})
beforeEach(() => {
  esplora.asked.length = 0
  esplora.fault = undefined
  esplora.faultOf = undefined
})
afterAll(() => esplora?.close())

const newAddress = (): string =>
  payments.p2wpkh({ pubkey: ECPairFactory(ecc).makeRandom().publicKey, network }).address ?? ''
/** Balance in satoshis, read from the node. */
const balanceOf = async (address: string): Promise<bigint> => {
  const { total_amount } = await askBitcoin(stage.sandboxUrl, 'scantxoutset', 'start', [`addr(${address})`])
  return BigInt(total_amount.toFixed(8).replace('.', ''))
}

/** A visitor with new keys and one coin. */
async function visit(amount: bigint) {
  const keys = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
  const { page, wallets } = await openWith(stage, { zephyr: { namespace: 'bip122', name: 'Zephyr', keys } })
  const { address } = wallets.zephyr
  await sandboxAt(stage.sandboxUrl).fund({ address, chainId: caipNetworkId, amount })
  const send = senderOf(page)
  await send.connect('Zephyr')
  return { send, address }
}

describe.runIf(process.env.BITCOIND_PATH)('Bitcoin through an Esplora API instead of a node', () => {
  it('reads the balance, sends, tracks and lists a payment, and matches the balances of the node', async () => {
    const { send, address } = await visit(1_000_000n)
    expect(await send.must('balance')).toBe('1000000')
    const to = newAddress()
    const review = await send.prepare({ token: coin, receiver: to, amount: 300_000n })
    expect(review).toMatchObject({ from: address, to, amount: 300_000n })
    expect(review.call).toContain('1.5 sat/vB')
    const { status, hash } = await send.submit()
    expect(status).toBe('sent')
    const sent = { caipNetworkId, address, sentAt: 0, ...(hash !== undefined && { hash }) }
    await expect.poll(() => send.status(sent)).toBe('confirmed')
    expect([await balanceOf(to), await balanceOf(address)]).toEqual([300_000n, 700_000n - review.fee])
    expect(await send.must('balance')).toBe(String(700_000n - review.fee))
    const { entries } = await send.must<{ readonly entries: readonly object[] }>('history')
    expect(entries).toMatchObject([
      { type: 'send', hash, to, fee: review.fee, status: 'confirmed' },
      { type: 'receive', to: address, status: 'confirmed' },
    ])
    expect(esplora.asked.filter((path) => path === '/api/tx')).toHaveLength(1)
    expect(esplora.asked.filter((path) => path.includes('?'))).toEqual([])
  })

  it('reports that nothing was sent if the node rejects the payment, and an unknown status if the reply is lost', async () => {
    const { send, address } = await visit(500_000n)
    await send.prepare({ token: coin, receiver: newAddress(), amount: 100_000n })
    esplora.faultOf = (path) =>
      path === '/api/tx'
        ? { status: 400, text: 'sendrawtransaction RPC error: {"code":-26,"message":"min relay fee not met"}' }
        : undefined
    expect(await send.ask('submit')).toMatchObject({
      error: { code: 'NOT_SENT', message: expect.stringContaining('too low for the network right now') },
    })
    await send.prepare({ token: coin, receiver: newAddress(), amount: 100_000n })
    esplora.faultOf = (path) => (path === '/api/tx' ? { status: 502, text: '' } : undefined)
    expect(await send.submit()).toMatchObject({ status: 'unknown' })
    expect(await balanceOf(address)).toBe(500_000n)
  })

  it('fails to read the balance if the API fails', async () => {
    const { send } = await visit(500_000n)
    esplora.fault = { status: 500, json: {} }
    expect(await send.ask('balance')).toMatchObject({ error: { code: 'HTTP_STATUS' } })
  })
})

describe.runIf(process.env.BITCOIND_PATH)('the local Esplora server', () => {
  it('answers the requests of mempool.space’s client library', async () => {
    const { send, address } = await visit(250_000n)
    await send.prepare({ token: coin, receiver: newAddress(), amount: 50_000n })
    const { hash: txid = '' } = await send.submit()
    const { bitcoin } = mempoolJS({ hostname: new URL(esplora.url).host, protocol: 'http' })
    const { chain_stats, mempool_stats } = await bitcoin.addresses.getAddress({ address })
    expect(chain_stats.funded_txo_sum + mempool_stats.funded_txo_sum).toBeGreaterThan(250_000)
    const all = await bitcoin.addresses.getAddressTxs({ address })
    expect(all.map((one) => one.txid)).toContain(txid)
    const tx = await bitcoin.transactions.getTx({ txid })
    expect(tx.vin[0]?.prevout.scriptpubkey_address).toBe(address)
    expect(tx.vin.reduce((sum, { prevout }) => sum + prevout.value, 0)).toBe(
      tx.vout.reduce((sum, { value }) => sum + value, tx.fee),
    )
    const [first] = tx.vin
    const { spent } = await bitcoin.transactions.getTxOutspend({ txid: first?.txid ?? '', vout: first?.vout ?? 0 })
    expect(spent).toBe(true)
    expect(await bitcoin.transactions.getTxHex({ txid })).toMatch(/^[\da-f]+$/)
    expect(await bitcoin.blocks.getBlocksTipHeight()).toBe(Number(await askBitcoin(stage.sandboxUrl, 'getblockcount')))
    expect(await bitcoin.addresses.getAddressTxsUtxo({ address })).toMatchObject([{ txid, vout: 1 }])
  })
})
