import * as ecc from '@bitcoinerlab/secp256k1'
import { hex } from '@scure/base'
import type { Account, Network } from '@wallet-modal/kernel'
import { crypto as hashes, initEccLib, Psbt, payments, Transaction } from 'bitcoinjs-lib'
import { ECPairFactory } from 'ecpair'
import { describe, expect, it } from 'vitest'
import networks from '../../networks.json' with { type: 'json' }
import { readAddress } from '../address.js'
import { nodeOf } from '../node.test.fixtures.js'
import { preparePsbt } from '../psbt/psbt.js'
import { MIN_WITH_ORDINALS_ADDRESS } from './min-coin-value.js'
import { readPsbt } from './read-psbt.js'
import { type Coin, selectCoins } from './selection.js'
import { type CoinKind, kindOf } from './weight.js'
import { writePsbt } from './write-psbt.js'

initEccLib(ecc)
const pair = ECPairFactory(ecc).fromPrivateKey(new Uint8Array(32).fill(7))
const pubkey = pair.publicKey
const internalPubkey = pubkey.slice(1)
const [network] = networks as readonly Network[] as readonly [Network]
const receiver = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const rate = 12_345n

const made = {
  p2pkh: payments.p2pkh({ pubkey }),
  'p2sh-p2wpkh': payments.p2sh({ redeem: payments.p2wpkh({ pubkey }) }),
  p2wpkh: payments.p2wpkh({ pubkey }),
  p2tr: payments.p2tr({ internalPubkey }),
}
const kinds: readonly CoinKind[] = ['p2pkh', 'p2sh-p2wpkh', 'p2wpkh', 'p2tr']
const accountOf = (kind: CoinKind): Account => ({
  address: made[kind].address ?? '',
  type: 'payment',
  publicKey: hex.encode(pubkey),
})

/** The coins of a transaction with three outputs to the account, and a node that returns this transaction. */
function chainOf(kind: CoinKind, value = 100_000n) {
  const transaction = new Transaction()
  transaction.addInput(new Uint8Array(32).fill(1), 0)
  for (let at = 0; at < 3; at++) transaction.addOutput(readAddress(accountOf(kind).address).script, value)
  const coins = [0, 1, 2].map((index): Coin => ({ txid: transaction.getId(), index, value, height: 1 }))
  const node = nodeOf({ transaction: async () => transaction.toHex() })
  return { coins, node }
}

async function write(kind: CoinKind, amount: bigint | 'max', given = chainOf(kind), account = accountOf(kind)) {
  const outputs = [{ script: readAddress(receiver).script, amount }]
  const changeScript = readAddress(account.address).script
  const selection = selectCoins(given.coins, {
    outputs,
    changeScript,
    kind,
    rate,
    minCoinValue: MIN_WITH_ORDINALS_ADDRESS,
  })
  if (!selection) throw new Error('There are too few coins.')
  return { account, selection, psbt: await writePsbt(given.node, { account, kind, outputs, selection }) }
}
const readBack = (psbt: string, account: Account) => readPsbt(psbt, { network, account, outputCount: 1 })
const assetId = `${network.caipNetworkId}/slip44:0`

describe.each(kinds)('the PSBT of a payment from %s', (kind) => {
  it.each([[150_000n], [250_000n], ['max']] as const)(
    'with amount %s reads back unchanged, can be signed, and pays at least its fee rate and little more',
    async (amount) => {
      const { account, selection, psbt } = await write(kind, amount)
      expect(kindOf(readAddress(account.address).script)).toBe(kind)
      const shown = readBack(psbt, account)
      const [paid = 0n] = selection.amounts
      expect(shown.contents).toEqual([{ type: 'transfer', from: account.address, to: receiver, amount: paid, assetId }])
      expect(shown).toMatchObject({ fee: selection.fee, balanceChanges: [{ assetId, amount: -paid }] })
      expect(shown.extras).toEqual(selection.change > 0n ? [{ code: 'change', amount: selection.change }] : [])

      const tweaked = pair.tweak(hashes.taggedHash('TapTweak', internalPubkey))
      const signed = Psbt.fromBase64(psbt)
      signed.signAllInputs(kind === 'p2tr' ? tweaked : pair)
      const signInputs = { [account.address]: selection.coins.map((_, at) => at) }
      const prepared = preparePsbt(psbt, { accounts: [account], signInputs })
      prepared.check(signed.toBase64())
      const transaction = Transaction.fromHex(prepared.finish(signed.toBase64()))
      expect(transaction.getId()).toBe(prepared.idOf(signed.toBase64()))
      const size = BigInt(transaction.virtualSize())
      const spare = BigInt(selection.coins.length) * 2n + 4n
      expect(shown.fee * 1000n >= size * rate).toBe(true)
      expect(shown.fee * 1000n <= (size + spare) * rate + 1000n).toBe(true)
    },
  )
})

describe('I7: the review is read from the bytes of the PSBT', () => {
  const stranger = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'
  /** Changes a copy of a PSBT, and returns a function that reads the copy. `isStolen`: whether the outputs of the copy pay the stranger. */
  const tampered = async (change: (psbt: Psbt) => void, { isStolen = false } = {}) => {
    const { account, psbt } = await write('p2wpkh', 'max')
    const read = Psbt.fromBase64(psbt)
    const copy = new Psbt()
    for (const [at, { hash, index, sequence }] of read.txInputs.entries())
      copy.addInput({ hash, index, ...(sequence !== undefined && { sequence }), ...read.data.inputs[at] })
    for (const { script, value } of read.txOutputs)
      copy.addOutput({ script: isStolen ? readAddress(stranger).script : script, value })
    change(copy)
    return () => readBack(copy.toBase64(), account)
  }

  it('a PSBT with an output to an additional receiver is rejected', async () => {
    expect(await tampered(() => undefined)).not.toThrow()
    expect(await tampered((psbt) => psbt.addOutput({ script: readAddress(stranger).script, value: 1_000n }))).toThrow(
      'does not have the expected outputs',
    )
    expect(await tampered((psbt) => psbt.addOutput({ script: readAddress(receiver).script, value: 1n }))).toThrow()
  })

  it('a PSBT with a second change output, or with fewer outputs than calls, is rejected', async () => {
    const own = readAddress(accountOf('p2wpkh').address).script
    const change = (psbt: Psbt): void => void psbt.addOutput({ script: own, value: 1_000n })
    const twice = await tampered((psbt) => {
      change(psbt)
      change(psbt)
    })
    expect(twice).toThrow('does not have the expected outputs')
    const { account, psbt } = await write('p2wpkh', 'max')
    expect(() => readPsbt(psbt, { network, account, outputCount: 2 })).toThrow('does not have the expected outputs')
  })

  it('a PSBT whose outputs exceed its inputs is rejected', async () => {
    const script = readAddress(accountOf('p2wpkh').address).script
    const excessive = await tampered((psbt) => psbt.addOutput({ script, value: 1_000_000n }))
    expect(excessive).toThrow('pays more than it spends')
  })

  it('a PSBT with another previous transaction than the spent one is rejected, even if the outputs are equal', async () => {
    const lying = await tampered((psbt) => {
      const [input] = psbt.data.inputs
      const other = Transaction.fromBuffer(input?.nonWitnessUtxo ?? new Uint8Array())
      other.locktime = 1
      Object.assign(input ?? {}, { nonWitnessUtxo: other.toBuffer() })
    })
    expect(lying).toThrow('spends an unknown output')
  })

  it('a PSBT that pays another receiver is shown with that receiver', async () => {
    const stolen = await tampered(() => undefined, { isStolen: true })
    expect(stolen()).toMatchObject({ contents: [{ type: 'transfer', to: stranger }] })
  })

  it('a PSBT that spends coins of another account is rejected', async () => {
    const { psbt } = await write('p2wpkh', 150_000n)
    expect(() => readBack(psbt, accountOf('p2tr'))).toThrow('another address')
  })

  it('a PSBT whose input value differs from the value of the spent output is rejected', async () => {
    const lying = await tampered((psbt) => {
      const [input] = psbt.data.inputs
      if (input?.witnessUtxo) input.witnessUtxo = { ...input.witnessUtxo, value: 1n }
    })
    expect(lying).toThrow('spends an unknown output')
  })
})

describe.each(['p2pkh', 'p2sh-p2wpkh', 'p2wpkh'] as const)('the previous transaction of a %s input', (kind) => {
  it('is rejected if its id or the value of its output does not match the coin', async () => {
    const { coins } = chainOf(kind)
    const { node } = chainOf(kind, 99_999n)
    await expect(write(kind, 50_000n, { coins, node })).rejects.toMatchObject({ code: 'INVALID_DATA' })
    const undervalued = coins.map((coin) => ({ ...coin, value: 60_000n }))
    const honest = chainOf(kind)
    await expect(write(kind, 50_000n, { ...honest, coins: undervalued })).rejects.toMatchObject({
      code: 'INVALID_DATA',
    })
    const later = Transaction.fromHex(await chainOf(kind).node.transaction('', 1))
    later.locktime = 1
    const other = nodeOf({ transaction: async () => later.toHex() })
    await expect(write(kind, 50_000n, { coins, node: other })).rejects.toMatchObject({ code: 'INVALID_DATA' })
  })

  it('is in the PSBT without its witnesses, and is requested once for several inputs', async () => {
    const { coins, node } = chainOf(kind)
    const signed = Transaction.fromHex(await node.transaction('', 1))
    signed.setWitness(0, [new Uint8Array(500)])
    const requestedIds: string[] = []
    const transaction = async (txid: string) => {
      requestedIds.push(txid)
      return signed.toHex()
    }
    const { psbt } = await write(kind, 'max', { coins, node: nodeOf({ transaction }) })
    expect(requestedIds).toEqual([coins[0]?.txid])
    for (const { nonWitnessUtxo, witnessUtxo } of Psbt.fromBase64(psbt).data.inputs) {
      expect(nonWitnessUtxo).toHaveLength(signed.byteLength(false))
      expect(witnessUtxo?.value).toBe(kind === 'p2pkh' ? undefined : 100_000n)
    }
  })
})

it('a PSBT is not written if the output of a coin pays another address', async () => {
  for (const kind of ['p2pkh', 'p2wpkh'] as const)
    await expect(write(kind, 50_000n, chainOf('p2tr'))).rejects.toMatchObject({ code: 'INVALID_DATA' })
})

it('a PSBT is not written for a P2SH address that is not of the key of the account, such as multisig', async () => {
  const redeem = payments.p2ms({ m: 2, pubkeys: [pubkey, pubkey] })
  const multisig = { ...accountOf('p2sh-p2wpkh'), address: payments.p2sh({ redeem }).address ?? '' }
  await expect(write('p2sh-p2wpkh', 50_000n, chainOf('p2sh-p2wpkh'), multisig)).rejects.toMatchObject({
    code: 'INVALID_ARGUMENT',
    message: expect.stringContaining('multisig'),
  })
})

it('a PSBT names the internal key of a taproot address only if the wallet returned that key', async () => {
  const outputKey = hex.encode(made.p2tr.pubkey ?? new Uint8Array())
  const keysOf = async (publicKey: string) => {
    const { psbt } = await write('p2tr', 'max', chainOf('p2tr'), { ...accountOf('p2tr'), publicKey })
    return Psbt.fromBase64(psbt).data.inputs.map(({ tapInternalKey }) => tapInternalKey && hex.encode(tapInternalKey))
  }
  const internal = hex.encode(internalPubkey)
  expect(await keysOf(internal)).toEqual([internal, internal, internal])
  expect(await keysOf(outputKey)).toEqual([undefined, undefined, undefined])
})

describe('the previous transaction of a p2tr input', () => {
  it('is neither requested nor in the PSBT, because taproot signatures cover the value', async () => {
    const { coins } = chainOf('p2tr')
    const { psbt } = await write('p2tr', 'max', { coins, node: nodeOf({}) })
    expect(Psbt.fromBase64(psbt).data.inputs.map(({ nonWitnessUtxo }) => nonWitnessUtxo)).toEqual(
      coins.map(() => undefined),
    )
  })
})
